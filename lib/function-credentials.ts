import process from "node:process";

/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle. A Lambda function's credentials are always in its environment
 * variables, so bundles do not need the SDK's chain of profiles, SSO and instance metadata (135 kB).
 */
export function defaultProvider() {
  return async () => {
    const accessKeyId = process.env["AWS_ACCESS_KEY_ID"];
    const secretAccessKey = process.env["AWS_SECRET_ACCESS_KEY"];
    const sessionToken = process.env["AWS_SESSION_TOKEN"];
    if (accessKeyId === undefined || secretAccessKey === undefined)
      throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set");
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  };
}
