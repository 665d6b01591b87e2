import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { bulkReplayMessage, type ReplayFilter } from "../../functions/domain/bulk-replay.ts";
import type { Delivery } from "../../functions/domain/delivery.ts";
import { ended } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { readBulkReplay } from "../../functions/table/bulk-replays.ts";
import { recordDeadLetter } from "../../functions/table/dead-letter-records.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { insertWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { storeBulkReplay } from "../support/delivery/bulk-replays.ts";
import {
  aDeadLetteredDelivery,
  aStoredWebhook,
  makeAttempt,
  storedDelivery,
} from "../support/delivery/deliveries.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { provided } from "../support/setup/provided.ts";
import { aDelivery, aWebhook, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
/** The worker reads the clock of this machine. */
const now = Date.now();
const noFault: Fault = { kind: "none" };
let rule: FaultRule;
let handle: (messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { endpoint } = provided("database");
  const { dynamodb } = await startFaultProxy({ dynamodb: endpoint }, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamodb);
  const { handler } = await import("../../functions/workers/replay-dead-letters.ts");
  handle = (messages) => invokeWorker(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  rule = () => noFault;
});

async function storeDeadLetters(webhook: Webhook, count: number, atMs = now): Promise<Delivery[]> {
  const deliveries = Array.from({ length: count }, () => ended(aDelivery(webhook), "dead_lettered"));
  for (const delivery of deliveries) {
    await storeDelivery(table, delivery, Date.now());
    await recordDeadLetter(table, delivery, atMs);
  }
  return deliveries;
}

/** Stores a bulk replay of all dead letters that exist now, and returns the message of its first page. */
async function replayOf(
  { organizationId }: Webhook,
  webhookId: string | null,
  statuses?: ReplayFilter["statuses"],
): Promise<OutgoingMessage> {
  const filter = { webhookId, ...(statuses && { statuses }) };
  return bulkReplayMessage(await storeBulkReplay(table, organizationId, filter, now + 1));
}

async function messagesOf(organizationId: string): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.filter(({ body }) => body.organizationId === organizationId);
}

const nextMessage = async ({ organizationId }: Webhook, after: string | null) =>
  (await messagesOf(organizationId)).find(
    ({ body }) => body.kind === "dead-letters.replay" && body.after !== after,
  );

const statusOf = async ({ organizationId, id }: Delivery) =>
  (await readDeadLetter(table, organizationId, deadLetterIdOf(id), Date.now()))?.status;

it("a bulk replay replays every dead letter that existed when it was requested, one page per message, and no later one", async () => {
  const webhook = await aStoredWebhook(table);
  const current = await storeDeadLetters(webhook, 70);
  const request = await replayOf(webhook, null);
  const laterDeliveries = await storeDeadLetters(webhook, 3, now + 2);

  expect(await handle([request])).toBe(0);
  const nextPage = await nextMessage(webhook, null);
  expect(nextPage).toMatchObject({
    queue: "replays",
    body: { after: expect.stringContaining(deadLetterIdOf(current[49]?.id ?? "")) },
  });
  expect(await handle(nextPage === undefined ? [] : [nextPage])).toBe(0);

  for (const delivery of current)
    expect(await storedDelivery(table, delivery)).toMatchObject({ cycle: 2, status: "pending" });
  for (const delivery of laterDeliveries) expect(await statusOf(delivery)).toBe("exhausted");
  const messages = await messagesOf(webhook.organizationId);
  expect(messages.filter(({ body }) => body.kind === "delivery.attempt")).toHaveLength(70);
  expect(messages.filter(({ body }) => body.kind === "dead-letters.replay")).toHaveLength(1);
});

it("a bulk replay whose message comes twice replays nothing twice", async () => {
  const webhook = await aStoredWebhook(table);
  const [failedAgain, waiting] = await storeDeadLetters(webhook, 2);
  const request = await replayOf(webhook, webhook.id);
  for (let time = 0; time < 2; time += 1) {
    expect(await handle([request])).toBe(0);
    if (failedAgain && time === 0) await makeAttempt(table, failedAgain, false);
  }
  for (const delivery of [failedAgain, waiting])
    expect(delivery && (await storedDelivery(table, delivery))).toMatchObject({ cycle: 2 });
});

it("a bulk replay does not replay dead letters in another status", async () => {
  const webhook = await aStoredWebhook(table);
  const [exhausted] = await storeDeadLetters(webhook, 1);
  const pending: Delivery = { ...aDelivery(webhook), status: "dead_lettered", nextAttempt: 6 };
  await storeDelivery(table, pending, Date.now());
  await recordDeadLetter(table, pending, now);
  expect(await handle([await replayOf(webhook, null, ["exhausted"])])).toBe(0);
  expect(exhausted && (await statusOf(exhausted))).toBe("replaying");
  expect(await statusOf(pending)).toBe("final_attempt_pending");
});

