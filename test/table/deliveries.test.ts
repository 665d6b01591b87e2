import { describe, expect, it } from "vitest";
import { afterAttempt, attemptMessage, type Delivery } from "../../functions/domain/delivery.ts";
import { serviceEvent } from "../../functions/domain/event.ts";
import { isoTime } from "../../functions/domain/time.ts";
import {
  pageOfDeadLetters,
  readDeadLetter,
  recordDeadLetter,
  recordPoison,
  replayDelivery,
  replayPoison,
  resolvePoison,
} from "../../functions/table/dead-letters.ts";
import {
  abandonDelivery,
  claimAttempt,
  endDelivery,
  insertDeliveries,
  readDelivery,
  recordAttempt,
} from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { deleteWebhook, insertWebhook } from "../../functions/table/webhooks.ts";
import { aDelivery, aWebhook, newId, testTimeMs } from "../support/entities.ts";
import { everyIntent, testTable } from "../support/table.ts";

const table = testTable();
const now = testTimeMs;

async function aStoredDelivery(): Promise<Delivery> {
  const organizationId = newId("org");
  await insertOrganization(table, { id: organizationId, name: "Acme" }, [], now);
  const webhook = aWebhook(organizationId);
  await insertWebhook(table, webhook);
  const delivery = aDelivery(webhook);
  const message = attemptMessage(delivery, { cycle: 1, attempt: 1, atMs: now });
  await insertDeliveries(table, [{ delivery, message }]);
  return delivery;
}

async function fail(delivery: Delivery, number: number, cycle = 1): Promise<void> {
  const token = `${cycle}-${number}`;
  const claim = await claimAttempt(table, delivery, {
    cycle,
    attempt: number,
    token,
    nowMs: now,
    untilMs: now + 1,
  });
  if (claim.outcome !== "claimed") throw new Error(`attempt ${number} is ${claim.outcome}`);
  const attempt = { number, at: "", statusCode: 500, latencyMs: 1, error: "status 500", response: "" };
  const after = afterAttempt(number, false, now);
  await recordAttempt(table, claim.delivery, attempt, after, { token, nowMs: now, messages: [] });
}

const stored = async ({ organizationId, id }: Delivery): Promise<Delivery> => {
  const delivery = await readDelivery(table, organizationId, id);
  if (delivery === null) throw new Error("the delivery is gone");
  return delivery;
};
const letterOf = ({ organizationId, id }: Delivery) =>
  readDeadLetter(table, organizationId, deadLetterIdOf(id));

describe("a delivery", () => {
  it("is made once for an event and a subscription, however often the event is fanned out", async () => {
    const delivery = await aStoredDelivery();
    await fail(delivery, 1);
    const fresh = { ...aDelivery(aWebhook(delivery.organizationId)) };
    const message = attemptMessage(delivery, { cycle: 1, attempt: 1, atMs: now });
    await insertDeliveries(table, [
      { delivery, message },
      { delivery: fresh, message },
    ]);
    expect((await stored(delivery)).attempts).toHaveLength(1);
    expect((await stored(fresh)).attempts).toHaveLength(0);
  });

  it("has each attempt made by one worker; the loser waits, and after the outcome it is stale", async () => {
    const delivery = await aStoredDelivery();
    const claim = (token: string, nowMs = now) =>
      claimAttempt(table, delivery, { cycle: 1, attempt: 1, token, nowMs, untilMs: nowMs + 1_000 });
    const outcomes = await Promise.all([claim("one"), claim("two")]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "claimed"]);
    expect(await claim("three", now + 2_000)).toMatchObject({ outcome: "claimed" });
  });

  it("keeps every attempt in order, up to the final one", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 6; number += 1) await fail(delivery, number);
    const { attempts, status, nextAttempt } = await stored(delivery);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect({ status, nextAttempt }).toEqual({ status: "dead_lettered", nextAttempt: null });
  });

  it("ends without an attempt when its subscription is gone", async () => {
    const delivery = await aStoredDelivery();
    await claimAttempt(table, delivery, { cycle: 1, attempt: 1, token: "t", nowMs: now, untilMs: now + 1 });
    await endDelivery(table, delivery, "cancelled", { token: "t", nowMs: now, messages: [] });
    expect(await stored(delivery)).toMatchObject({ status: "cancelled", nextAttempt: null });
  });
});

