import { freePort } from "../../../lib/emulator/free-port.ts";
import { type Sqs, startSqs as startRealSqs } from "../../../lib/emulator/sqs.ts";
import { type Bill, type CountingProxy, openCountingProxy } from "./counting-proxy.ts";

let proxy: CountingProxy | undefined;

/**
 * Stands in for the runtime's own: the queues on another port, and on the wanted one a proxy that counts.
 * @public the runtime imports it in place of its own
 */
export async function startSqs(options: Parameters<typeof startRealSqs>[0]): Promise<Sqs> {
  const sqs = await startRealSqs({ ...options, port: await freePort() });
  const opened = await openCountingProxy(sqs.endpoint, options.port);
  proxy = opened;
  return {
    endpoint: opened.endpoint,
    stop() {
      opened.close();
      return sqs.stop();
    },
  };
}

export function sqsBill(): Bill {
  return proxy?.take() ?? {};
}
