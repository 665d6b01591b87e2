import process from "node:process";

/**
 * Replaces `@aws-sdk/token-providers` in every bundle. Only the client of Amazon Bedrock asks for a token, which is in the
 * function's environment if it has one. So bundles do not need the SDK's client of SSO (25 kB).
 */
export function fromEnvSigningName() {
  return async () => {
    const token = process.env["AWS_BEARER_TOKEN_BEDROCK"];
    if (token === undefined || token === "") throw new Error("AWS_BEARER_TOKEN_BEDROCK is not set");
    return { token };
  };
}

/** Stands for the other providers of the SDK's chain, which bundles do not have. */
export function nodeProvider() {
  return async () => {
    throw new Error("AWS_BEARER_TOKEN_BEDROCK is not set");
  };
}
