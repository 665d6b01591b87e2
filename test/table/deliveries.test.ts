import { expect, it, onTestFinished } from "vitest";
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
import { openCountingProxy } from "../support/api/counting-proxy.ts";
import {
  aStoredDelivery,
  aStoredWebhook,
  failTimes,
  leaseFirstAttempt,
  makeAttempt,
  storedDelivery,
} from "../support/delivery/deliveries.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { provided } from "../support/setup/provided.ts";
import { aDelivery, aStart, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, tableAt, testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const leaseMs = 1_000;

const firstLease = (leaseToken: string, nowMs = now) => ({
  cycle: 1,
  attempt: 1,
  leaseToken,
  nowMs,
  untilMs: nowMs + leaseMs,
});
const attemptResult = (statusCode: number) => ({
  succeeded: statusCode < 300,
  attempt: { number: 1, at: "", statusCode, latencyMs: 1, error: null, response: "" },
});

const rejectBatches: FaultRule = ({ action }) =>
  action === "BatchExecuteStatement"
    ? { kind: "error", status: 400, code: "ValidationException" }
    : { kind: "none" };

it("the lease of a first attempt stores the delivery, and only one of two workers with its message gets the lease", async () => {
  const delivery = aDelivery(await aStoredWebhook(table));
  const leases = await Promise.all(
    ["one", "two"].map((leaseToken) => leaseFirstAttempt(table, delivery, firstLease(leaseToken))),
  );
  expect(leases.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "leased"]);
  expect(await storedDelivery(table, delivery)).toMatchObject({
    status: "pending",
    attempts: [],
    body: delivery.body,
  });
});

it("a late message does not begin a delivery again, even when its bytes would differ now", async () => {
  const start = aStart(await aStoredWebhook(table));
  await leaseFirstAttempt(table, newDelivery(start), firstLease("one"));
  const late = newDelivery({ ...start, body: "other bytes" });
  expect(await leaseFirstAttempt(table, late, firstLease("two"))).toEqual({ outcome: "busy" });
  const delivery = await storedDelivery(table, start);
  const after = afterAttempt(delivery, attemptResult(500), now);
  await recordOutcome(table, delivery, after, { leaseToken: "one", nowMs: now, messages: [] });
  expect(await leaseFirstAttempt(table, late, firstLease("three", now + 2 * leaseMs))).toEqual({
    outcome: "stale",
  });
  expect(await storedDelivery(table, start)).toMatchObject({ body: start.body, nextAttempt: 2 });
});

it("a delivery is attempted again with the stored bytes after the lease of a dead worker has expired", async () => {
  const start = aStart(await aStoredWebhook(table));
  await leaseFirstAttempt(table, newDelivery(start), firstLease("dead"));
  const again = newDelivery({ ...start, body: "other bytes" });
  expect(await leaseFirstAttempt(table, again, firstLease("next", now + 2 * leaseMs))).toMatchObject({
    outcome: "leased",
    delivery: { body: start.body, attempts: [] },
  });
});

it("a delivery that succeeds at once costs two writes of one unit each, at the size of a published post's event", async () => {
  const webhook = await aStoredWebhook(table);
  const published = { postId: newId("pst"), publishedAt: isoTime(now), channels: ["feed"] };
  const event = serviceEvent(newId("evt"), "post.published", webhook.organizationId, published, now);
  const body = signedBody({ ...event, data: { ...event.data } }, "a secret");
  const delivery = newDelivery({ ...aStart(webhook), body });
  const { endpoint, tableName } = provided("database");
  const proxy = await openCountingProxy(endpoint);
  onTestFinished(() => proxy.close());
  const counted = tableAt({ endpoint: proxy.endpoint, tableName });
  // Not every engine returns the units that a statement consumes, so this puts the stored item once more.
  const sizeUnits = async () => {
    const Item = await readItem<Item>(table, deliveryKey(delivery));
    const put = { TableName: tableName, Item: Item ?? {} };
    return (await proxy.costOf(() => counted.client.send("PutItem", put))).units;
  };
  const leased = await proxy.costOf(() => leaseFirstAttempt(counted, delivery, firstLease("one")));
  expect([leased.calls, await sizeUnits()]).toEqual([{ BatchExecuteStatement: 1 }, 1]);
  const after = afterAttempt(delivery, attemptResult(204), now);
  const recorded = await proxy.costOf(async () =>
    expect(await recordOutcomes(counted, [{ before: delivery, after, leaseToken: "one" }], now)).toEqual([
      true,
    ]),
  );
  expect([recorded.calls, await sizeUnits()]).toEqual([{ BatchExecuteStatement: 1 }, 1]);
  expect(await storedDelivery(table, delivery)).toMatchObject({
    status: "succeeded",
    attempts: [{ statusCode: 204 }],
  });
});

