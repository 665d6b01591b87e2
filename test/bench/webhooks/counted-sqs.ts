import { callAws } from "../../../lib/emulator/aws-json.ts";
import { freePort } from "../../../lib/emulator/free-port.ts";
import { type Sqs, startSqs as startRealSqs } from "../../../lib/emulator/sqs.ts";
import { type CountingProxy, type OperationCounts, openCountingProxy } from "./counting-proxy.ts";

let proxy: CountingProxy | undefined;

/**
 * Starts the runtime's SQS on another port, and a counting proxy on the port that the runtime wants.
 * @public the runtime imports it instead of its own function
 */
export async function startSqs(options: Parameters<typeof startRealSqs>[0]): Promise<Sqs> {
  const sqs = await startRealSqs({ ...options, port: await freePort() });
  const opened = await openCountingProxy(sqs.endpoint, options.port);
  proxy = opened;
  return {
    endpoint: opened.endpoint,
    // The emulator's own calls count too.
    call: (action, request, signal) =>
      callAws(opened.endpoint, `AmazonSQS.${action}`, request, {
        accessKey: options.accessKey,
        ...(signal && { signal }),
      }),
    stop() {
      opened.close();
      return sqs.stop();
    },
  };
}

/** Returns the counts of SQS calls since the last time. */
export function takeSqsCounts(): OperationCounts {
  return proxy?.take() ?? {};
}
