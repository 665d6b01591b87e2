import { expect, it } from "vitest";
import { attemptMessage, type Delivery } from "../../functions/domain/delivery.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { leaseAttempt, readDelivery } from "../../functions/table/deliveries.ts";
import { deleteWebhook, readWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { storedDelivery } from "../support/delivery/deliveries.ts";
import { testTable } from "../support/table/table.ts";
import {
  aDeliveryInSlowQueue,
  aNewDelivery,
  deliverWorker,
  hanging,
  noFaults,
  outboxOf,
} from "../support/workers/deliver-worker.ts";

const table = testTable();
const { handle, queues, sent, setRule, anEndpoint } = deliverWorker(table);

/** The messages of a delivery that the worker has put back. */
const putBack = ({ id }: Pick<Delivery, "id">) =>
  sent.filter(
    ({ body }) => (body.kind === "delivery.begin" ? body.start.id : Reflect.get(body, "deliveryId")) === id,
  );

it("ten messages of a batch are delivered in parallel and stored with their outcomes", async () => {
  const { webhook, requests } = await anEndpoint({ pace: "quick" });
  const deliveries = Array.from({ length: 10 }, () => aNewDelivery(webhook));
  expect(await handle(...deliveries.map(({ message }) => message))).toBe(0);
  expect(requests).toHaveLength(10);
  for (const { delivery } of deliveries)
    expect(await storedDelivery(table, delivery)).toMatchObject({
      status: "succeeded",
      attempts: [{ statusCode: 204 }],
    });
});

it("a message that comes twice is delivered once, also when both are in one batch", async () => {
  const { webhook, requests } = await anEndpoint({ pace: "quick" });
  const { delivery, message } = aNewDelivery(webhook);
  // The second message waits because the first one has the lease.
  expect(await handle(message, message)).toBe(0);
  expect(putBack(delivery)).toMatchObject([{ ...message, notBeforeMs: expect.any(Number) }]);
  expect(putBack(delivery)).toMatchObject([{ postponedSinceMs: expect.any(Number) }]);
  expect(await handle(message)).toBe(0);
  expect(requests).toHaveLength(1);
  expect(await storedDelivery(table, delivery)).toMatchObject({ attempts: [{ number: 1 }] });
});

it("a failed delivery sends the message of its next attempt for ten seconds later, whatever Retry-After says", async () => {
  const { webhook } = await anEndpoint({ pace: "quick" }, 503);
  const { delivery, message } = aNewDelivery(webhook);
  await handle(message);
  expect(await outboxOf(table, delivery)).toMatchObject([
    { queue: "deliveries", body: { cycle: 1, attempt: 2 } },
  ]);
  const { nextAttemptAt, attempts } = await storedDelivery(table, delivery);
  const [failed] = attempts;
  expect(failed).toMatchObject({ statusCode: 503, retryAfter: "3600" });
  const waitMs = Date.parse(nextAttemptAt ?? "") - Date.parse(failed?.at ?? "") - (failed?.latencyMs ?? 0);
  expect(waitMs).toBeGreaterThanOrEqual(9_990);
  expect(waitMs).toBeLessThan(12_000);
  const { failingSince } = (await readWebhook(table, webhook.organizationId, webhook.id)) ?? webhook;
  expect(failingSince).not.toBeNull();
});

it("a delivery to an endpoint that has become slow is stored and moved to the slow queue, without an attempt", async () => {
  const { webhook, requests } = await anEndpoint(hanging);
  const { delivery, message } = aNewDelivery(webhook);
  expect(await handle(message)).toBe(0);
  expect(requests).toEqual([]);
  expect(await storedDelivery(table, delivery)).toMatchObject({
    status: "pending",
    nextAttempt: 1,
    body: delivery.body,
  });
  expect(await queues().receive("slow-deliveries", 1)).toMatchObject([
    { queue: "slow-deliveries", notBeforeMs: 0, body: { deliveryId: delivery.id, cycle: 1, attempt: 1 } },
  ]);
});

it("all messages of a batch to a slow endpoint are moved to the slow queue, and none is lost", async () => {
  const { webhook, requests } = await anEndpoint(hanging);
  const deliveries = Array.from({ length: 10 }, () => aNewDelivery(webhook));
  const [twice] = deliveries;
  const inSlowQueue = await aDeliveryInSlowQueue(table, webhook);
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
  const retried = attemptMessage(inSlowQueue.delivery, due, { pace: "quick" });
  const messages = [...deliveries, ...(twice === undefined ? [] : [twice])].map(({ message }) => message);
  expect(await handle(...messages, retried)).toBe(0);
  expect(requests).toEqual([]);
  for (const { delivery } of deliveries)
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
  const moved = await queues().receive("slow-deliveries", 12);
  const ids = moved.map(({ body }) => ("deliveryId" in body ? body.deliveryId : ""));
  const ownIds = [...deliveries, inSlowQueue].map(({ delivery }) => delivery.id);
  expect(new Set(ids)).toEqual(new Set(ownIds));
});

it("a message that the slow queue does not accept returns to its own queue, and the other messages of its batch do not", async () => {
  const { webhook } = await anEndpoint(hanging);
  const [rejected, accepted] = [aNewDelivery(webhook), aNewDelivery(webhook)];
  let count = 0;
  setRule(() => ({
    kind: "partial",
    isLeftOut: () => {
      count += 1;
      return count === 1;
    },
  }));
  expect(await handle(rejected.message, accepted.message)).toBe(0);
  setRule(noFaults);
  expect(putBack(rejected.delivery)).toMatchObject([
    { queue: "slow-deliveries" },
    { queue: "deliveries", failures: 1 },
  ]);
  expect(await queues().receive("slow-deliveries", 1)).toMatchObject([
    { body: { deliveryId: accepted.delivery.id } },
  ]);
  expect(await handle(rejected.message)).toBe(0);
  expect(await queues().receive("slow-deliveries", 1)).toMatchObject([
    { body: { deliveryId: rejected.delivery.id } },
  ]);
});

it("a message is delivered to the current URL of its subscription and in its current status, whatever they were for the message before it", async () => {
  const [before, now] = [await anEndpoint({ pace: "quick" }), await anEndpoint({ pace: "quick" })];
  const { organizationId, webhookId } = before.owner;
  const deliveries = Array.from({ length: 3 }, () => aNewDelivery(before.webhook));
  const [first, moved, disabled] = deliveries;
  expect(await handle(...(first ? [first.message] : []))).toBe(0);
  const change = (changes: Partial<Webhook>) =>
    updateWebhook(table, organizationId, webhookId, { ...changes, updatedAt: "" });
  await change({ url: now.webhook.url });
  expect(await handle(...(moved ? [moved.message] : []))).toBe(0);
  await change({ status: "disabled" });
  expect(await handle(...(disabled ? [disabled.message] : []))).toBe(0);
  const idsAt = ({ requests }: typeof now) => requests.map((headers) => headers["x-service-delivery"]);
  expect(idsAt(before)).toEqual([first?.delivery.id]);
  expect(idsAt(now)).toEqual([moved?.delivery.id]);
});

it("a message stores nothing when its subscription is deleted before the first attempt", async () => {
  const { webhook, owner, requests } = await anEndpoint({ pace: "quick" });
  const { delivery, message } = aNewDelivery(webhook);
  await deleteWebhook(table, owner.organizationId, owner.webhookId, []);
  expect(await handle(message)).toBe(0);
  expect(requests).toEqual([]);
  expect(await readDelivery(table, delivery)).toBeNull();
});

it("a delivery becomes a dead letter without an attempt when its subscription was disabled meanwhile", async () => {
  const { webhook, requests } = await anEndpoint({ pace: "quick", status: "disabled" });
  const { delivery, message } = aNewDelivery(webhook);
  expect(await handle(message)).toBe(0);
  expect(requests).toEqual([]);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "dead_lettered", attempts: [] });
  expect(await outboxOf(table, delivery)).toMatchObject([
    { queue: "dead-letters", body: { deliveryId: delivery.id } },
  ]);
});

it("a malformed message counts a failure, one whose attempt another worker has leased waits, and the other messages of the batch are handled", async () => {
  const { webhook, requests } = await anEndpoint({ pace: "quick" });
  const [fine, accepted] = [aNewDelivery(webhook), await aDeliveryInSlowQueue(table, webhook)];
  const nowMs = Date.now();
  const lease = { cycle: 1, attempt: 1, leaseToken: "other", nowMs, untilMs: nowMs + 60_000 };
  await leaseAttempt(table, accepted.delivery, lease);
  const malformed = JSON.parse(JSON.stringify(fine.message).replaceAll(webhook.id, ""));
  const before = sent.length;
  expect(await handle(malformed, accepted.message, fine.message)).toBe(0);
  const returned = sent.slice(before);
  expect(returned).toHaveLength(2);
  expect(returned).toContainEqual({ ...malformed, failures: 1, notBeforeMs: expect.any(Number) });
  expect(returned).toContainEqual({
    ...accepted.message,
    postponedSinceMs: expect.any(Number),
    notBeforeMs: expect.any(Number),
  });
  expect(requests.map((headers) => headers["x-service-delivery"])).toEqual([fine.delivery.id]);
});