describe("a dead letter", () => {
  it("stands after the fifth failure, and is exhausted by the final one", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 5; number += 1) await fail(delivery, number);
    await recordDeadLetter(table, await stored(delivery), now);
    expect(await letterOf(delivery)).toMatchObject({ deadLetter: { status: "final_attempt_pending" } });
    await fail(delivery, 6);
    expect(await letterOf(delivery)).toMatchObject({ deadLetter: { status: "exhausted" } });
  });

  it("tells the delivery's present state even when it is recorded late", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 6; number += 1) await fail(delivery, number);
    await recordDeadLetter(table, await stored(delivery), now);
    expect(await letterOf(delivery)).toMatchObject({ deadLetter: { status: "exhausted" } });
  });

  it("puts its event back under a fresh schedule that replaces the final attempt", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 5; number += 1) await fail(delivery, number);
    await recordDeadLetter(table, await stored(delivery), now);
    await replayDelivery(table, await stored(delivery), { nowMs: now, messages: [] });
    expect(await stored(delivery)).toMatchObject({
      status: "pending",
      cycle: 2,
      nextAttempt: 1,
      body: delivery.body,
    });
    const final = { cycle: 1, attempt: 6, token: "late", nowMs: now, untilMs: now + 1 };
    expect(await claimAttempt(table, delivery, final)).toEqual({ outcome: "stale" });
    await expect(replayDelivery(table, await stored(delivery), { nowMs: now, messages: [] })).rejects.toThrow(
      "already",
    );
  });

  it("cannot be replayed when its subscription is gone", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 6; number += 1) await fail(delivery, number);
    await deleteWebhook(table, delivery.organizationId, delivery.webhookId);
    const replay = replayDelivery(table, await stored(delivery), { nowMs: now, messages: [] });
    await expect(replay).rejects.toMatchObject({ code: "unprocessable" });
  });

  it("is made of a delivery whose message no worker could handle", async () => {
    const delivery = await aStoredDelivery();
    const ended = await abandonDelivery(table, delivery, { cycle: 1, attempt: 1 });
    expect(ended).toMatchObject({ status: "dead_lettered", nextAttempt: null });
    await recordDeadLetter(table, await stored(delivery), now);
    expect(await letterOf(delivery)).toMatchObject({ deadLetter: { status: "exhausted" } });
  });

  it("is listed by status and by subscription, with its delivery", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 6; number += 1) await fail(delivery, number);
    const page = { order: "desc", limit: 10, after: null } as const;
    const list = (
      webhookId: string | undefined,
      statuses: readonly ("exhausted" | "resolved")[] | undefined,
    ) => pageOfDeadLetters(table, delivery.organizationId, { webhookId, statuses }, page);
    for (const { rows } of [
      await list(undefined, undefined),
      await list(delivery.webhookId, ["exhausted"]),
    ]) {
      expect(rows).toHaveLength(1);
      expect(rows[0]?.delivery?.attempts).toHaveLength(6);
    }
    expect((await list(undefined, ["resolved"])).rows).toEqual([]);
    expect((await list(newId("whk"), undefined)).rows).toEqual([]);
  });

  it("does not wait for a final attempt that will not come, its subscription being gone", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 5; number += 1) await fail(delivery, number);
    await recordDeadLetter(table, await stored(delivery), now);
    const claimed = await claimAttempt(table, delivery, {
      cycle: 1,
      attempt: 6,
      token: "t",
      nowMs: now,
      untilMs: now + 1,
    });
    if (claimed.outcome !== "claimed") throw new Error(claimed.outcome);
    await endDelivery(table, claimed.delivery, "cancelled", { token: "t", nowMs: now, messages: [] });
    expect(await letterOf(delivery)).toMatchObject({ deadLetter: { status: "exhausted" } });
  });

  it("keeps its size in bounds, however often it is replayed", async () => {
    const delivery = await aStoredDelivery();
    for (let number = 1; number <= 5; number += 1) await fail(delivery, number);
    for (let cycle = 2; cycle <= 14; cycle += 1) {
      await replayDelivery(table, await stored(delivery), { nowMs: now, messages: [] });
      for (let number = 1; number <= 5; number += 1) await fail(delivery, number, cycle);
    }
    const { attempts } = await stored(delivery);
    expect(attempts).toHaveLength(60);
    expect(attempts.at(-1)).toMatchObject({ number: 5 });
  });
});

const aPoison = () => {
  const organizationId = newId("org");
  const event = serviceEvent(
    newId("evt"),
    "webhook.test",
    organizationId,
    { webhookId: "", sentAt: "" },
    now,
  );
  const body = { kind: "event.fan-out" as const, organizationId, event };
  return {
    id: newId("dlt"),
    organizationId,
    eventId: event.id,
    type: event.type,
    webhookId: null,
    url: null,
    status: "exhausted" as const,
    createdAt: isoTime(now),
    message: {
      queue: "events" as const,
      body,
      notBeforeMs: 0,
      group: organizationId,
    },
  };
};

const statusOf = async ({ organizationId, id }: ReturnType<typeof aPoison>) =>
  (await readDeadLetter(table, organizationId, id))?.deadLetter.status;

describe("an event that no worker could hand to its subscribers", () => {
  it("goes back to its queue on replay, once, and says which dead letter it is of", async () => {
    const poison = aPoison();
    await recordPoison(table, poison);
    await replayPoison(table, poison);
    expect(await statusOf(poison)).toBe("replaying");
    await expect(replayPoison(table, poison)).rejects.toMatchObject({ code: "unprocessable" });
    const intents = await everyIntent(table);
    const sent = intents
      .flatMap(({ messages }) => messages)
      .filter(({ group }) => group === poison.organizationId);
    expect(sent).toMatchObject([{ queue: "events", body: { replayOf: poison.id } }]);
  });

  it("is resolved when it was handled, and exhausted again when it was not", async () => {
    const poison = aPoison();
    await recordPoison(table, poison);
    await replayPoison(table, poison);
    await recordPoison(table, poison);
    expect(await statusOf(poison)).toBe("exhausted");
    await replayPoison(table, poison);
    await resolvePoison(table, poison);
    expect(await statusOf(poison)).toBe("resolved");
  });
});
