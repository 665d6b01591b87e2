import { expect, it } from "vitest";
import { afterAttempt, type Delivery, ended } from "../../functions/domain/delivery.ts";
import { dayMs, secondMs } from "../../functions/domain/time.ts";
import { recordDeadLetter } from "../../functions/table/dead-letter-records.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import { pageOfDeadLetters, readDeadLetter } from "../../functions/table/dead-letters.ts";
import {
  abandonDelivery,
  leaseAttempt,
  pageOfDeliveries,
  recordOutcome,
  recordOutcomes,
  storeDeliveries,
  storeDelivery,
} from "../../functions/table/deliveries.ts";
import { deadLetterIdOf, deadLetterKey, deliveryKey, type Key } from "../../functions/table/keys.ts";
import { metricsOfRun } from "../../functions/table/metrics.ts";
import { pageOfRuns } from "../../functions/table/run-lists.ts";
import { completeRun, failRun, insertRun, leaseRun, readRunWithStages } from "../../functions/table/runs.ts";
import type { Item } from "../../functions/table/store/change.ts";
import { readItem } from "../../functions/table/store/read.ts";
import {
  aDeadLetteredDelivery,
  aStoredWebhook,
  leaseFirstAttempt,
  makeAttempt,
  storedDelivery,
} from "../support/delivery/deliveries.ts";
import { aDelivery, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const laterMs = now + 3 * dayMs;
const page = { order: "asc", limit: 10, after: null } as const;
const all = { webhookId: undefined, statuses: undefined };

/** In how many days after a moment the table may delete an item; null: never. */
async function daysLeft(key: Key, atMs: number): Promise<number | null> {
  const item = await readItem<Item>(table, key);
  if (item === null) throw new Error("the item is not stored");
  return item.expiresAt === undefined ? null : (Number(item.expiresAt) * secondMs - atMs) / dayMs;
}

const failed = (delivery: Delivery, nowMs: number) => {
  const attempt = { number: 1, at: "", statusCode: 500, latencyMs: 1, error: null, response: "" };
  return afterAttempt(delivery, { succeeded: false, attempt }, nowMs);
};

it("a delivery expires 30 days after its last change, whichever write that is", async () => {
  const webhook = await aStoredWebhook(table);
  const [one, batched, leased] = [aDelivery(webhook), aDelivery(webhook), aDelivery(webhook)];
  await storeDelivery(table, one, now);
  await storeDeliveries(table, [batched], now);
  const lease = { cycle: 1, attempt: 1, leaseToken: "t", nowMs: now, untilMs: now + 1 };
  await leaseFirstAttempt(table, leased, lease);
  for (const delivery of [one, batched, leased]) expect(await daysLeft(deliveryKey(delivery), now)).toBe(30);

  for (const delivery of [one, batched]) await leaseAttempt(table, delivery, lease);
  const options = { leaseToken: "t", nowMs: laterMs, messages: [] };
  await recordOutcome(table, one, failed(one, laterMs), options);
  const outcome = { before: leased, after: ended(leased, "succeeded"), leaseToken: "t" };
  await recordOutcomes(table, [outcome], laterMs);
  await abandonDelivery(table, batched, { cycle: 1, attempt: 1 }, laterMs);
  for (const delivery of [one, batched, leased])
    expect(await daysLeft(deliveryKey(delivery), laterMs)).toBe(30);
});

it("a dead letter expires 90 days after its last change, or 30 when it is resolved", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, id } = delivery;
  const key = deadLetterKey(organizationId, deadLetterIdOf(id));
  expect(await daysLeft(key, now)).toBe(90);
  const letter = await readDeadLetter(table, organizationId, deadLetterIdOf(id), now);
  if (letter === null) throw new Error("there is no dead letter");
  await replayDeadLetter(table, letter, laterMs);
  expect([await daysLeft(key, laterMs), await daysLeft(deliveryKey(delivery), laterMs)]).toEqual([90, 30]);
  await makeAttempt(table, delivery, true);
  expect(await daysLeft(key, now)).toBe(30);
});

