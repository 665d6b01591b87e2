import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { ulid } from "ulid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { eventMessage } from "../../functions/domain/event-message.ts";
import { deliveryQueues, type OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { deleteItems } from "../../functions/table/store/delete-items.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import type * as FanOut from "../../functions/workers/fan-out.ts";
import type * as Relay from "../../functions/workers/relay.ts";
import type * as Sweep from "../../functions/workers/sweep.ts";
import { aStoredWebhook } from "../support/delivery/deliveries.ts";
import { aWebhook, newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { everyOutboxItem } from "../support/table/table.ts";
import { measureMessage } from "../support/workers/measure-message.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { streamEventOf } from "../support/workers/schedules.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

// A table of its own, because the sweep reads the outbox items of all organizations.
let table: Table;
let queues: Queues;
let relay: typeof Relay.handler;
let sweep: typeof Sweep.handler;
let fanOut: typeof FanOut.handler;

beforeAll(async () => {
  ({ table } = await ownTable());
  // There is no queue for runs, so a message for it cannot be dispatched.
  queues = await startQueues(["analytics", "events", ...deliveryQueues]);
  stubWorkerEnvironment();
  vi.stubEnv("TABLE_NAME", table.name);
  ({ handler: relay } = await import("../../functions/workers/relay.ts"));
  ({ handler: sweep } = await import("../../functions/workers/sweep.ts"));
  ({ handler: fanOut } = await import("../../functions/workers/fan-out.ts"));
});
afterAll(() => queues.stop());

function anEventOf(organizationId: string): OutgoingMessage {
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  return eventMessage(newId("evt"), "post.published", organizationId, data, Date.now());
}

function aMessageWithoutQueue(): OutgoingMessage {
  const organizationId = newId("org");
  const body = { kind: "run.execute" as const, organizationId, runId: newId("run") };
  return { queue: "runs", body, notBeforeMs: 0, group: organizationId };
}

/** Stores each message as an outbox item of the given age. */
async function storeOutbox(messages: readonly OutgoingMessage[], ageMs = 0): Promise<void> {
  const aged = { ...table, newOutboxId: () => ulid(Date.now() - ageMs) };
  for (const message of messages) await commit(aged, [], { messages: [message] });
}

/** The messages of one delivery to a new endpoint and of one to a quick one. */
const receivedDeliveries = async () => [
  ...(await queues.receive("new-deliveries", 1)),
  ...(await queues.receive("deliveries", 1)),
];

const outboxMessages = async () => (await everyOutboxItem(table)).flatMap(({ messages }) => messages);

it("the relay deletes the outbox items that it dispatched, and only an item that it could not dispatch stays and fails", async () => {
  const [first, unsendable, last] = [measureMessage(), aMessageWithoutQueue(), measureMessage()];
  await storeOutbox([first, unsendable, last]);
  const records = (await everyOutboxItem(table)).map(({ pk, sk, messages }) => ({
    dynamodb: {
      NewImage: marshall({ pk, sk, messages: JSON.stringify(messages) }),
      SequenceNumber: `of ${messages[0]?.group ?? ""}`,
    },
  }));
  const { batchItemFailures } = await relay(trusted<DynamoDBStreamEvent>({ Records: records }));
  expect(batchItemFailures).toEqual([{ itemIdentifier: `of ${unsendable.group}` }]);
  const sent = await queues.receive("analytics", 2);
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(expect.arrayContaining([first, last]));
  expect(await outboxMessages()).toEqual([unsendable]);
});

it("the relay sends a message that its worker dispatches itself only if its outbox item is still there", async () => {
  const [gone, left] = [measureMessage(), measureMessage()];
  const accepting = { accepts: () => true, dispatch: () => Promise.resolve() };
  for (const message of [gone, left])
    await commit({ ...table, dispatcher: accepting }, [], { messages: [message] });
  const items = (await everyOutboxItem(table)).filter(({ isDirect }) => isDirect);
  expect(items).toHaveLength(2);
  await deleteItems(
    table,
    items.filter(({ messages }) => messages[0]?.group === gone.group),
  );
  expect(await relay(streamEventOf(items))).toEqual({ batchItemFailures: [] });
  expect(await queues.receive("analytics", 1)).toEqual([left]);
  expect((await everyOutboxItem(table)).filter(({ isDirect }) => isDirect)).toEqual([]);
});

it("the relay sends the same deliveries of an event with few subscriptions as the worker of its queue, however often", async () => {
  const { organizationId } = await aStoredWebhook(table);
  await insertWebhook(table, { ...aWebhook(organizationId), pace: "quick" });
  await insertWebhook(table, { ...aWebhook(organizationId), events: ["post.failed"] });
  const event = anEventOf(organizationId);
  expect(await invokeWorker(fanOut, [event])).toBe(0);
  const expected = await receivedDeliveries();
  expect(expected).toHaveLength(2);
  for (const time of [1, 2]) {
    await storeOutbox([event]);
    const items = (await everyOutboxItem(table)).filter(({ messages }) => messages[0]?.queue === "events");
    expect([time, await relay(streamEventOf(items))]).toEqual([time, { batchItemFailures: [] }]);
    expect([time, await receivedDeliveries()]).toEqual([time, expected]);
  }
  expect((await outboxMessages()).filter(({ queue }) => queue === "events")).toEqual([]);
});

it("the relay sends an event with eleven subscriptions to the queue of events, and nothing for an event without any", async () => {
  const { organizationId } = await aStoredWebhook(table);
  for (let count = 0; count < 10; count += 1) await insertWebhook(table, aWebhook(organizationId));
  const [toMany, toNobody] = [anEventOf(organizationId), anEventOf(newId("org"))];
  await storeOutbox([toMany, toNobody]);
  const items = (await everyOutboxItem(table)).filter(({ messages }) => messages[0]?.queue === "events");
  expect(await relay(streamEventOf(items))).toEqual({ batchItemFailures: [] });
  expect(await queues.receive("events", 1)).toEqual([toMany]);
  expect((await outboxMessages()).filter(({ queue }) => queue === "events")).toEqual([]);
});

it("the sweep dispatches outbox items older than two minutes, and leaves newer items and those that cannot be dispatched", async () => {
  const before = await outboxMessages();
  const [missed, unsendable, fresh] = [measureMessage(), aMessageWithoutQueue(), measureMessage()];
  await storeOutbox([missed, unsendable], 3 * minuteMs);
  await storeOutbox([fresh], minuteMs);
  await sweep();
  expect(await queues.receive("analytics", 1)).toEqual([missed]);
  const left = await outboxMessages();
  expect(left).toHaveLength(before.length + 2);
  expect(left).toEqual(expect.arrayContaining([...before, unsendable, fresh]));
});
