import { expect, it } from "vitest";
import { type DeadLetterStatus, type Delivery, ended } from "../../functions/domain/delivery.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { recordDeadLetter } from "../../functions/table/dead-letter-records.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import {
  countDeadLetters,
  pageOfDeadLetters,
  readDeadLetter,
  type StoredDeadLetter,
} from "../../functions/table/dead-letters.ts";
import {
  abandonDelivery,
  leaseAttempt,
  recordOutcome,
  storeDelivery,
} from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { deleteWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import {
  aDeadLetteredDelivery,
  aStoredDelivery,
  aStoredWebhook,
  failTimes,
  makeAttempt,
  storedDelivery,
} from "../support/delivery/deliveries.ts";
import { aDelivery, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;

async function deadLetterOf({ organizationId, id }: Delivery): Promise<StoredDeadLetter> {
  const letter = await readDeadLetter(table, organizationId, deadLetterIdOf(id), now);
  if (letter === null) throw new Error("there is no dead letter");
  return letter;
}
const replayOf = async (delivery: Delivery) => replayDeadLetter(table, await deadLetterOf(delivery), now);

it("a dead letter exists after the fifth failed attempt with every attempt and the bytes, and the final attempt sets its status", async () => {
  const [exhausted, resolved] = [await aDeadLetteredDelivery(table), await aDeadLetteredDelivery(table)];
  const { attempts } = await storedDelivery(table, exhausted);
  expect(await deadLetterOf(exhausted)).toMatchObject({
    status: "final_attempt_pending",
    attempts,
    body: exhausted.body,
    eventId: exhausted.eventId,
  });
  expect(attempts).toHaveLength(5);
  await makeAttempt(table, exhausted, false);
  await makeAttempt(table, resolved, true);
  expect(await deadLetterOf(exhausted)).toMatchObject({ status: "exhausted" });
  expect(await deadLetterOf(resolved)).toMatchObject({ status: "resolved" });
  expect((await deadLetterOf(resolved)).attempts).toEqual((await storedDelivery(table, resolved)).attempts);
});

it("a dead letter does not exist before the fifth failed attempt", async () => {
  const delivery = await aStoredDelivery(table);
  await failTimes(table, delivery, 4);
  expect(await readDeadLetter(table, delivery.organizationId, deadLetterIdOf(delivery.id), now)).toBeNull();
});

it("a dead letter recorded after the final attempt, or twice, has the delivery's current status", async () => {
  const delivery = await aStoredDelivery(table);
  await failTimes(table, delivery, 6);
  const createdAt = new Set<string>();
  for (const atMs of [now, now + 1]) {
    await recordDeadLetter(table, await storedDelivery(table, delivery), atMs);
    expect(await deadLetterOf(delivery)).toMatchObject({ status: "exhausted" });
    createdAt.add((await deadLetterOf(delivery)).createdAt);
  }
  expect(createdAt.size).toBe(1);
});

it("a dead letter is not recorded from a delivery that was read before its last attempt", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const before = await storedDelivery(table, delivery);
  await makeAttempt(table, delivery, true);
  expect(await recordDeadLetter(table, before, now)).toBe(false);
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "resolved" });
});

it("a delivery whose message no worker could handle has a dead letter", async () => {
  const delivery = await aStoredDelivery(table);
  await abandonDelivery(table, delivery, { cycle: 1, attempt: 1 }, now);
  await recordDeadLetter(table, await storedDelivery(table, delivery), now);
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "exhausted", attempts: [] });
});

it("a dead letter is exhausted when its subscription is disabled before the final attempt", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const lease = { cycle: 1, attempt: 6, leaseToken: "t", nowMs: now, untilMs: now + 1 };
  const leased = await leaseAttempt(table, delivery, lease);
  if (leased.outcome !== "leased") throw new Error(leased.outcome);
  const after = ended(leased.delivery, "dead_lettered");
  await recordOutcome(table, leased.delivery, after, { leaseToken: "t", nowMs: now, messages: [] });
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "exhausted" });
});

it("a replay sends the same bytes on a new schedule that replaces the final attempt", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  expect(await replayOf(delivery)).toMatchObject({ status: "replaying", cycle: 2 });
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "replaying", cycle: 2 });
  const fresh = { status: "pending", cycle: 2, nextAttempt: 1, body: delivery.body };
  expect(await storedDelivery(table, delivery)).toMatchObject(fresh);
  const outbox = await everyOutboxItem(table);
  const sent = outbox
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.kind === "delivery.attempt" && body.deliveryId === delivery.id);
  expect(sent).toMatchObject([
    { notBeforeMs: 0, body: { kind: "delivery.attempt", deliveryId: delivery.id, cycle: 2, attempt: 1 } },
  ]);
  const final = { cycle: 1, attempt: 6, leaseToken: "late", nowMs: now, untilMs: now + 1 };
  expect(await leaseAttempt(table, delivery, final)).toEqual({ outcome: "stale" });
});

it("the outcome of a final attempt in progress is not recorded after a replay", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const final = { cycle: 1, attempt: 6, leaseToken: "final", nowMs: now, untilMs: now + 1_000 };
  const leased = await leaseAttempt(table, delivery, final);
  if (leased.outcome !== "leased") throw new Error(leased.outcome);
  await replayOf(delivery);
  const options = { leaseToken: "final", nowMs: now, messages: [] };
  const after = ended(leased.delivery, "dead_lettered");
  expect(await recordOutcome(table, leased.delivery, after, options)).toBe(false);
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "replaying" });
  await makeAttempt(table, delivery, true);
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "resolved" });
});

