import { createServer } from "node:https";
import { attemptDelivery } from "../../../../functions/delivery/attempt.ts";
import { afterAttempt, type Delivery } from "../../../../functions/domain/delivery.ts";
import { listen } from "../../../../lib/demo/listen.ts";
import { exampleSecret } from "../../../../lib/openapi/example-story.ts";
import { trustedCertificate } from "../../http/servers.ts";

let certificate: ReturnType<typeof trustedCertificate> | undefined;

/** The delivery after its endpoint has returned these statuses. Each attempt is made at the time when it is due. */
export async function attempted(delivery: Delivery, statuses: readonly number[]): Promise<Delivery> {
  certificate ??= trustedCertificate();
  let status = 500;
  const server = createServer(await certificate, (_, response) => response.writeHead(status).end());
  const url = `https://localhost:${await listen(server)}/hook`;
  let current = delivery;
  for (const next of statuses) {
    status = next;
    current = await attemptedOnce(current, url);
  }
  server.closeAllConnections();
  server.close();
  return current;
}

async function attemptedOnce(delivery: Delivery, url: string): Promise<Delivery> {
  const { nextAttempt: number, nextAttemptAt } = delivery;
  if (number === null || nextAttemptAt === null) throw new Error("no attempt is due");
  const nowMs = Date.parse(nextAttemptAt);
  const made = await attemptDelivery(
    { delivery, number, url, secret: exampleSecret, previousSecret: null },
    { nowMs: () => nowMs, allowLoopback: true },
  );
  // The delivery has the URL of the examples' endpoint. The endpoint of this test stands in for it.
  const { url: _, ...attempt } = made.attempt;
  return afterAttempt(delivery, { ...made, attempt }, nowMs);
}
