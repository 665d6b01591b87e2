import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";

/** Connecting takes some 50 ms. A region without Bedrock, or a network without a way to it, is known by then. */
const connectionTimeoutMs = 3_000;

/** One call of the Converse API. @throws the errors of the SDK */
type Converse = (input: ConverseCommandInput, abortSignal: AbortSignal) => Promise<ConverseCommandOutput>;

/** Opens the client of Amazon Bedrock in the function's own region. */
export function openConverse(): Converse {
  const client = new BedrockRuntimeClient({
    // The generator repeats calls itself, within the time of the run.
    maxAttempts: 1,
    // The client's own handler speaks HTTP/2 only, which proxies and gateways before Bedrock need not.
    requestHandler: new NodeHttpHandler({ connectionTimeout: connectionTimeoutMs }),
  });
  return (input, abortSignal) => client.send(new ConverseCommand(input), { abortSignal });
}
