import { createServer } from "node:https";
import { attemptDelivery } from "../../../../functions/delivery/attempt.ts";
import { afterAttempt, type Delivery } from "../../../../functions/domain/delivery.ts";
import { listen } from "../../../../lib/demo/listen.ts";
import { trustedCertificate } from "../../http/receiver.ts";

let certificate: ReturnType<typeof trustedCertificate> | undefined;

/** The delivery after an endpoint has answered its attempts so, each of them made at the time that it is due. */
export async function attempted(delivery: Delivery, statuses: readonly number[]): Promise<Delivery> {
  certificate ??= trustedCertificate();
  let status = 500;
  const server = createServer(await certificate, (_, response) => response.writeHead(status).end());
  const url = `https://localhost:${await listen(server)}/hook`;
  let after = delivery;
  for (const answered of statuses) {
    status = answered;
    after = await attemptedOnce(after, url);
  }
  server.closeAllConnections();
  server.close();
  return after;
}

async function attemptedOnce(delivery: Delivery, url: string): Promise<Delivery> {
  const { nextAttempt: number, nextAttemptAt } = delivery;
  if (number === null || nextAttemptAt === null) throw new Error("no attempt is due");
  const nowMs = Date.parse(nextAttemptAt);
  const made = await attemptDelivery(
    { delivery, number, url, secret: null, previousSecret: null },
    { nowMs: () => nowMs, allowLoopback: true },
  );
  return afterAttempt(delivery, made, nowMs);
}
