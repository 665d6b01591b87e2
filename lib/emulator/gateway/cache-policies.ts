import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { type Json, listAt, objectAt, textAt, valueAt } from "../json.ts";
import { type Encoding, encodings } from "../s3/compression.ts";

/** The managed policies that add CloudFront-Forwarded-Proto to a request. */
const policiesWithProtocol = new Set([
  // AllViewerExceptHostHeader, AllViewerAndCloudFrontHeaders-2022-06
  "b689b0a8-53d0-40ab-baf2-68738e2966ac",
  "33f36d7e-f396-46d9-90e0-52428a34d9dc",
]);

/**
 * Managed cache policies, and the encodings that they allow.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
const managedEncodings: Readonly<Record<string, readonly Encoding[]>> = {
  // CachingOptimized, CachingOptimizedForUncompressedObjects, CachingDisabled
  "658327ea-f89d-4fab-a63d-7e88639e58f6": encodings,
  "b2884449-e4de-46a7-ac36-70bc7f1ddd6d": [],
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": [],
};

/** Returns whether the policies of a behaviour add CloudFront-Forwarded-Proto to its requests. */
export function addsProtocolHeader(assembly: Assembly, behavior: Json | undefined): boolean {
  const originRequestPolicyId = textAt(behavior, "OriginRequestPolicyId") ?? "";
  if (policiesWithProtocol.has(originRequestPolicyId)) return true;
  const configs = [
    objectAt(
      policyOf(assembly, "AWS::CloudFront::CachePolicy", textAt(behavior, "CachePolicyId"))?.properties,
      "CachePolicyConfig",
      "ParametersInCacheKeyAndForwardedToOrigin",
    ),
    objectAt(
      policyOf(assembly, "AWS::CloudFront::OriginRequestPolicy", originRequestPolicyId)?.properties,
      "OriginRequestPolicyConfig",
    ),
  ];
  return configs
    .flatMap((config) => listAt(config, "HeadersConfig", "Headers"))
    .some((header) => typeof header === "string" && header.toLowerCase() === "cloudfront-forwarded-proto");
}

/**
 * Returns the encodings in which a behaviour sends compressed objects. Throws an Error for a cache policy that the emulator does
 * not know.
 */
export function encodingsOf(
  assembly: Assembly,
  distribution: Resource,
  behavior: Json | undefined,
): readonly Encoding[] {
  const id = textAt(behavior, "CachePolicyId") ?? "";
  const policy = policyOf(assembly, "AWS::CloudFront::CachePolicy", id);
  const parameters = objectAt(
    policy?.properties,
    "CachePolicyConfig",
    "ParametersInCacheKeyAndForwardedToOrigin",
  );
  const allowed =
    policy === undefined
      ? managedEncodings[id]
      : encodings.filter(
          (encoding) =>
            parameters[encoding === "br" ? "EnableAcceptEncodingBrotli" : "EnableAcceptEncodingGzip"] ===
            true,
        );
  if (allowed === undefined)
    throw new Error(`${describeResource(distribution)}: the emulator does not know the cache policy ${id}`);
  return valueAt(behavior, "Compress") === true ? allowed : [];
}

function policyOf(assembly: Assembly, type: string, id: string | undefined): Resource | undefined {
  return assembly.ofType(type).find(({ ref }) => ref === id);
}