it("a late message of the previous schedule can neither lease nor dead-letter a replay, even with the same attempt number", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  await replayOf(delivery);
  const late = { cycle: 1, attempt: 1, leaseToken: "late", nowMs: now, untilMs: now + 1 };
  expect(await leaseAttempt(table, delivery, late)).toEqual({ outcome: "stale" });
  await abandonDelivery(table, delivery, late, now);
  expect(await storedDelivery(table, delivery)).toMatchObject({
    status: "pending",
    cycle: 2,
    nextAttempt: 1,
  });
});

it("the dead letter of a replayed delivery has every attempt of the replay, and the status that it ended in", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  await replayOf(delivery);
  for (const [count, status] of [
    [6, "replaying"],
    [7, "replaying"],
    [8, "replaying"],
    [9, "replaying"],
    [10, "final_attempt_pending"],
    [11, "exhausted"],
  ] as const) {
    await makeAttempt(table, delivery, false);
    const letter = await deadLetterOf(delivery);
    expect([letter.attempts.length, letter.status]).toEqual([count, status]);
    expect(letter.attempts).toEqual((await storedDelivery(table, delivery)).attempts);
  }
  await replayOf(delivery);
  await makeAttempt(table, delivery, true);
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "resolved", cycle: 3 });
  // A resolved dead letter can be replayed: its receiver may have lost the event.
  expect(await replayOf(delivery)).toMatchObject({ status: "replaying", cycle: 4 });
});

it("only one of two replays of a dead letter at the same moment succeeds", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const outcomes = await Promise.allSettled([replayOf(delivery), replayOf(delivery)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(replayOf(delivery)).rejects.toMatchObject({ code: "unprocessable" });
  expect(await storedDelivery(table, delivery)).toMatchObject({ cycle: 2 });
});

it("a replay is rejected while the subscription is disabled, and always once it is deleted", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, webhookId } = delivery;
  await updateWebhook(table, organizationId, webhookId, { status: "disabled", updatedAt: "" });
  await expect(replayOf(delivery)).rejects.toThrow("disabled");
  await deleteWebhook(table, organizationId, webhookId, []);
  await expect(replayOf(delivery)).rejects.toThrow("no longer");
  expect(await deadLetterOf(delivery)).toMatchObject({ status: "final_attempt_pending", cycle: 1 });
});

it("repeated replays keep the size of a delivery within its limit", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  for (let cycle = 2; cycle <= 13; cycle += 1) {
    await replayOf(delivery);
    await failTimes(table, delivery, 5);
  }
  const { attempts } = await storedDelivery(table, delivery);
  expect(attempts).toHaveLength(60);
  expect((await deadLetterOf(delivery)).attempts).toEqual(attempts);
});

const page = { order: "desc", limit: 10, after: null } as const;

it("the dead letters of an organization are listed by status and by subscription, each with its attempts", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, webhookId } = delivery;
  const list = (ofWebhook: string | undefined, statuses: readonly DeadLetterStatus[] | undefined) =>
    pageOfDeadLetters(table, organizationId, { webhookId: ofWebhook, statuses }, page, now);
  for (const { rows } of [
    await list(undefined, undefined),
    await list(webhookId, ["final_attempt_pending"]),
  ]) {
    expect(rows).toHaveLength(1);
    expect(rows[0]?.attempts).toHaveLength(5);
  }
  expect((await list(undefined, ["resolved", "exhausted"])).rows).toEqual([]);
  expect((await list(newId("whk"), undefined)).rows).toEqual([]);
});

it("a dead letter moves to the list of its delivery's new status", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, webhookId } = delivery;
  const statusesListing = async () => {
    const found: DeadLetterStatus[] = [];
    for (const status of ["final_attempt_pending", "exhausted", "replaying", "resolved"] as const)
      for (const ofWebhook of [webhookId, undefined]) {
        const filter = { webhookId: ofWebhook, statuses: [status] };
        if ((await pageOfDeadLetters(table, organizationId, filter, page, now)).rows.length > 0)
          found.push(status);
      }
    return found;
  };
  expect(await statusesListing()).toEqual(["final_attempt_pending", "final_attempt_pending"]);
  await makeAttempt(table, delivery, false);
  expect(await statusesListing()).toEqual(["exhausted", "exhausted"]);
  await replayOf(delivery);
  expect(await statusesListing()).toEqual(["replaying", "replaying"]);
  await makeAttempt(table, delivery, true);
  expect(await statusesListing()).toEqual(["resolved", "resolved"]);
});

it("the dead letters of an organization are counted by status and subscription, up to a given one", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId } = webhook;
  const other = { ...aWebhook(organizationId) };
  const times: string[] = [];
  for (const [owner, status] of [
    [webhook, "exhausted"],
    [other, "exhausted"],
    [webhook, "pending"],
    [webhook, "exhausted"],
  ] as const) {
    const delivery = aDelivery(owner);
    const deadLettered: Delivery =
      status === "pending"
        ? { ...delivery, status: "dead_lettered", nextAttempt: 6 }
        : ended(delivery, "dead_lettered");
    await storeDelivery(table, deadLettered, now);
    const atMs = now + times.length * 1_000;
    await recordDeadLetter(table, deadLettered, atMs);
    times.push(isoTime(atMs + 1));
  }
  const count = (
    webhookId: string | undefined,
    statuses: readonly DeadLetterStatus[] | undefined,
    upTo: string | undefined,
  ) => countDeadLetters(table, organizationId, { webhookId, statuses }, upTo ?? "~");
  expect(await count(undefined, undefined, times[3])).toBe(4);
  expect(await count(undefined, undefined, times[2])).toBe(3);
  expect(await count(webhook.id, undefined, times[3])).toBe(3);
  expect(await count(webhook.id, ["exhausted"], times[3])).toBe(2);
  expect(await count(undefined, ["exhausted", "resolved"], times[1])).toBe(2);
  expect(await count(newId("whk"), undefined, times[3])).toBe(0);
});
