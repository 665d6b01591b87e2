import { describe, expect, it } from "vitest";
import { type DeadLetterStatus, type Delivery, ended } from "../../functions/domain/delivery.ts";
import { isoTime } from "../../functions/domain/time.ts";
import {
  countDeadLetters,
  pageOfDeadLetters,
  readDeadLetter,
  recordDeadLetter,
  replay,
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
  aGivenUpDelivery,
  aStoredDelivery,
  aStoredWebhook,
  failTimes,
  makeAttempt,
  stored,
} from "../support/delivery/deliveries.ts";
import { aDelivery, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;

async function letterOf({ organizationId, id }: Delivery): Promise<StoredDeadLetter> {
  const letter = await readDeadLetter(table, organizationId, deadLetterIdOf(id));
  if (letter === null) throw new Error("there is no dead letter");
  return letter;
}
const replayOf = async (delivery: Delivery) => replay(table, await letterOf(delivery), now);

describe("a dead letter", () => {
  it("stands after the fifth failure with every attempt and the bytes, and the final attempt decides it", async () => {
    const [broken, mended] = [await aGivenUpDelivery(table), await aGivenUpDelivery(table)];
    const { attempts } = await stored(table, broken);
    expect(await letterOf(broken)).toMatchObject({
      status: "final_attempt_pending",
      attempts,
      body: broken.body,
      eventId: broken.eventId,
    });
    expect(attempts).toHaveLength(5);
    await makeAttempt(table, broken, false);
    await makeAttempt(table, mended, true);
    expect(await letterOf(broken)).toMatchObject({ status: "exhausted" });
    expect(await letterOf(mended)).toMatchObject({ status: "resolved" });
    expect((await letterOf(mended)).attempts).toEqual((await stored(table, mended)).attempts);
  });

  it("is not there before the fifth failure", async () => {
    const delivery = await aStoredDelivery(table);
    await failTimes(table, delivery, 4);
    expect(await readDeadLetter(table, delivery.organizationId, deadLetterIdOf(delivery.id))).toBeNull();
  });

  it("tells the delivery's present state when it is recorded after the final attempt, or twice", async () => {
    const delivery = await aStoredDelivery(table);
    await failTimes(table, delivery, 6);
    const createdAt = new Set<string>();
    for (const atMs of [now, now + 1]) {
      await recordDeadLetter(table, await stored(table, delivery), atMs);
      expect(await letterOf(delivery)).toMatchObject({ status: "exhausted" });
      createdAt.add((await letterOf(delivery)).createdAt);
    }
    expect(createdAt.size).toBe(1);
  });

  it("is not recorded as its delivery stood before an attempt or a replay came between", async () => {
    const delivery = await aGivenUpDelivery(table);
    const before = await stored(table, delivery);
    await makeAttempt(table, delivery, true);
    await expect(recordDeadLetter(table, before, now)).rejects.toMatchObject({ name: "ConditionFailed" });
    expect(await letterOf(delivery)).toMatchObject({ status: "resolved" });
  });

  it("is made of a delivery whose message no worker could handle", async () => {
    const delivery = await aStoredDelivery(table);
    await abandonDelivery(table, delivery, { cycle: 1, attempt: 1 });
    await recordDeadLetter(table, await stored(table, delivery), now);
    expect(await letterOf(delivery)).toMatchObject({ status: "exhausted", attempts: [] });
  });

  it("does not wait for a final attempt that will not come, its subscription being gone", async () => {
    const delivery = await aGivenUpDelivery(table);
    const lease = { cycle: 1, attempt: 6, leaseToken: "t", nowMs: now, untilMs: now + 1 };
    const leased = await leaseAttempt(table, delivery, lease);
    if (leased.outcome !== "leased") throw new Error(leased.outcome);
    const after = ended(leased.delivery, "cancelled");
    await recordOutcome(table, leased.delivery, after, { leaseToken: "t", nowMs: now, messages: [] });
    expect(await letterOf(delivery)).toMatchObject({ status: "exhausted" });
  });
});

describe("a replay", () => {
  it("puts the same bytes under a fresh schedule that replaces the final attempt", async () => {
    const delivery = await aGivenUpDelivery(table);
    expect(await replayOf(delivery)).toMatchObject({ status: "replaying", cycle: 2 });
    expect(await letterOf(delivery)).toMatchObject({ status: "replaying", cycle: 2 });
    const fresh = { status: "pending", cycle: 2, nextAttempt: 1, body: delivery.body };
    expect(await stored(table, delivery)).toMatchObject(fresh);
    const intents = await everyOutboxItem(table);
    const sent = intents
      .flatMap(({ messages }) => messages)
      .filter(({ group }) => group === delivery.webhookId);
    expect(sent).toMatchObject([
      { notBeforeMs: 0, body: { kind: "delivery.attempt", deliveryId: delivery.id, cycle: 2, attempt: 1 } },
    ]);
    const final = { cycle: 1, attempt: 6, leaseToken: "late", nowMs: now, untilMs: now + 1 };
    expect(await leaseAttempt(table, delivery, final)).toEqual({ outcome: "stale" });
  });

  it("takes the place of a final attempt that is being made: its outcome is not noted", async () => {
    const delivery = await aGivenUpDelivery(table);
    const final = { cycle: 1, attempt: 6, leaseToken: "final", nowMs: now, untilMs: now + 1_000 };
    const leased = await leaseAttempt(table, delivery, final);
    if (leased.outcome !== "leased") throw new Error(leased.outcome);
    await replayOf(delivery);
    const options = { leaseToken: "final", nowMs: now, messages: [] };
    const after = ended(leased.delivery, "dead_lettered");
    expect(await recordOutcome(table, leased.delivery, after, options)).toBe(false);
    expect(await letterOf(delivery)).toMatchObject({ status: "replaying" });
    await makeAttempt(table, delivery, true);
    expect(await letterOf(delivery)).toMatchObject({ status: "resolved" });
  });

  it("is neither claimed nor given up by a late message of the schedule before it, be its attempt's number the same", async () => {
    const delivery = await aGivenUpDelivery(table);
    await replayOf(delivery);
    const late = { cycle: 1, attempt: 1, leaseToken: "late", nowMs: now, untilMs: now + 1 };
    expect(await leaseAttempt(table, delivery, late)).toEqual({ outcome: "stale" });
    await abandonDelivery(table, delivery, late);
    expect(await stored(table, delivery)).toMatchObject({ status: "pending", cycle: 2, nextAttempt: 1 });
  });

  it("has the dead letter tell every attempt of it, and how it ended", async () => {
    const delivery = await aGivenUpDelivery(table);
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
      const letter = await letterOf(delivery);
      expect([letter.attempts.length, letter.status]).toEqual([count, status]);
      expect(letter.attempts).toEqual((await stored(table, delivery)).attempts);
    }
    await replayOf(delivery);
    await makeAttempt(table, delivery, true);
    expect(await letterOf(delivery)).toMatchObject({ status: "resolved", cycle: 3 });
    // Once more, be it that its receiver has lost it.
    expect(await replayOf(delivery)).toMatchObject({ status: "replaying", cycle: 4 });
  });

  it("is made once, also when two ask for it at the same moment", async () => {
    const delivery = await aGivenUpDelivery(table);
    const outcomes = await Promise.allSettled([replayOf(delivery), replayOf(delivery)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(replayOf(delivery)).rejects.toMatchObject({ code: "unprocessable" });
    expect(await stored(table, delivery)).toMatchObject({ cycle: 2 });
  });

  it("is refused while the subscription is disabled, and for ever once it is gone", async () => {
    const delivery = await aGivenUpDelivery(table);
    const { organizationId, webhookId } = delivery;
    await updateWebhook(table, organizationId, webhookId, { status: "disabled", updatedAt: "" });
    await expect(replayOf(delivery)).rejects.toThrow("disabled");
    await deleteWebhook(table, organizationId, webhookId);
    await expect(replayOf(delivery)).rejects.toThrow("no longer");
    expect(await letterOf(delivery)).toMatchObject({ status: "final_attempt_pending", cycle: 1 });
  });

  it("however often it is made keeps the size of a delivery in bounds", async () => {
    const delivery = await aGivenUpDelivery(table);
    for (let cycle = 2; cycle <= 13; cycle += 1) {
      await replayOf(delivery);
      await failTimes(table, delivery, 5);
    }
    const { attempts } = await stored(table, delivery);
    expect(attempts).toHaveLength(60);
    expect((await letterOf(delivery)).attempts).toEqual(attempts);
  });
});

describe("the dead letters of an organization", () => {
  const page = { order: "desc", limit: 10, after: null } as const;

  it("are listed by status and by subscription, each with its attempts", async () => {
    const delivery = await aGivenUpDelivery(table);
    const { organizationId, webhookId } = delivery;
    const list = (ofWebhook: string | undefined, statuses: readonly DeadLetterStatus[] | undefined) =>
      pageOfDeadLetters(table, organizationId, { webhookId: ofWebhook, statuses }, page);
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

  it("move between the lists with the status of their delivery", async () => {
    const delivery = await aGivenUpDelivery(table);
    const { organizationId, webhookId } = delivery;
    const statusesWithIt = async () => {
      const found: DeadLetterStatus[] = [];
      for (const status of ["final_attempt_pending", "exhausted", "replaying", "resolved"] as const)
        for (const ofWebhook of [webhookId, undefined]) {
          const filter = { webhookId: ofWebhook, statuses: [status] };
          if ((await pageOfDeadLetters(table, organizationId, filter, page)).rows.length > 0)
            found.push(status);
        }
      return found;
    };
    expect(await statusesWithIt()).toEqual(["final_attempt_pending", "final_attempt_pending"]);
    await makeAttempt(table, delivery, false);
    expect(await statusesWithIt()).toEqual(["exhausted", "exhausted"]);
    await replayOf(delivery);
    expect(await statusesWithIt()).toEqual(["replaying", "replaying"]);
    await makeAttempt(table, delivery, true);
    expect(await statusesWithIt()).toEqual(["resolved", "resolved"]);
  });

  it("are counted by status and subscription, up to one of them", async () => {
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
      const givenUp: Delivery =
        status === "pending"
          ? { ...delivery, status: "dead_lettered", nextAttempt: 6 }
          : ended(delivery, "dead_lettered");
      await storeDelivery(table, givenUp);
      const atMs = now + times.length * 1_000;
      await recordDeadLetter(table, givenUp, atMs);
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
});
