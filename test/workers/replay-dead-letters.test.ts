import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";
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
import { aDelivery, aWebhook, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

type Replay = Extract<OutgoingMessage, { queue: "replays" }>;

const table = testTable();
const forward: Fault = { kind: "none" };
let rule: FaultRule;
let handle: (messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { endpoint } = inject("database");
  const engines = { dynamodb: endpoint, sqs: "", scheduler: "", kms: "", lambda: "" };
  const { dynamodb } = await startFaultProxy(engines, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamodb);
  const { handler } = await import("../../functions/workers/replay-dead-letters.ts");
  handle = (messages) => work(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  rule = () => forward;
});

async function giveUp(webhook: Webhook, count: number, atMs = testTimeMs): Promise<Delivery[]> {
  const deliveries = Array.from({ length: count }, () => ended(aDelivery(webhook), "dead_lettered"));
  for (const one of deliveries) {
    await storeDelivery(table, one);
    await recordDeadLetter(table, one, atMs);
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
  const messages = (await everyOutboxItem(table)).flatMap((intent) => intent.messages);
  return messages.filter(({ body }) => body.organizationId === organizationId);
}

const next = async ({ organizationId }: Webhook, after: string | null) =>
  (await messagesOf(organizationId)).find(
    ({ body }) => body.kind === "dead-letters.replay" && body.after !== after,
  );

const statusOf = async ({ organizationId, id }: Delivery) =>
  (await readDeadLetter(table, organizationId, deadLetterIdOf(id)))?.status;

it("puts every dead letter back that stood when it was asked for, a page a message, and none that came later", async () => {
  const webhook = await aStoredWebhook(table);
  const current = await giveUp(webhook, 70);
  const asked = replayOf(webhook, null);
  const later = await giveUp(webhook, 3, testTimeMs + 2);

  expect(await handle([asked])).toBe(0);
  const rest = await next(webhook, null);
  expect(rest).toMatchObject({
    queue: "replays",
    body: { after: expect.stringContaining(deadLetterIdOf(current[49]?.id ?? "")) },
  });
  expect(await handle(rest === undefined ? [] : [rest])).toBe(0);

  for (const one of current)
    expect(await storedDelivery(table, one)).toMatchObject({ cycle: 2, status: "pending" });
  for (const one of later) expect(await statusOf(one)).toBe("exhausted");
  const messages = await messagesOf(webhook.organizationId);
  expect(messages.filter(({ body }) => body.kind === "delivery.attempt")).toHaveLength(70);
  expect(messages.filter(({ body }) => body.kind === "dead-letters.replay")).toHaveLength(1);
});

it("handled twice puts nothing back twice", async () => {
  const webhook = await aStoredWebhook(table);
  const [failedAgain, waiting] = await giveUp(webhook, 2);
  const asked = replayOf(webhook, webhook.id);
  for (let time = 0; time < 2; time += 1) {
    expect(await handle([asked])).toBe(0);
    if (failedAgain && time === 0) await makeAttempt(table, failedAgain, false);
  }
  for (const one of [failedAgain, waiting])
    expect(one && (await storedDelivery(table, one))).toMatchObject({ cycle: 2 });
});

it("leaves what is in a status that was not asked for", async () => {
  const webhook = await aStoredWebhook(table);
  const [exhausted] = await giveUp(webhook, 1);
  const pending: Delivery = { ...aDelivery(webhook), status: "dead_lettered", nextAttempt: 6 };
  await storeDelivery(table, pending);
  await recordDeadLetter(table, pending, testTimeMs);
  const asked = replayOf(webhook, null);
  const filter = { webhookId: null, statuses: ["exhausted" as const] };
  expect(await handle([{ ...asked, body: { ...asked.body, filter } }])).toBe(0);
  expect(exhausted && (await statusOf(exhausted))).toBe("replaying");
  expect(await statusOf(pending)).toBe("final_attempt_pending");
});

it("leaves what belongs to another subscription, and stops at none that cannot be replayed", async () => {
  const webhook = await aStoredWebhook(table);
  const other = aWebhook(webhook.organizationId);
  await insertWebhook(table, other);
  const [mine, others] = [await giveUp(webhook, 2), await giveUp(other, 2)];
  await handle([replayOf(webhook, webhook.id)]);
  for (const one of mine) expect(await statusOf(one)).toBe("replaying");
  for (const one of others) expect(await statusOf(one)).toBe("exhausted");

  const active = await giveUp(webhook, 2);
  await updateWebhook(table, other.organizationId, other.id, { status: "disabled", updatedAt: "" });
  expect(await handle([replayOf(webhook, null)])).toBe(0);
  for (const one of active) expect(await statusOf(one)).toBe("replaying");
  for (const one of others) expect(await statusOf(one)).toBe("exhausted");
});

it("does not send again what its final attempt has delivered since it was read", async () => {
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

it("comes back when the table does not take one of them, and leaves none out then", async () => {
  const webhook = await aStoredWebhook(table);
  const [before, failing, after] = await giveUp(webhook, 3);
  const asked = replayOf(webhook, webhook.id);
  rule = ({ action, body }) =>
    action === "TransactWriteItems" && JSON.stringify(body).includes(failing?.id ?? "?")
      ? { kind: "error", status: 400, code: "AccessDeniedException" }
      : forward;
  expect(await handle([asked])).toBe(1);
  expect(failing && (await statusOf(failing))).toBe("exhausted");
  rule = () => forward;
  expect(await handle([asked])).toBe(0);
  for (const one of [before, failing, after])
    expect(one && (await storedDelivery(table, one))).toMatchObject({ cycle: 2, status: "pending" });
});
