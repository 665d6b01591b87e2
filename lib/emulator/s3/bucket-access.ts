import { localAccountId } from "../assembly/identities.ts";
import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { type Json, listAt, textAt, valueAt } from "../json.ts";

/** What the bucket's policy allows a distribution. */
export interface BucketAccess {
  /** Without it, S3 returns 403 for a missing object. */
  mayList: boolean;
}

/**
 * Reads the policy of a bucket. Throws an Error that names the resource when the policy does not let the distribution read all
 * objects, or when it denies something that the emulator does not know.
 */
export function bucketAccess(assembly: Assembly, bucket: Resource, distribution: Resource): BucketAccess {
  const policy = assembly
    .ofType("AWS::S3::BucketPolicy")
    .find(({ properties }) => properties["Bucket"] === bucket.ref);
  const statements = listAt(policy?.properties, "PolicyDocument", "Statement");
  const bucketArn = bucket.attributes["Arn"] ?? "";
  const distributionArn = `arn:aws:cloudfront::${localAccountId}:distribution/${distribution.ref}`;
  const allows = (action: string, resource: string) =>
    statements.some(
      (statement) =>
        isForDistribution(statement, distributionArn) &&
        itemsAt(statement, "Action").includes(action) &&
        itemsAt(statement, "Resource").includes(resource),
    );

  if (policy === undefined || !allows("s3:GetObject", `${bucketArn}/*`))
    throw new Error(
      `${describeResource(policy ?? bucket)}: the distribution may not read the bucket: its policy must allow s3:GetObject to cloudfront.amazonaws.com, under the condition that AWS:SourceArn is the distribution`,
    );
  if (statements.some((statement) => textAt(statement, "Effect") === "Deny" && !deniesPlainHttp(statement)))
    throw new Error(
      `${describeResource(policy)}: the emulator knows only one thing that a policy of a bucket denies: plain HTTP`,
    );
  return { mayList: allows("s3:ListBucket", bucketArn) };
}

function isForDistribution(statement: Json, distributionArn: string): boolean {
  return (
    textAt(statement, "Effect") === "Allow" &&
    textAt(statement, "Principal", "Service") === "cloudfront.amazonaws.com" &&
    JSON.stringify(valueAt(statement, "Condition")) ===
      JSON.stringify({ StringEquals: { "AWS:SourceArn": distributionArn } })
  );
}

/** CloudFront itself reads buckets over HTTPS. */
function deniesPlainHttp(statement: Json): boolean {
  return (
    JSON.stringify(valueAt(statement, "Condition")) ===
    JSON.stringify({ Bool: { "aws:SecureTransport": "false" } })
  );
}

/** A policy may have a single text in place of a list. */
function itemsAt(statement: Json, name: string): readonly Json[] {
  const one = textAt(statement, name);
  return one === undefined ? listAt(statement, name) : [one];
}
