import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import type { PlainResponse } from "../gateway/gateway-errors.ts";
import { bucketAccess } from "./bucket-access.ts";
import { bucketContent, type StoredObject } from "./bucket-content.ts";
import { compressor, type Encoding, encodingFor } from "./compression.ts";
import { s3Error } from "./s3-error.ts";

/** A request as the distribution sends it to a bucket. */
interface ObjectRequest {
  method: string;
  /** The path, still encoded. */
  uri: string;
  headers: ReadonlyMap<string, readonly string[]>;
  requestId: string;
  /** The encodings in which the distribution may send the object. */
  encodings: readonly Encoding[];
}

export type BucketOrigin = (request: ObjectRequest) => Promise<PlainResponse>;

/**
 * Serves a bucket as its distribution does: GET and HEAD, conditional requests, compression, and S3's errors. It looks up keys in
 * what the template's deployments put into the bucket, and never in the file system.
 *
 * Throws an Error that names the resource when the distribution may not read the bucket.
 */
export function bucketOrigin(assembly: Assembly, bucket: Resource, distribution: Resource): BucketOrigin {
  const { mayList } = bucketAccess(assembly, bucket, distribution);
  const content = bucketContent(assembly, bucket);
  const compress = compressor();

  return async ({ method, uri, headers, requestId, encodings }) => {
    const key = decoded(uri.slice(1));
    if (key === undefined) return s3Error("InvalidURI", requestId);
    if (method !== "GET" && method !== "HEAD") return s3Error("AccessDenied", requestId);
    const object = content.get(key);
    if (object === undefined) {
      if (key === "" && mayList)
        throw new Error(`${describeResource(bucket)}: S3 would return the list of the bucket's objects`);
      return mayList ? s3Error("NoSuchKey", requestId, key) : s3Error("AccessDenied", requestId);
    }
    const encoding = encodingFor(object, encodings, (headers.get("accept-encoding") ?? []).join(","));
    const common = {
      etag: encoding === undefined ? object.etag : `W/${object.etag}`,
      ...(object.cacheControl === undefined ? {} : { "cache-control": object.cacheControl }),
      ...(encodings.length === 0 ? {} : { vary: "accept-encoding" }),
    };
    if (isUnchanged(object, headers.get("if-none-match"))) return { status: 304, headers: common, body: "" };
    return {
      status: 200,
      headers: {
        ...common,
        "content-type": object.contentType,
        ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      },
      body: encoding === undefined ? object.body : await compress(object, encoding),
    };
  };
}

/** RFC 9110, section 13.1.2: a comparison that ignores whether a tag is weak. */
function isUnchanged({ etag }: StoredObject, ifNoneMatch: readonly string[] = []): boolean {
  const tags = ifNoneMatch.flatMap((value) => value.split(",")).map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
