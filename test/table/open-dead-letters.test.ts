import { beforeEach, expect, it } from "vitest";
import { dayMs, hourMs } from "../../functions/domain/time.ts";
import { recordPoison, resolvePoison } from "../../functions/table/dead-letter-records.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { deadLetterIdOf, openDeadLetterKey } from "../../functions/table/keys.ts";
import { countOpenDeadLetters, openDeadLetterPut } from "../../functions/table/open-dead-letters.ts";
import { commit } from "../../functions/table/store/commit.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { deleteWebhook } from "../../functions/table/webhooks.ts";
import { aDeadLetteredDelivery, aPoison, failTimes, makeAttempt } from "../support/delivery/deliveries.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";

let table: Table;
beforeEach(async () => {
  ({ table } = await ownTable());
});

async function counts(nowMs = testTimeMs) {
  const { all, isComplete } = await countOpenDeadLetters(table, nowMs);
  expect(isComplete).toBe(true);
  return Object.fromEntries(all.map(({ status, count }) => [status, count]));
}
const none = { final_attempt_pending: 0, replaying: 0, exhausted: 0 };

it("the survey counts the open dead letters of all organizations by status, until they are resolved", async () => {
  expect(await counts()).toEqual(none);
  const [resolved, exhausted] = [await aDeadLetteredDelivery(table), await aDeadLetteredDelivery(table)];
  expect(resolved.organizationId).not.toBe(exhausted.organizationId);
  expect(await counts()).toEqual({ ...none, final_attempt_pending: 2 });

  await makeAttempt(table, resolved, true);
  await makeAttempt(table, exhausted, false);
  expect(await counts()).toEqual({ ...none, exhausted: 1 });

  const letter = await readDeadLetter(
    table,
    exhausted.organizationId,
    deadLetterIdOf(exhausted.id),
    testTimeMs,
  );
  if (letter === null) throw new Error("there is no dead letter");
  await replayDeadLetter(table, letter, testTimeMs);
  expect(await counts()).toEqual({ ...none, replaying: 1 });
  await failTimes(table, exhausted, 4);
  expect(await counts()).toEqual({ ...none, replaying: 1 });
  await makeAttempt(table, exhausted, false);
  expect(await counts()).toEqual({ ...none, final_attempt_pending: 1 });
  await makeAttempt(table, exhausted, true);
  expect(await counts()).toEqual(none);
});

it("the survey counts an event that no worker could fan out, until a replay succeeds", async () => {
  const poison = aPoison();
  await recordPoison(table, poison);
  expect(await counts()).toEqual({ ...none, exhausted: 1 });
  await replayDeadLetter(table, poison, testTimeMs);
  expect(await counts()).toEqual({ ...none, replaying: 1 });
  expect(await resolvePoison(table, poison, testTimeMs)).toBe(true);
  expect(await resolvePoison(table, poison, testTimeMs)).toBe(false);
  expect(await counts()).toEqual(none);
});

it("the survey names the dead letter that has been in its status for longest, and its organization", async () => {
  const letters = [3, 1, 2].map((hours) => ({
    id: newId("dlt"),
    organizationId: newId("org"),
    sinceMs: testTimeMs - hours * hourMs,
  }));
  for (const { sinceMs, ...letter } of letters)
    await commit(table, [openDeadLetterPut({ ...letter, webhookId: null, status: "exhausted" }, sinceMs)]);
  const { all } = await countOpenDeadLetters(table, testTimeMs);
  const exhausted = all.find(({ status }) => status === "exhausted");
  expect(exhausted).toEqual({ status: "exhausted", count: 3, oldest: letters[0] });
});

it("the survey does not count the dead letters of a deleted subscription, because nobody can replay them", async () => {
  const [gone, current] = [await aDeadLetteredDelivery(table), await aDeadLetteredDelivery(table)];
  expect(await counts()).toEqual({ ...none, final_attempt_pending: 2 });
  await deleteWebhook(table, gone.organizationId, gone.webhookId, []);
  const { all } = await countOpenDeadLetters(table, testTimeMs);
  const pending = all.find(({ status }) => status === "final_attempt_pending");
  expect(pending).toMatchObject({ count: 1, oldest: { id: deadLetterIdOf(current.id) } });
});

it("the survey does not count a dead letter unchanged for 14 days, whether or not the table has deleted its mark", async () => {
  const letter = { id: newId("dlt"), organizationId: newId("org"), webhookId: null };
  await commit(table, [openDeadLetterPut({ ...letter, status: "exhausted" }, testTimeMs)]);
  expect(await counts(testTimeMs + 14 * dayMs - 1)).toEqual({ ...none, exhausted: 1 });
  expect(await counts(testTimeMs + 14 * dayMs + 1_000)).toEqual(none);
});

it("the marks of open dead letters fit in one write unit each and are spread over partitions", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { pk } = openDeadLetterKey(deadLetterIdOf(delivery.id));
  const { Items = [] } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
  });
  expect(JSON.stringify(Items[0]).length).toBeLessThan(500);
  const partitions = Array.from({ length: 1_000 }, () => openDeadLetterKey(newId("dlt")).pk);
  expect(new Set(partitions).size).toBe(8);
});
