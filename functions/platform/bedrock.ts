import process from "node:process";
import type { BedrockAccess } from "../pipeline/generators/bedrock.ts";
import { allowsLoopback } from "./environment.ts";

/** Connecting takes some 50 ms. A region without Bedrock, or a network without a way to it, is known by then. */
const connectionTimeoutMs = 3_000;

/**
 * Opens Amazon Bedrock in the function's own region, at the first call: only few runs need its client. A local runtime has no
 * AWS credentials, unless somebody has given it an endpoint or a key of Bedrock.
 */
export function bedrockAccess(): BedrockAccess {
  const isGiven = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_BEARER_TOKEN_BEDROCK"].some(
    (name) => (process.env[name] ?? "") !== "",
  );
  if (allowsLoopback() && !isGiven)
    return { unavailable: "Amazon Bedrock is not available: this local runtime has no AWS credentials." };
  let opened: Promise<Awaited<ReturnType<Extract<BedrockAccess, { open: unknown }>["open"]>>> | undefined;
  return { open: () => (opened ??= openClient()) };
}

async function openClient() {
  const [sdk, { NodeHttpHandler }] = await Promise.all([
    import("@aws-sdk/client-bedrock-runtime"),
    import("@smithy/node-http-handler"),
  ]);
  const client = new sdk.BedrockRuntimeClient({
    // The generator repeats calls itself, within the time of the run.
    maxAttempts: 1,
    // The client's own handler speaks HTTP/2 only, which proxies and gateways before Bedrock need not.
    requestHandler: new NodeHttpHandler({ connectionTimeout: connectionTimeoutMs }),
  });
  return { client, sdk };
}
