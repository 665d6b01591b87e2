import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { signedBody } from "../../functions/delivery/sign.ts";
import { afterAttempt, ended, newDelivery } from "../../functions/domain/delivery.ts";
import { serviceEvent } from "../../functions/domain/event.ts";
import { isoTime } from "../../functions/domain/time.ts";
import {
  abandonDelivery,
  leaseAttempt,
  pageOfDeliveries,
  readDelivery,
  recordOutcome,
  recordOutcomes,
  storeDeliveries,
  storeDelivery,
} from "../../functions/table/deliveries.ts";
import { deliveryKey } from "../../functions/table/keys.ts";
import type { Item } from "../../functions/table/store/change.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { freePort } from "../../lib/emulator/free-port.ts";
import { countingProxy } from "../support/api/counting-proxy.ts";
import {
  aStoredDelivery,
  aStoredWebhook,
  failTimes,
  leaseFirstAttempt,
  makeAttempt,
  stored,
} from "../support/delivery/deliveries.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { aDelivery, aStart, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, tableAt, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const leaseMs = 1_000;

const first = (leaseToken: string, nowMs = now) => ({
  cycle: 1,
  attempt: 1,
  leaseToken,
  nowMs,
  untilMs: nowMs + leaseMs,
});
const answered = (statusCode: number) => ({
  succeeded: statusCode < 300,
  attempt: { number: 1, at: "", statusCode, latencyMs: 1, error: null, response: "" },
});

const refusingBatches: FaultRule = ({ action }) =>
  action === "BatchExecuteStatement"
    ? { kind: "error", status: 400, code: "ValidationException" }
    : { kind: "none" };

describe("a delivery to a quick endpoint", () => {
  it("is stored by the claim of its first attempt; of two workers with its message one makes it", async () => {
    const delivery = aDelivery(await aStoredWebhook(table));
    const leases = await Promise.all(
      ["one", "two"].map((leaseToken) => leaseFirstAttempt(table, delivery, first(leaseToken))),
    );
    expect(leases.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "leased"]);
    expect(await stored(table, delivery)).toMatchObject({
      status: "pending",
      attempts: [],
      body: delivery.body,
    });
  });

  it("is not begun again by a late message, however its bytes would be made now", async () => {
    const start = aStart(await aStoredWebhook(table));
    await leaseFirstAttempt(table, newDelivery(start), first("one"));
    const late = newDelivery({ ...start, body: "other bytes" });
    expect(await leaseFirstAttempt(table, late, first("two"))).toEqual({ outcome: "busy" });
    const delivery = await stored(table, start);
    const after = afterAttempt(delivery, answered(500), now);
    await recordOutcome(table, delivery, after, { leaseToken: "one", nowMs: now, messages: [] });
    expect(await leaseFirstAttempt(table, late, first("three", now + 2 * leaseMs))).toEqual({
      outcome: "stale",
    });
    expect(await stored(table, start)).toMatchObject({ body: start.body, nextAttempt: 2 });
  });

  it("is attempted again in the stored bytes once the claim of a worker that died has ended", async () => {
    const start = aStart(await aStoredWebhook(table));
    await leaseFirstAttempt(table, newDelivery(start), first("dead"));
    const again = newDelivery({ ...start, body: "other bytes" });
    expect(await leaseFirstAttempt(table, again, first("next", now + 2 * leaseMs))).toMatchObject({
      outcome: "leased",
      delivery: { body: start.body, attempts: [] },
    });
  });

  it("that succeeds at once costs two writes of one unit each, at the size of a published post's event", async () => {
    const webhook = await aStoredWebhook(table);
    const published = { postId: newId("pst"), publishedAt: isoTime(now), channels: ["feed"] };
    const event = serviceEvent(newId("evt"), "post.published", webhook.organizationId, published, now);
    const body = signedBody({ ...event, data: { ...event.data } }, "a secret");
    const delivery = newDelivery({ ...aStart(webhook), body });
    const { endpoint, tableName } = inject("database");
    const proxy = await countingProxy(endpoint);
    onTestFinished(() => proxy.close());
    const counted = tableAt({ endpoint: proxy.endpoint, tableName });
    // Not every engine tells what a statement consumes: what it left is put once more.
    const sizeUnits = async () => {
      const Item = await readItem<Item>(table, deliveryKey(delivery));
      const put = new PutCommand({ TableName: tableName, Item: Item ?? {} });
      return (await proxy.costOf(() => counted.client.send(put))).units;
    };
    const leased = await proxy.costOf(() => leaseFirstAttempt(counted, delivery, first("one")));
    expect([leased.calls, await sizeUnits()]).toEqual([{ BatchExecuteStatement: 1 }, 1]);
    const after = afterAttempt(delivery, answered(204), now);
    const settled = await proxy.costOf(async () =>
      expect(await recordOutcomes(counted, [{ before: delivery, after, leaseToken: "one" }])).toEqual([true]),
    );
    expect([settled.calls, await sizeUnits()]).toEqual([{ BatchExecuteStatement: 1 }, 1]);
    expect(await stored(table, delivery)).toMatchObject({
      status: "succeeded",
      attempts: [{ statusCode: 204 }],
    });
  });
});

