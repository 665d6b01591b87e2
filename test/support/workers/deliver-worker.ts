import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, vi } from "vitest";
import { queueVariable } from "../../../functions/contract/queues.ts";
import {
  attemptMessage,
  beginMessage,
  type Delivery,
  newDelivery,
} from "../../../functions/domain/delivery.ts";
import type { EndpointHealth } from "../../../functions/domain/endpoint-health.ts";
import { deliveryQueues, type OutgoingMessage } from "../../../functions/domain/message.ts";
import type { Webhook } from "../../../functions/domain/webhook.ts";
import { environment } from "../../../functions/platform/environment.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { updateWebhook } from "../../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../delivery/deliveries.ts";
import { messagesOf } from "../faults/aws-call.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../faults/fault-proxy.ts";
import { startHttps, trustedCertificate } from "../http/servers.ts";
import { aStart } from "../table/entities.ts";
import { everyOutboxItem } from "../table/table.ts";
import { type Queues, startQueues, workerAccessKey } from "./queues.ts";
import { invokeWorker, stubWorkerEnvironment } from "./worker.ts";

const noFault: Fault = { kind: "none" };
/** Forwards everything that the worker sends. */
export const noFaults: FaultRule = () => noFault;

/** An endpoint that did not respond in time: only two workers at once may send to it. */
export const hanging = { pace: "hanging" } as const;

/** The delivery worker with real queues, for the tests of one file. */
interface DeliverWorker {
  /** Returns how many of the messages stay in their queue: the worker could not put them back. */
  handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;
  queues: () => Queues;
  /** Sets the faults for the messages that the worker sends from now on. */
  setRule: (rule: FaultRule) => void;
  /** The messages that the worker has sent to its queues. */
  sent: readonly OutgoingMessage[];
  /**
   * Stores a subscription whose endpoint responds to each request with a status. Returns the headers of the requests too.
   * @param beforeResponse what the endpoint waits for before it responds
   */
  anEndpoint: (
    health: Partial<EndpointHealth>,
    status?: number,
    beforeResponse?: () => Promise<unknown>,
  ) => Promise<{
    webhook: Webhook;
    owner: { organizationId: string; webhookId: string };
    requests: IncomingHttpHeaders[];
  }>;
}

export function deliverWorker(table: Table): DeliverWorker {
  let rule = noFaults;
  const sent: OutgoingMessage[] = [];
  let queues: Queues;
  let certificate: Awaited<ReturnType<typeof trustedCertificate>>;
  let handle: DeliverWorker["handle"];

  beforeAll(async () => {
    queues = await startQueues([...deliveryQueues, "dead-letters"]);
    stubWorkerEnvironment();
    const sqs = environment("AWS_ENDPOINT_URL_SQS");
    const proxy = await startFaultProxy(
      { sqs },
      () => rule,
      (call) => sent.push(...messagesOf(call).map((text): OutgoingMessage => JSON.parse(text))),
      workerAccessKey,
    );
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", proxy.sqs);
    for (const queue of deliveryQueues) {
      const name = queueVariable(queue, "URL");
      vi.stubEnv(name, environment(name).replace(sqs, proxy.sqs));
    }
    certificate = await trustedCertificate();
    const { handler } = await import("../../../functions/workers/deliver.ts");
    handle = (...messages) => invokeWorker(handler, messages);
  });
  afterAll(() => queues.stop());

  return {
    handle: (...messages) => handle(...messages),
    queues: () => queues,
    setRule(next) {
      rule = next;
    },
    sent,
    async anEndpoint(health, status = 204, beforeResponse = () => Promise.resolve()) {
      const requests: IncomingHttpHeaders[] = [];
      const port = await startHttps(certificate, (request, response) => {
        requests.push(request.headers);
        request.resume();
        const respond = () =>
          response.writeHead(status, status >= 500 ? { "Retry-After": "3600" } : {}).end();
        beforeResponse().then(respond, () => response.destroy());
      });
      const { organizationId, id } = await aStoredWebhook(table);
      const url = `https://localhost:${port}/hook`;
      const webhook = await updateWebhook(table, organizationId, id, { url, ...health, updatedAt: "" });
      return { webhook, owner: { organizationId, webhookId: id }, requests };
    },
  };
}

/** A delivery that only its message has so far, as for an endpoint that was quick when its event was fanned out. */
export function aNewDelivery(webhook: Webhook): { delivery: Delivery; message: OutgoingMessage } {
  const start = aStart(webhook);
  return { delivery: newDelivery(start), message: beginMessage(start, { pace: "quick" }) };
}

/** A stored delivery whose message is in the slow queue. */
export async function aDeliveryInSlowQueue(
  table: Table,
  webhook: Webhook,
): Promise<{ delivery: Delivery; message: OutgoingMessage }> {
  const delivery = newDelivery(aStart(webhook));
  await storeDelivery(table, delivery, Date.now());
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
  return { delivery, message: attemptMessage(delivery, due, { pace: "slow" }) };
}

/** The messages for a delivery's subscription that are in the outbox. */
export async function outboxOf(table: Table, delivery: Delivery): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.filter(({ body }) => "webhookId" in body && body.webhookId === delivery.webhookId);
}