it("a delivery is created once for an event and a subscription, however often the event is fanned out", async () => {
  const delivery = await aStoredDelivery(table);
  await failTimes(table, delivery, 1);
  await storeDelivery(table, { ...delivery, body: "other bytes" }, now);
  expect(await storedDelivery(table, delivery)).toMatchObject({
    attempts: [{ number: 1 }],
    body: delivery.body,
    nextAttempt: 2,
  });
});

it("several deliveries are stored in one call, which does not change a delivery that is already stored", async () => {
  const webhook = await aStoredWebhook(table);
  const [current, fresh] = [aDelivery(webhook), aDelivery(webhook)];
  await storeDelivery(table, current, now);
  await failTimes(table, current, 1);
  const { endpoint, tableName } = provided("database");
  const proxy = await openCountingProxy(endpoint);
  onTestFinished(() => proxy.close());
  const counted = tableAt({ endpoint: proxy.endpoint, tableName });
  const { calls } = await proxy.costOf(async () =>
    expect(await storeDeliveries(counted, [current, fresh, fresh], now)).toEqual([null, null, null]),
  );
  expect(calls).toEqual({ BatchExecuteStatement: 1 });
  expect(await storedDelivery(table, current)).toMatchObject({ attempts: [{ number: 1 }], nextAttempt: 2 });
  expect(await storedDelivery(table, fresh)).toMatchObject({
    status: "pending",
    attempts: [],
    body: fresh.body,
  });
});

it("when the table does not respond, each delivery of a batch gets its own error", async () => {
  const unreachable = tableAt({ ...provided("database"), endpoint: `http://127.0.0.1:${await freePort()}` });
  const webhook = await aStoredWebhook(table);
  const deliveries = [aDelivery(webhook), aDelivery(webhook)];
  const noResponse = [expect.any(Error), expect.any(Error)];
  expect(await storeDeliveries(unreachable, deliveries, now)).toEqual(noResponse);
  const outcomes = deliveries.map((before) => ({
    before,
    after: afterAttempt(before, attemptResult(204), now),
    leaseToken: "one",
  }));
  expect(await recordOutcomes(unreachable, outcomes, now)).toEqual(noResponse);
});

it("a delivery is not reported as stored when the engine rejects the write", async () => {
  const delivery = aDelivery(await aStoredWebhook(table));
  const { endpoint, tableName } = provided("database");
  const between = await startFaultProxy({ dynamodb: endpoint }, () => rejectBatches);
  const rejecting = tableAt({ endpoint: between.dynamodb, tableName });
  expect(await storeDeliveries(rejecting, [delivery], now)).toEqual([expect.any(Error)]);
  expect(await readDelivery(table, delivery)).toBeNull();
});

it("only one worker at a time can lease an attempt, and after its outcome is recorded the attempt is stale", async () => {
  const delivery = await aStoredDelivery(table);
  const lease = (leaseToken: string, nowMs = now) =>
    leaseAttempt(table, delivery, firstLease(leaseToken, nowMs));
  const outcomes = await Promise.all([lease("one"), lease("two")]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "leased"]);
  expect(await lease("three", now + 2 * leaseMs)).toMatchObject({ outcome: "leased" });
  const leased = await storedDelivery(table, delivery);
  await recordOutcome(table, leased, afterAttempt(leased, attemptResult(500), now), {
    leaseToken: "three",
    nowMs: now,
    messages: [],
  });
  expect(await lease("four", now + 9 * leaseMs)).toEqual({ outcome: "stale" });
});