it("a bulk replay does not replay another subscription's dead letters, and continues past those that cannot be replayed", async () => {
  const webhook = await aStoredWebhook(table);
  const other = aWebhook(webhook.organizationId);
  await insertWebhook(table, other);
  const [ownDeliveries, otherDeliveries] = [
    await storeDeadLetters(webhook, 2),
    await storeDeadLetters(other, 2),
  ];
  await handle([await replayOf(webhook, webhook.id)]);
  for (const delivery of ownDeliveries) expect(await statusOf(delivery)).toBe("replaying");
  for (const delivery of otherDeliveries) expect(await statusOf(delivery)).toBe("exhausted");

  const laterDeliveries = await storeDeadLetters(webhook, 2);
  await updateWebhook(table, other.organizationId, other.id, { status: "disabled", updatedAt: "" });
  expect(await handle([await replayOf(webhook, null)])).toBe(0);
  for (const delivery of laterDeliveries) expect(await statusOf(delivery)).toBe("replaying");
  for (const delivery of otherDeliveries) expect(await statusOf(delivery)).toBe("exhausted");
});

it("a replay does not send a delivery again whose final attempt succeeded since the dead letter was read", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, id } = delivery;
  const read = await readDeadLetter(table, organizationId, deadLetterIdOf(id), Date.now());
  if (read === null) throw new Error("no dead letter");
  await makeAttempt(table, delivery, true);
  const statuses = ["final_attempt_pending", "exhausted"] as const;
  await expect(replayDeadLetter(table, read, testTimeMs, statuses)).rejects.toThrow(
    "This event is already resolved.",
  );
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded", cycle: 1 });
  expect(await statusOf(delivery)).toBe("resolved");
});

it("a bulk replay fails when the table rejects one of its writes, and its retry replays the rest", async () => {
  const webhook = await aStoredWebhook(table);
  const [before, failing, after] = await storeDeadLetters(webhook, 3);
  const request = await replayOf(webhook, webhook.id);
  rule = ({ action, body }) =>
    action === "TransactWriteItems" && JSON.stringify(body).includes(failing?.id ?? "?")
      ? { kind: "error", status: 400, code: "AccessDeniedException" }
      : noFault;
  expect(await handle([request])).toBe(1);
  expect(failing && (await statusOf(failing))).toBe("exhausted");
  rule = () => noFault;
  expect(await handle([request])).toBe(0);
  for (const delivery of [before, failing, after])
    expect(delivery && (await storedDelivery(table, delivery))).toMatchObject({
      cycle: 2,
      status: "pending",
    });
});

/** Stores a number of dead letters of a subscription, some at a time. */
async function storeManyDeadLetters(webhook: Webhook, count: number): Promise<void> {
  for (let stored = 0; stored < count; stored += 33)
    await Promise.all(
      Array.from({ length: Math.min(33, count - stored) }, () => storeDeadLetters(webhook, 1)),
    );
}

it("a bulk replay of dead letters that cannot be replayed makes no transaction, and counts them", async () => {
  const active = await aStoredWebhook(table);
  const { organizationId } = active;
  const disabled = aWebhook(organizationId);
  const deleted = aWebhook(organizationId);
  await insertWebhook(table, disabled);
  await storeManyDeadLetters(disabled, 429);
  await storeManyDeadLetters(deleted, 5);
  await updateWebhook(table, organizationId, disabled.id, { status: "disabled", updatedAt: "" });
  const request = await replayOf(active, null);
  const calls: string[] = [];
  rule = ({ action }) => {
    calls.push(action);
    return noFault;
  };
  expect(await handle([request])).toBe(0);
  const writes = calls.filter((action) => !/^(Query|GetItem|BatchGetItem)$/.test(action));
  expect(writes).toEqual(["PutItem"]);
  expect(await messagesOf(organizationId)).toEqual([]);
  expect(await storedReplay(request)).toMatchObject({ status: "finished", replayed: 0, skipped: 434 });
}, 60_000);

it("the progress of a bulk replay can be read after every page, and a message that comes twice changes nothing", async () => {
  const webhook = await aStoredWebhook(table);
  await storeManyDeadLetters(webhook, 60);
  const request = await replayOf(webhook, webhook.id);
  expect(await handle([request])).toBe(0);
  const halfway = await storedReplay(request);
  expect(halfway).toMatchObject({ status: "running", replayed: 50, skipped: 0, finishedAt: null });
  expect(await handle([request])).toBe(0);
  expect(await storedReplay(request)).toEqual(halfway);
  const next = await nextMessage(webhook, null);
  for (let time = 0; time < 2; time += 1) expect(await handle(next === undefined ? [] : [next])).toBe(0);
  const finished = { status: "finished", replayed: 60, skipped: 0, finishedAt: expect.any(String) };
  expect(await storedReplay(request)).toMatchObject(finished);
  expect((await messagesOf(webhook.organizationId)).filter(({ queue }) => queue === "replays")).toEqual([
    next,
  ]);
}, 30_000);

async function storedReplay({ body }: OutgoingMessage) {
  if (body.kind !== "dead-letters.replay") throw new Error("not the message of a bulk replay");
  return readBulkReplay(table, { organizationId: body.organizationId, id: body.replayId }, now);
}