describe("a delivery", () => {
  it("is made once for an event and a subscription, however often the event is fanned out", async () => {
    const delivery = await aStoredDelivery(table);
    await failTimes(table, delivery, 1);
    await storeDelivery(table, { ...delivery, body: "other bytes" });
    expect(await stored(table, delivery)).toMatchObject({
      attempts: [{ number: 1 }],
      body: delivery.body,
      nextAttempt: 2,
    });
  });

  it("is stored with others in one call, which leaves alone what stands already", async () => {
    const webhook = await aStoredWebhook(table);
    const [current, fresh] = [aDelivery(webhook), aDelivery(webhook)];
    await storeDelivery(table, current);
    await failTimes(table, current, 1);
    const { endpoint, tableName } = inject("database");
    const proxy = await countingProxy(endpoint);
    onTestFinished(() => proxy.close());
    const counted = tableAt({ endpoint: proxy.endpoint, tableName });
    const { calls } = await proxy.costOf(async () =>
      expect(await storeDeliveries(counted, [current, fresh, fresh])).toEqual([null, null, null]),
    );
    expect(calls).toEqual({ BatchExecuteStatement: 1 });
    expect(await stored(table, current)).toMatchObject({ attempts: [{ number: 1 }], nextAttempt: 2 });
    expect(await stored(table, fresh)).toMatchObject({ status: "pending", attempts: [], body: fresh.body });
  });

  it("answers for each where no answer came, so that one lost call is not the end of all of its batch", async () => {
    const unreachable = tableAt({ ...inject("database"), endpoint: `http://127.0.0.1:${await freePort()}` });
    const webhook = await aStoredWebhook(table);
    const deliveries = [aDelivery(webhook), aDelivery(webhook)];
    const noAnswer = [expect.any(Error), expect.any(Error)];
    expect(await storeDeliveries(unreachable, deliveries)).toEqual(noAnswer);
    const settled = deliveries.map((before) => ({
      before,
      after: afterAttempt(before, answered(204), now),
      leaseToken: "one",
    }));
    expect(await recordOutcomes(unreachable, settled)).toEqual(noAnswer);
  });

  it("is not said to be stored where the engine does not take it", async () => {
    const delivery = aDelivery(await aStoredWebhook(table));
    const { endpoint, tableName } = inject("database");
    const engines = { dynamodb: endpoint, sqs: "", scheduler: "", kms: "", lambda: "" };
    const between = await startFaultProxy(engines, () => refusingBatches);
    const refusing = tableAt({ endpoint: between.dynamodb, tableName });
    expect(await storeDeliveries(refusing, [delivery])).toEqual([expect.any(Error)]);
    expect(await readDelivery(table, delivery)).toBeNull();
  });

  it("has each attempt made by one worker: the loser waits, and after the outcome it is stale", async () => {
    const delivery = await aStoredDelivery(table);
    const lease = (leaseToken: string, nowMs = now) =>
      leaseAttempt(table, delivery, first(leaseToken, nowMs));
    const outcomes = await Promise.all([lease("one"), lease("two")]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "leased"]);
    expect(await lease("three", now + 2 * leaseMs)).toMatchObject({ outcome: "leased" });
    const leased = await stored(table, delivery);
    await recordOutcome(table, leased, afterAttempt(leased, answered(500), now), {
      leaseToken: "three",
      nowMs: now,
      messages: [],
    });
    expect(await lease("four", now + 9 * leaseMs)).toEqual({ outcome: "stale" });
  });

  it("takes no outcome and no message from a worker whose attempt another one has taken over", async () => {
    const delivery = await aStoredDelivery(table);
    await leaseAttempt(table, delivery, first("slept"));
    await leaseAttempt(table, delivery, first("took over", now + 2 * leaseMs));
    const after = afterAttempt(delivery, answered(204), now);
    const gaveUp = { organizationId: delivery.organizationId, webhookId: delivery.webhookId, cycle: 1 };
    const messages = [
      {
        queue: "dead-letters" as const,
        body: { kind: "delivery.dead-letter" as const, ...gaveUp, deliveryId: delivery.id },
        notBeforeMs: 0,
        group: delivery.webhookId,
      },
    ];
    expect(await recordOutcome(table, delivery, after, { leaseToken: "slept", nowMs: now, messages })).toBe(
      false,
    );
    expect(await recordOutcomes(table, [{ before: delivery, after, leaseToken: "slept" }])).toEqual([false]);
    expect(await stored(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
    expect(JSON.stringify(await everyOutboxItem(table))).not.toContain(delivery.id);
  });

  it("has its outcome stored by itself where the engine does not take it with others", async () => {
    const deliveries = [await aStoredDelivery(table), await aStoredDelivery(table)];
    for (const one of deliveries) await leaseAttempt(table, one, first("t"));
    const { endpoint, tableName } = inject("database");
    const engines = { dynamodb: endpoint, sqs: "", scheduler: "", kms: "", lambda: "" };
    const between = await startFaultProxy(engines, () => refusingBatches);
    const settled = deliveries.map((before) => ({
      before,
      after: afterAttempt(before, answered(204), now),
      leaseToken: "t",
    }));
    const refused = tableAt({ endpoint: between.dynamodb, tableName });
    expect(await recordOutcomes(refused, settled)).toEqual([true, true]);
    for (const one of deliveries) expect(await stored(table, one)).toMatchObject({ status: "succeeded" });
  });

  it("keeps every attempt in order, up to the final one", async () => {
    const delivery = await aStoredDelivery(table);
    await failTimes(table, delivery, 6);
    const { attempts, status, nextAttempt } = await stored(table, delivery);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect({ status, nextAttempt }).toEqual({ status: "dead_lettered", nextAttempt: null });
  });

  it("ends without an attempt when its subscription is gone, and nobody can claim it any more", async () => {
    const delivery = await aStoredDelivery(table);
    await leaseAttempt(table, delivery, first("t"));
    const options = { leaseToken: "t", nowMs: now, messages: [] };
    await recordOutcome(table, delivery, ended(delivery, "cancelled"), options);
    expect(await stored(table, delivery)).toMatchObject({
      status: "cancelled",
      nextAttempt: null,
      attempts: [],
    });
    expect(await leaseAttempt(table, delivery, first("u", now + 2 * leaseMs))).toEqual({ outcome: "stale" });
  });

  it("is given up with the message of its attempt, unless that attempt was made meanwhile", async () => {
    const [lost, made] = [await aStoredDelivery(table), await aStoredDelivery(table)];
    await failTimes(table, made, 1);
    for (const one of [lost, made]) await abandonDelivery(table, one, { cycle: 1, attempt: 1 });
    expect(await stored(table, lost)).toMatchObject({ status: "dead_lettered", nextAttempt: null });
    expect(await stored(table, made)).toMatchObject({ status: "pending", nextAttempt: 2 });
  });

  it("that was never stored can be neither claimed nor read", async () => {
    const delivery = aDelivery(await aStoredWebhook(table));
    expect(await leaseAttempt(table, delivery, first("t"))).toEqual({ outcome: "stale" });
    expect(await readDelivery(table, delivery)).toBeNull();
  });
});

it("a subscription's deliveries are listed in the order of their events, in whatever state, and no other's", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId } = webhook;
  const deliveries = Array.from({ length: 5 }, () => aDelivery(webhook));
  for (const one of deliveries.toReversed()) await storeDelivery(table, one);
  for (const one of deliveries.slice(0, 2)) await makeAttempt(table, one, true);
  await aStoredDelivery(table);
  const idsIn = async (order: "asc" | "desc") => {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { rows, next }: Awaited<ReturnType<typeof pageOfDeliveries>> = await pageOfDeliveries(
        table,
        organizationId,
        webhook.id,
        { order, limit: 2, after },
      );
      ids.push(...rows.map(({ id }) => id));
      after = next;
    } while (after !== null);
    return ids;
  };
  const ids = deliveries.map(({ id }) => id);
  expect(await idsIn("asc")).toEqual(ids);
  expect(await idsIn("desc")).toEqual(ids.toReversed());
});
