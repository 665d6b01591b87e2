import process from "node:process";
import type { openConverse } from "./bedrock-client.ts";
import { allowsLoopback } from "./environment.ts";

type Converse = ReturnType<typeof openConverse>;

let opened: Promise<Converse> | undefined;

/**
 * Returns the access to Amazon Bedrock. Its client is loaded at the first call: only few runs need it. A local runtime has no
 * AWS credentials, unless somebody has given it an endpoint or a key of Bedrock.
 */
export function bedrockAccess(): { converse: Converse } | { unavailable: string } {
  const isGiven = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_BEARER_TOKEN_BEDROCK"].some(
    (name) => (process.env[name] ?? "") !== "",
  );
  if (allowsLoopback() && !isGiven)
    return { unavailable: "Amazon Bedrock is not available: this local runtime has no AWS credentials." };
  return {
    async converse(input, abortSignal) {
      opened ??= import("./bedrock-client.ts").then((client) => client.openConverse());
      return (await opened)(input, abortSignal);
    },
  };
}
