import process from "node:process";
import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { allowsLoopback } from "./environment.ts";

/** One call of the Converse API. @throws the errors of the SDK */
type Converse = (input: ConverseCommandInput, abortSignal: AbortSignal) => Promise<ConverseCommandOutput>;

/** A connection takes some 50 ms, except in a region without Bedrock or a network that does not reach it. */
const connectionTimeoutMs = 3_000;

let opened: Converse | undefined;

/**
 * Returns the access to Amazon Bedrock in the function's own region. Its client is made at the first call: only few runs need
 * it. A local runtime has no AWS credentials, unless somebody has given it an endpoint or a key of Bedrock.
 */
export function bedrockAccess(): { converse: Converse } | { unavailable: string } {
  const isGiven = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_BEARER_TOKEN_BEDROCK"].some(
    (name) => (process.env[name] ?? "") !== "",
  );
  if (allowsLoopback() && !isGiven)
    return { unavailable: "Amazon Bedrock is not available: this local runtime has no AWS credentials." };
  return {
    converse(input, abortSignal) {
      opened ??= openConverse();
      return opened(input, abortSignal);
    },
  };
}

function openConverse(): Converse {
  const client = new BedrockRuntimeClient({
    // The generator repeats calls itself, within the time of the run.
    maxAttempts: 1,
    // The client's own handler speaks HTTP/2 only, which proxies and gateways before Bedrock need not.
    requestHandler: new NodeHttpHandler({ connectionTimeout: connectionTimeoutMs }),
  });
  return (input, abortSignal) => client.send(new ConverseCommand(input), { abortSignal });
}
