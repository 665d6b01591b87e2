import process from "node:process";
import type { BedrockAccess, Converse } from "../pipeline/generators/bedrock.ts";
import { allowsLoopback } from "./environment.ts";

let opened: Promise<Converse> | undefined;

/**
 * Returns the access to Amazon Bedrock. Its client is loaded at the first call: only few runs need it. A local runtime has no
 * AWS credentials, unless somebody has given it an endpoint or a key of Bedrock.
 */
export function bedrockAccess(): BedrockAccess {
  const isGiven = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_BEARER_TOKEN_BEDROCK"].some(
    (name) => (process.env[name] ?? "") !== "",
  );
  if (allowsLoopback() && !isGiven)
    return { unavailable: "Amazon Bedrock is not available: this local runtime has no AWS credentials." };
  return {
    async converse(input, abortSignal) {
      opened ??= import("./bedrock-client.ts").then(({ openConverse }) => openConverse());
      return (await opened)(input, abortSignal);
    },
  };
}
