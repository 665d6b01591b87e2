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
import type { OutgoingMessage } from "../../../functions/domain/message.ts";
import type { Webhook } from "../../../functions/domain/webhook.ts";
import { environment } from "../../../functions/platform/environment.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { updateWebhook } from "../../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../delivery/deliveries.ts";
import { messagesOf } from "../faults/aws-call.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../faults/fault-proxy.ts";
import { startHttps, trustedCertificate } from "../http/receiver.ts";
import { aStart } from "../table/entities.ts";
import { everyOutboxItem } from "../table/table.ts";
import { type Queues, startQueues } from "./queues.ts";
import { stubWorkerEnvironment, work } from "./worker.ts";

const forward: Fault = { kind: "none" };
/** Lets what the worker sends through. */
export const forwardAll: FaultRule = () => forward;

/** An endpoint that was waited for in vain: two workers at once are all that it gets. */
export const hanging = { pace: "hanging" } as const;

/** The worker of deliveries with real queues, for the tests of a file. */
interface DeliverStage {
  /** Answers with how many of the messages failed. */
  handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;
  queues: () => Queues;
  /** Says from now on what becomes of what the worker sends. */
  setRule: (rule: FaultRule) => void;
  /** What the worker has sent to its queues. */
  sent: readonly OutgoingMessage[];
  /**
   * A subscription whose endpoint answers each request with a status, and the headers of what came to it.
   * @param meanwhile what the endpoint waits for before it answers
   */
  anEndpoint: (
    health: Partial<EndpointHealth>,
    status?: number,
    meanwhile?: () => Promise<unknown>,
  ) => Promise<{
    webhook: Webhook;
    owner: { organizationId: string; webhookId: string };
    requests: IncomingHttpHeaders[];
  }>;
}

export function deliverStage(table: Table): DeliverStage {
  let rule = forwardAll;
  const sent: OutgoingMessage[] = [];
  let queues: Queues;
  let certificate: Awaited<ReturnType<typeof trustedCertificate>>;
  let handle: DeliverStage["handle"];

  beforeAll(async () => {
    queues = await startQueues(["deliveries", "slow-deliveries"]);
    stubWorkerEnvironment();
    const sqs = environment("AWS_ENDPOINT_URL_SQS");
    const engines = { dynamodb: "", sqs, scheduler: "", kms: "", lambda: "" };
    const between = await startFaultProxy(
      engines,
      () => rule,
      (call) => sent.push(...messagesOf(call).map((text): OutgoingMessage => JSON.parse(text))),
    );
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", between.sqs);
    for (const queue of ["deliveries", "slow-deliveries"] as const) {
      const name = queueVariable(queue, "URL");
      vi.stubEnv(name, environment(name).replace(sqs, between.sqs));
    }
    certificate = await trustedCertificate();
    const { handler } = await import("../../../functions/workers/deliver.ts");
    handle = (...messages) => work(handler, messages);
  });
  afterAll(() => queues.stop());

  return {
    handle: (...messages) => handle(...messages),
    queues: () => queues,
    setRule(next) {
      rule = next;
    },
    sent,
    async anEndpoint(health, status = 204, meanwhile = () => Promise.resolve()) {
      const requests: IncomingHttpHeaders[] = [];
      const port = await startHttps(certificate, (request, response) => {
        requests.push(request.headers);
        request.resume();
        const answer = () => response.writeHead(status, status >= 500 ? { "Retry-After": "3600" } : {}).end();
        meanwhile().then(answer, () => response.destroy());
      });
      const { organizationId, id } = await aStoredWebhook(table);
      const url = `https://localhost:${port}/hook`;
      const webhook = await updateWebhook(table, organizationId, id, { url, ...health, updatedAt: "" });
      return { webhook, owner: { organizationId, webhookId: id }, requests };
    },
  };
}

/** A delivery that has only its message yet, as for an endpoint that was quick when its event was fanned out. */
export function aBegunDelivery(webhook: Webhook): { delivery: Delivery; message: OutgoingMessage } {
  const start = aStart(webhook);
  return { delivery: newDelivery(start), message: beginMessage(start, { pace: "quick" }) };
}

/** A delivery that is stored and waits in the slow queue. */
export async function aWaitingDelivery(
  table: Table,
  webhook: Webhook,
): Promise<{ delivery: Delivery; message: OutgoingMessage }> {
  const delivery = newDelivery(aStart(webhook));
  await storeDelivery(table, delivery);
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
  return { delivery, message: attemptMessage(delivery, due, { pace: "slow" }) };
}

/** The messages that are still owed to a delivery's subscription. */
export async function intentsOf(table: Table, delivery: Delivery): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((intent) => intent.messages);
  return messages.filter((message) => message.group === delivery.webhookId);
}
