import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { queueVariable } from "../../functions/contract/queues.ts";
import type { EndpointHealth } from "../../functions/domain/endpoint-health.ts";
import { eventMessage, testEventMessage } from "../../functions/domain/event-message.ts";
import { deliveryQueues, type OutgoingMessage } from "../../functions/domain/message.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { environment } from "../../functions/platform/environment.ts";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { deleteWebhook, insertWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../support/delivery/deliveries.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import { type Queues, startQueues, workerAccessKey } from "../support/workers/queues.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
const noFault: Fault = { kind: "none" };
/** The faults of the messages that the worker sends. */
let rule: FaultRule = () => noFault;
let queues: Queues;
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  queues = await startQueues(["events", ...deliveryQueues, "dead-letters"]);
  stubWorkerEnvironment();
  const sqs = environment("AWS_ENDPOINT_URL_SQS");
  const between = await startFaultProxy({ sqs }, () => rule, undefined, workerAccessKey);
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", between.sqs);
  for (const queue of ["events", ...deliveryQueues] as const) {
    const name = queueVariable(queue, "URL");
    vi.stubEnv(name, environment(name).replace(sqs, between.sqs));
  }
  const { handler } = await import("../../functions/workers/fan-out.ts");
  handle = (...messages) => invokeWorker(handler, messages);
});
afterAll(() => queues.stop());

/** The subscription whose delivery a message begins. */
const recipientOf = ({ body }: OutgoingMessage) =>
  body.kind === "delivery.begin" ? body.start.webhookId : "";

async function aWebhookOf(
  organizationId: string,
  changes: Partial<Webhook & EndpointHealth>,
): Promise<Webhook> {
  const webhook = { ...aWebhook(organizationId), ...changes };
  await insertWebhook(table, webhook);
  return webhook;
}

const deliveriesOf = async ({ organizationId, id }: Webhook) =>
  (await pageOfDeliveries(table, organizationId, id, { order: "asc", limit: 10, after: null }, Date.now()))
    .rows;

function published(organizationId: string): OutgoingMessage {
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  return eventMessage(newId("evt"), "post.published", organizationId, data, testTimeMs);
}

it("an event is sent to each subscription of its type through its endpoint's queue, with the same delivery ids however often it is fanned out", async () => {
  const unknown = await aStoredWebhook(table);
  const { organizationId } = unknown;
  const quick = await aWebhookOf(organizationId, { pace: "quick" });
  const slow = await aWebhookOf(organizationId, { pace: "slow" });
  const disabled = await aWebhookOf(organizationId, { pace: "quick", status: "disabled" });
  await aWebhookOf(organizationId, { pace: "quick", events: ["post.failed"] });
  const event = published(organizationId);

  const ids: string[][] = [];
  for (const time of [1, 2]) {
    expect([time, await handle(event)]).toEqual([time, 0]);
    // A disabled subscription gets a message too: the delivery worker reads the current state of its endpoint.
    const fromQuick = await queues.receive("deliveries", 2);
    expect(fromQuick.map(recipientOf).toSorted()).toEqual([quick.id, disabled.id].toSorted());
    const fromNew = await queues.receive("new-deliveries", 1);
    expect(fromNew.map(recipientOf)).toEqual([unknown.id]);
    const fromSlow = await queues.receive("slow-deliveries", 1);
    expect(fromSlow.map(recipientOf)).toEqual([slow.id]);
    // The subscriptions of an organization share its part of each queue.
    for (const { group } of [...fromQuick, ...fromNew, ...fromSlow]) expect(group).toBe(organizationId);
    const starts = [...fromQuick, ...fromNew, ...fromSlow].map(({ body }) =>
      body.kind === "delivery.begin" ? body.start : null,
    );
    ids.push(starts.map((start) => start?.id ?? "").toSorted());
  }
  expect(new Set(ids[0]).size).toBe(4);
  expect(ids[1]).toEqual(ids[0]);
  for (const webhook of [quick, slow, disabled]) expect(await deliveriesOf(webhook)).toEqual([]);
});

it("a test event is sent to its own subscription and to no other one with tests, and to none when that subscription is deleted", async () => {
  const { organizationId } = await aStoredWebhook(table);
  const own = await aWebhookOf(organizationId, { pace: "quick", events: ["post.failed"] });
  await aWebhookOf(organizationId, { pace: "quick", events: ["webhook.test"] });
  const gone = testEventMessage(newId("evt"), organizationId, newId("whk"), testTimeMs);
  const test = testEventMessage(newId("evt"), organizationId, own.id, testTimeMs);
  expect(await handle(gone, test)).toBe(0);
  const messages = await queues.receive("deliveries", 1);
  expect(messages).toMatchObject([{ body: { start: { webhookId: own.id, type: "webhook.test" } } }]);
});

it("an event is sent to the current subscriptions, whatever was created, changed or deleted since the event before it", async () => {
  const { organizationId, id } = await aStoredWebhook(table);
  await deleteWebhook(table, organizationId, id, []);
  const [unchanged, changed, deleted] = [
    await aWebhookOf(organizationId, { pace: "quick" }),
    await aWebhookOf(organizationId, { pace: "quick" }),
    await aWebhookOf(organizationId, { pace: "quick" }),
  ];
  const recipients = async (count: number) => {
    expect(await handle(published(organizationId))).toBe(0);
    return (await queues.receive("deliveries", count)).map(recipientOf).toSorted();
  };
  expect(await recipients(3)).toEqual([unchanged, changed, deleted].map((one) => one.id).toSorted());
  await updateWebhook(table, organizationId, changed.id, { events: ["post.failed"], updatedAt: "" });
  await deleteWebhook(table, organizationId, deleted.id, []);
  const created = await aWebhookOf(organizationId, { pace: "quick" });
  expect(await recipients(2)).toEqual([unchanged, created].map((one) => one.id).toSorted());
});

it("an event returns after a failure when a queue does not accept all of its messages, and the other messages are sent", async () => {
  const { organizationId, id } = await aStoredWebhook(table);
  await deleteWebhook(table, organizationId, id, []);
  const ids = [
    (await aWebhookOf(organizationId, { pace: "quick" })).id,
    (await aWebhookOf(organizationId, { pace: "quick" })).id,
  ];
  const event = published(organizationId);
  let count = 0;
  rule = () => ({
    kind: "partial",
    isLeftOut: () => {
      count += 1;
      return count === 1;
    },
  });
  const waiting = await queues.delayedCount("events");
  expect(await handle(event)).toBe(0);
  rule = () => noFault;
  expect(await queues.delayedCount("events")).toBe(waiting + 1);
  const [sent] = await queues.receive("deliveries", 1);
  expect(ids).toContain(sent && recipientOf(sent));
  expect(await handle(event)).toBe(0);
  const again = await queues.receive("deliveries", 2);
  expect(again.map(recipientOf).toSorted()).toEqual(ids.toSorted());
});
