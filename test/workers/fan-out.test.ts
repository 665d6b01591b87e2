import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { queueVariable } from "../../functions/contract/queues.ts";
import type { EndpointHealth } from "../../functions/domain/endpoint-health.ts";
import { eventMessage, testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { environment } from "../../functions/platform/environment.ts";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { deleteWebhook, insertWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../support/delivery/deliveries.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

const table = testTable();
const forward: Fault = { kind: "none" };
/** What becomes of what the worker sends. */
let rule: FaultRule = () => forward;
let queues: Queues;
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  queues = await startQueues(["deliveries", "slow-deliveries", "dead-letters"]);
  stubWorkerEnvironment();
  const sqs = environment("AWS_ENDPOINT_URL_SQS");
  const engines = { dynamodb: "", sqs, scheduler: "", kms: "", lambda: "" };
  const between = await startFaultProxy(engines, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", between.sqs);
  for (const queue of ["deliveries", "slow-deliveries"] as const) {
    const name = queueVariable(queue, "URL");
    vi.stubEnv(name, environment(name).replace(sqs, between.sqs));
  }
  const { handler } = await import("../../functions/workers/fan-out.ts");
  handle = (...messages) => work(handler, messages);
});
afterAll(() => queues.stop());

async function another(organizationId: string, changes: Partial<Webhook & EndpointHealth>): Promise<Webhook> {
  const webhook = { ...aWebhook(organizationId), ...changes };
  await insertWebhook(table, webhook);
  return webhook;
}

const current = async ({ organizationId, id }: Webhook) =>
  (await pageOfDeliveries(table, organizationId, id, { order: "asc", limit: 10, after: null })).rows;

function published(organizationId: string): OutgoingMessage {
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  return eventMessage(newId("evt"), "post.published", organizationId, data, testTimeMs);
}

it("an event goes to each subscription that asked for it by the lane of its endpoint, once, however often it is fanned out", async () => {
  const { organizationId } = await aStoredWebhook(table);
  const quick = await another(organizationId, { pace: "quick" });
  const slow = await another(organizationId, { pace: "slow" });
  const disabled = await another(organizationId, { pace: "quick", status: "disabled" });
  await another(organizationId, { pace: "quick", events: ["post.failed"] });
  const event = published(organizationId);

  const ids: string[][] = [];
  for (const time of [1, 2]) {
    expect([time, await handle(event)]).toEqual([time, 0]);
    // A disabled subscription's is a message as well: whoever takes it finds how its endpoint then stands.
    const begun = await queues.received("deliveries", 2);
    expect(begun.map(({ group }) => group).toSorted()).toEqual([quick.id, disabled.id].toSorted());
    for (const { group, body } of begun)
      expect(body).toMatchObject({ kind: "delivery.begin", start: { webhookId: group } });
    // The subscription that nothing is known of yet waits beside the slow one.
    const waiting = await queues.received("slow-deliveries", 2);
    expect(waiting).toHaveLength(2);
    expect(waiting.map(({ group }) => group)).toContain(slow.id);
    const starts = [...begun, ...waiting].map(({ body }) =>
      body.kind === "delivery.begin" ? body.start : null,
    );
    ids.push(starts.map((start) => start?.id ?? "").toSorted());
  }
  expect(new Set(ids[0]).size).toBe(4);
  expect(ids[1]).toEqual(ids[0]);
  for (const webhook of [quick, slow, disabled]) expect(await current(webhook)).toEqual([]);
});

it("a test goes to its own subscription and to no other that asks for tests; to none when that one is gone", async () => {
  const { organizationId } = await aStoredWebhook(table);
  const own = await another(organizationId, { pace: "quick", events: ["post.failed"] });
  await another(organizationId, { pace: "quick", events: ["webhook.test"] });
  const gone = testEventMessage(newId("evt"), organizationId, newId("whk"), testTimeMs);
  const test = testEventMessage(newId("evt"), organizationId, own.id, testTimeMs);
  expect(await handle(gone, test)).toBe(0);
  const messages = await queues.received("deliveries", 1);
  expect(messages).toMatchObject([{ body: { start: { webhookId: own.id, type: "webhook.test" } } }]);
});

it("an event goes to the subscriptions of its moment, whatever was made, changed or deleted since the one before it", async () => {
  const { organizationId, id } = await aStoredWebhook(table);
  await deleteWebhook(table, organizationId, id);
  const [kept, changed, deleted] = [
    await another(organizationId, { pace: "quick" }),
    await another(organizationId, { pace: "quick" }),
    await another(organizationId, { pace: "quick" }),
  ];
  const recipients = async (count: number) => {
    expect(await handle(published(organizationId))).toBe(0);
    return (await queues.received("deliveries", count)).map(({ group }) => group).toSorted();
  };
  expect(await recipients(3)).toEqual([kept, changed, deleted].map((one) => one.id).toSorted());
  await updateWebhook(table, organizationId, changed.id, { events: ["post.failed"], updatedAt: "" });
  await deleteWebhook(table, organizationId, deleted.id);
  const made = await another(organizationId, { pace: "quick" });
  expect(await recipients(2)).toEqual([kept, made].map((one) => one.id).toSorted());
});

it("an event comes back when a queue has not taken all of its messages, having reached the others", async () => {
  const { organizationId, id } = await aStoredWebhook(table);
  await deleteWebhook(table, organizationId, id);
  const ids = [
    (await another(organizationId, { pace: "quick" })).id,
    (await another(organizationId, { pace: "quick" })).id,
  ];
  const event = published(organizationId);
  let place = 0;
  rule = () => ({
    kind: "partial",
    isLeftOut: () => {
      place += 1;
      return place === 1;
    },
  });
  expect(await handle(event)).toBe(1);
  rule = () => forward;
  const [reached] = await queues.received("deliveries", 1);
  expect(ids).toContain(reached?.group);
  expect(await handle(event)).toBe(0);
  const again = await queues.received("deliveries", 2);
  expect(again.map(({ group }) => group).toSorted()).toEqual(ids.toSorted());
});
