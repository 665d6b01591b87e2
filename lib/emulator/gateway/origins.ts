import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { type Json, listAt, textAt } from "../json.ts";
import { type BucketOrigin, bucketOrigin } from "../s3/bucket-origin.ts";

/** Where a distribution sends requests. */
export type Origin = { id: string | undefined } & (
  | {
      kind: "api";
      api: Resource;
      /** The headers that the distribution adds to every request, in place of the viewer's. */
      ownHeaders: readonly [name: string, values: readonly string[]][];
    }
  | { kind: "bucket"; serve: BucketOrigin }
);

/** Reads the origins of the distribution: one API of the template, and any number of its buckets. */
export function originsOf(assembly: Assembly, distribution: Resource): Origin[] {
  return listAt(distribution.properties, "DistributionConfig", "Origins").map((origin) => {
    const id = textAt(origin, "Id");
    const domain = textAt(origin, "DomainName") ?? "";
    const api = assembly
      .ofType("AWS::ApiGateway::RestApi")
      .find(({ ref }) => domain.startsWith(`${ref}.execute-api.`));
    if (api !== undefined) {
      checkStage(assembly, distribution, api, origin);
      return { id, kind: "api", api, ownHeaders: headersOf(origin) };
    }
    const bucket = assembly
      .ofType("AWS::S3::Bucket")
      .find(({ attributes }) =>
        [attributes["RegionalDomainName"], attributes["DomainName"]].includes(domain),
      );
    if (bucket === undefined)
      throw new Error(
        `${describeResource(distribution)}: its origin ${domain} is neither an API nor a bucket of the template`,
      );
    checkAccessControl(assembly, distribution, origin);
    return { id, kind: "bucket", serve: bucketOrigin(assembly, bucket, distribution) };
  });
}

function checkStage(assembly: Assembly, distribution: Resource, api: Resource, origin: Json): void {
  const stage = assembly
    .ofType("AWS::ApiGateway::Stage")
    .find(({ properties }) => properties["RestApiId"] === api.ref);
  if (stage === undefined || textAt(origin, "OriginPath") !== `/${textAt(stage.properties, "StageName")}`)
    throw new Error(`${describeResource(distribution)}: its origin path is not the stage of its API`);
}

/** Without an origin access control that signs, S3 rejects every request to a private bucket. */
function checkAccessControl(assembly: Assembly, distribution: Resource, origin: Json): void {
  const control = assembly
    .ofType("AWS::CloudFront::OriginAccessControl")
    .find(({ ref }) => ref === textAt(origin, "OriginAccessControlId"));
  const config = control?.properties["OriginAccessControlConfig"];
  const isKnown =
    textAt(config, "OriginAccessControlOriginType") === "s3" &&
    textAt(config, "SigningBehavior") === "always" &&
    (textAt(origin, "S3OriginConfig", "OriginAccessIdentity") ?? "") === "" &&
    (textAt(origin, "OriginPath") ?? "") === "";
  if (!isKnown)
    throw new Error(
      `${describeResource(control ?? distribution)}: the emulator knows only buckets behind an origin access control of the template that always signs, without an origin path`,
    );
}

function headersOf(origin: Json): [name: string, values: readonly string[]][] {
  return listAt(origin, "OriginCustomHeaders").map((header) => [
    (textAt(header, "HeaderName") ?? "").toLowerCase(),
    [textAt(header, "HeaderValue") ?? ""],
  ]);
}
