import process from "node:process";

/**
 * Stands in for `@aws-sdk/credential-provider-node` in every bundle. A Lambda function's credentials are always in its
 * environment, so the SDK's chain through profiles, SSO and instance metadata (135 kB) can never be reached.
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