it("a worker whose attempt was leased again by another worker cannot record an outcome or send a message", async () => {
  const delivery = await aStoredDelivery(table);
  await leaseAttempt(table, delivery, firstLease("slept"));
  await leaseAttempt(table, delivery, firstLease("took over", now + 2 * leaseMs));
  const after = afterAttempt(delivery, attemptResult(204), now);
  const letter = { organizationId: delivery.organizationId, webhookId: delivery.webhookId, cycle: 1 };
  const messages = [
    {
      queue: "dead-letters" as const,
      body: { kind: "delivery.dead-letter" as const, ...letter, deliveryId: delivery.id },
      notBeforeMs: 0,
      group: delivery.webhookId,
    },
  ];
  expect(await recordOutcome(table, delivery, after, { leaseToken: "slept", nowMs: now, messages })).toBe(
    false,
  );
  expect(await recordOutcomes(table, [{ before: delivery, after, leaseToken: "slept" }], now)).toEqual([
    false,
  ]);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
  expect(JSON.stringify(await everyOutboxItem(table))).not.toContain(delivery.id);
});

it("outcomes are recorded one by one when the engine rejects the batch", async () => {
  const deliveries = [await aStoredDelivery(table), await aStoredDelivery(table)];
  for (const delivery of deliveries) await leaseAttempt(table, delivery, firstLease("t"));
  const { endpoint, tableName } = provided("database");
  const between = await startFaultProxy({ dynamodb: endpoint }, () => rejectBatches);
  const outcomes = deliveries.map((before) => ({
    before,
    after: afterAttempt(before, attemptResult(204), now),
    leaseToken: "t",
  }));
  const rejecting = tableAt({ endpoint: between.dynamodb, tableName });
  expect(await recordOutcomes(rejecting, outcomes, now)).toEqual([true, true]);
  for (const delivery of deliveries)
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded" });
});

it("a delivery keeps every attempt in order, up to the final attempt", async () => {
  const delivery = await aStoredDelivery(table);
  await failTimes(table, delivery, 6);
  const { attempts, status, nextAttempt } = await storedDelivery(table, delivery);
  expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect({ status, nextAttempt }).toEqual({ status: "dead_lettered", nextAttempt: null });
});

it("a delivery ends without an attempt when its subscription is disabled, and nobody can lease it any more", async () => {
  const delivery = await aStoredDelivery(table);
  await leaseAttempt(table, delivery, firstLease("t"));
  const options = { leaseToken: "t", nowMs: now, messages: [] };
  await recordOutcome(table, delivery, ended(delivery, "dead_lettered"), options);
  expect(await storedDelivery(table, delivery)).toMatchObject({
    status: "dead_lettered",
    nextAttempt: null,
    attempts: [],
  });
  expect(await leaseAttempt(table, delivery, firstLease("u", now + 2 * leaseMs))).toEqual({
    outcome: "stale",
  });
});

it("a delivery is dead-lettered when the message of its attempt is, unless that attempt was made meanwhile", async () => {
  const [lost, made] = [await aStoredDelivery(table), await aStoredDelivery(table)];
  await failTimes(table, made, 1);
  for (const delivery of [lost, made]) await abandonDelivery(table, delivery, { cycle: 1, attempt: 1 }, now);
  expect(await storedDelivery(table, lost)).toMatchObject({ status: "dead_lettered", nextAttempt: null });
  expect(await storedDelivery(table, made)).toMatchObject({ status: "pending", nextAttempt: 2 });
});

it("a delivery that was never stored cannot be leased or read", async () => {
  const delivery = aDelivery(await aStoredWebhook(table));
  expect(await leaseAttempt(table, delivery, firstLease("t"))).toEqual({ outcome: "stale" });
  expect(await readDelivery(table, delivery)).toBeNull();
});

it("the list of a subscription's deliveries has them in the order of their events, in every status, and no other subscription's", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId } = webhook;
  const deliveries = Array.from({ length: 5 }, () => aDelivery(webhook));
  for (const delivery of deliveries.toReversed()) await storeDelivery(table, delivery, now);
  for (const delivery of deliveries.slice(0, 2)) await makeAttempt(table, delivery, true);
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
        now,
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
