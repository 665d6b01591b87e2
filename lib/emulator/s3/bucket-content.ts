import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { asText, textAt } from "../json.ts";
import { mediaTypeOf } from "./media-types.ts";

/** A file in a bucket. */
export interface StoredObject {
  body: Buffer;
  contentType: string;
  cacheControl: string | undefined;
  /** With its quotes. */
  etag: string;
}

/** Objects by key. */
export type BucketContent = ReadonlyMap<string, StoredObject>;

/**
 * Reads what the deployments of the template put into a bucket. Throws an Error that names the resource when the content would
 * depend on the order of the deployments.
 */
export function bucketContent(assembly: Assembly, bucket: Resource): BucketContent {
  const deployments = assembly
    .ofType("Custom::CDKBucketDeployment")
    .filter(({ properties }) => properties["DestinationBucketName"] === bucket.ref);
  const content = new Map<string, StoredObject>();
  for (const deployment of deployments) {
    const prunes = asText(deployment.properties["Prune"] ?? true) === "true";
    if (prunes && deployments.length > 1)
      throw new Error(
        `${describeResource(deployment)}: prunes a bucket that has other deployments, whose order the emulator does not know`,
      );
    for (const [key, object] of objectsOf(deployment)) {
      if (content.has(key))
        throw new Error(`${describeResource(deployment)}: another deployment has the file ${key} too`);
      content.set(key, object);
    }
  }
  return content;
}

function objectsOf({ properties, assetDirectories }: Resource): [key: string, object: StoredObject][] {
  const prefix = (textAt(properties, "DestinationBucketKeyPrefix") ?? "").replaceAll(/^\/|\/$/g, "");
  return assetDirectories.flatMap((directory) =>
    globSync("**", { cwd: directory, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry): [string, StoredObject] => {
        const path = join(entry.parentPath, entry.name);
        const name = path.slice(directory.length + 1).replaceAll(sep, "/");
        const body = readFileSync(path);
        return [
          prefix === "" ? name : `${prefix}/${name}`,
          {
            body,
            contentType: textAt(properties, "SystemMetadata", "content-type") ?? mediaTypeOf(name),
            cacheControl: textAt(properties, "SystemMetadata", "cache-control"),
            etag: `"${createHash("md5").update(body).digest("hex")}"`,
          },
        ];
      }),
  );
}