it("a delivery and a dead letter that have expired are neither listed nor found, although the table still has them", async () => {
  const { organizationId, webhookId, id } = await aDeadLetteredDelivery(table);
  const found = async (nowMs: number) => [
    (await pageOfDeliveries(table, organizationId, webhookId, page, nowMs)).rows.length,
    (await pageOfDeadLetters(table, organizationId, all, page, nowMs)).rows.length,
    (await readDeadLetter(table, organizationId, deadLetterIdOf(id), nowMs)) === null ? 0 : 1,
  ];
  expect(await found(now + 29 * dayMs)).toEqual([1, 1, 1]);
  expect(await found(now + 31 * dayMs)).toEqual([0, 1, 1]);
  expect(await found(now + 91 * dayMs)).toEqual([0, 0, 0]);
});

it("a dead letter can be replayed after its delivery has expired, with the same bytes and all attempts", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, id, webhookId } = delivery;
  const before = await storedDelivery(table, delivery);
  await table.client.send("DeleteItem", { TableName: table.name, Key: deliveryKey(delivery) });
  const letter = await readDeadLetter(table, organizationId, deadLetterIdOf(id), laterMs);
  if (letter === null) throw new Error("there is no dead letter");
  expect(await replayDeadLetter(table, letter, laterMs)).toMatchObject({ status: "replaying", cycle: 2 });
  const { url, eventId, type, body, attempts } = before;
  const replayed = { url, eventId, type, body, attempts, status: "pending", cycle: 2, nextAttempt: 1 };
  expect(await storedDelivery(table, { organizationId, id, webhookId })).toMatchObject(replayed);
  await makeAttempt(table, delivery, true);
  expect(await readDeadLetter(table, organizationId, deadLetterIdOf(id), now)).toMatchObject({
    status: "resolved",
    attempts: [...attempts, { number: 1 }],
  });
});

it("the stages of a run are shown for 90 days after its end, and the run itself for ever", async () => {
  const organizationId = newId("org");
  const pipelineId = newId("pip");
  const [succeeded, failedRun] = [aRun(organizationId, pipelineId), aRun(organizationId, pipelineId)];
  for (const run of [succeeded, failedRun]) {
    await insertRun(table, run, []);
    await leaseRun(table, run, { leaseToken: "t", nowMs: now, untilMs: now + 1 });
  }
  const stages = succeeded.stages.map((stage) => ({ ...stage, detail: "57 items" }));
  await completeRun(table, succeeded, "t", { posts: [], stages, nowMs: now, messages: [] });
  const error = { code: "worker_failed", message: "It failed." };
  await failRun(table, failedRun, { error, nowMs: now, messages: [] });

  const shown = async (nowMs: number) => {
    const { rows } = await pageOfRuns(table, organizationId, { pipelineId }, page, nowMs);
    const each = await Promise.all(
      rows.map(({ runId }) => readRunWithStages(table, organizationId, runId, nowMs)),
    );
    expect(each).toEqual(rows);
    return rows.map((run) => [run.status, run.stages.map(({ detail }) => detail)]);
  };
  const none = [null, null, null, null];
  expect(await shown(now + 89 * dayMs)).toEqual([
    ["succeeded", stages.map(({ detail }) => detail)],
    ["failed", none],
  ]);
  expect(await shown(now + 91 * dayMs)).toEqual([
    ["succeeded", []],
    ["failed", []],
  ]);
  expect(await metricsOfRun(table, organizationId, succeeded.runId)).toEqual([]);
});

it("a delivery that is recorded as a dead letter long after its event does not expire before its time", async () => {
  const delivery = ended(aDelivery(await aStoredWebhook(table)), "dead_lettered");
  await storeDelivery(table, delivery, laterMs);
  await recordDeadLetter(table, delivery, laterMs);
  const { organizationId, id } = delivery;
  const keys = [deliveryKey(delivery), deadLetterKey(organizationId, deadLetterIdOf(id))];
  expect(await Promise.all(keys.map((key) => daysLeft(key, laterMs)))).toEqual([30, 90]);
});
