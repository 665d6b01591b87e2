import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Delivery } from "../../functions/domain/delivery.ts";
import { ended } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { recordDeadLetter } from "../../functions/table/dead-letter-records.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { insertWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
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

type Replay = Extract<OutgoingMessage, { queue: "replays" }>;

const table = testTable();
const noFault: Fault = { kind: "none" };
let rule: FaultRule;
let handle: (messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { endpoint } = provided("database");
  const engines = { dynamodb: endpoint, sqs: "", scheduler: "", kms: "", lambda: "" };
  const { dynamodb } = await startFaultProxy(engines, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamodb);
  const { handler } = await import("../../functions/workers/replay-dead-letters.ts");
  handle = (messages) => invokeWorker(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  rule = () => noFault;
});

async function storeDeadLetters(webhook: Webhook, count: number, atMs = testTimeMs): Promise<Delivery[]> {
  const deliveries = Array.from({ length: count }, () => ended(aDelivery(webhook), "dead_lettered"));
  for (const delivery of deliveries) {
    await storeDelivery(table, delivery);
    await recordDeadLetter(table, delivery, atMs);
  }
  return deliveries;
}

const replayOf = ({ organizationId }: Webhook, webhookId: string | null): Replay => ({
  queue: "replays",
  body: {
    kind: "dead-letters.replay",
    organizationId,
    filter: { webhookId, statuses: ["final_attempt_pending", "exhausted"] },
    upTo: isoTime(testTimeMs + 1),
    after: null,
  },
  notBeforeMs: 0,
  group: organizationId,
});

async function messagesOf(organizationId: string): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.filter(({ body }) => body.organizationId === organizationId);
}

const nextMessage = async ({ organizationId }: Webhook, after: string | null) =>
  (await messagesOf(organizationId)).find(
    ({ body }) => body.kind === "dead-letters.replay" && body.after !== after,
  );

const statusOf = async ({ organizationId, id }: Delivery) =>
  (await readDeadLetter(table, organizationId, deadLetterIdOf(id)))?.status;

it("a bulk replay replays every dead letter that existed when it was requested, one page per message, and no later one", async () => {
  const webhook = await aStoredWebhook(table);
  const current = await storeDeadLetters(webhook, 70);
  const request = replayOf(webhook, null);
  const laterDeliveries = await storeDeadLetters(webhook, 3, testTimeMs + 2);

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
  const request = replayOf(webhook, webhook.id);
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
  await storeDelivery(table, pending);
  await recordDeadLetter(table, pending, testTimeMs);
  const request = replayOf(webhook, null);
  const filter = { webhookId: null, statuses: ["exhausted" as const] };
  expect(await handle([{ ...request, body: { ...request.body, filter } }])).toBe(0);
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
  await handle([replayOf(webhook, webhook.id)]);
  for (const delivery of ownDeliveries) expect(await statusOf(delivery)).toBe("replaying");
  for (const delivery of otherDeliveries) expect(await statusOf(delivery)).toBe("exhausted");

  const laterDeliveries = await storeDeadLetters(webhook, 2);
  await updateWebhook(table, other.organizationId, other.id, { status: "disabled", updatedAt: "" });
  expect(await handle([replayOf(webhook, null)])).toBe(0);
  for (const delivery of laterDeliveries) expect(await statusOf(delivery)).toBe("replaying");
  for (const delivery of otherDeliveries) expect(await statusOf(delivery)).toBe("exhausted");
});

it("a replay does not send a delivery again whose final attempt succeeded since the dead letter was read", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, id } = delivery;
  const read = await readDeadLetter(table, organizationId, deadLetterIdOf(id));
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
  const request = replayOf(webhook, webhook.id);
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
