import { describe, expect, it } from "vitest";
import { attemptMessage } from "../../functions/domain/delivery.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { leaseAttempt, readDelivery } from "../../functions/table/deliveries.ts";
import { deleteWebhook, readWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { storedDelivery } from "../support/delivery/deliveries.ts";
import { testTable } from "../support/table/table.ts";
import {
  aBegunDelivery,
  aWaitingDelivery,
  deliverStage,
  forwardAll,
  hanging,
  intentsOf,
} from "../support/workers/deliver-stage.ts";

const table = testTable();
const { handle, queues, setRule, anEndpoint } = deliverStage(table);

describe("a message in the quick queue", () => {
  it("is delivered and stored with its outcome, ten of a batch side by side", async () => {
    const { webhook, requests } = await anEndpoint({ pace: "quick" });
    const begun = Array.from({ length: 10 }, () => aBegunDelivery(webhook));
    expect(await handle(...begun.map(({ message }) => message))).toBe(0);
    expect(requests).toHaveLength(10);
    for (const { delivery } of begun)
      expect(await storedDelivery(table, delivery)).toMatchObject({
        status: "succeeded",
        attempts: [{ statusCode: 204 }],
      });
  });

  it("that comes twice is delivered once, also when both come in one batch", async () => {
    const { webhook, requests } = await anEndpoint({ pace: "quick" });
    const { delivery, message } = aBegunDelivery(webhook);
    // The second one waits for the first one's outcome.
    expect(await handle(message, message)).toBe(1);
    expect(await handle(message)).toBe(0);
    expect(requests).toHaveLength(1);
    expect(await storedDelivery(table, delivery)).toMatchObject({ attempts: [{ number: 1 }] });
  });

  it("is followed by the message of the next attempt when it fails, ten seconds later whatever Retry-After says", async () => {
    const { webhook } = await anEndpoint({ pace: "quick" }, 503);
    const { delivery, message } = aBegunDelivery(webhook);
    await handle(message);
    expect(await intentsOf(table, delivery)).toMatchObject([
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

  it("is stored and handed to the slow queue, and not attempted, when its endpoint has turned slow", async () => {
    const { webhook, requests } = await anEndpoint(hanging);
    const { delivery, message } = aBegunDelivery(webhook);
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await storedDelivery(table, delivery)).toMatchObject({
      status: "pending",
      nextAttempt: 1,
      body: delivery.body,
    });
    expect(await queues().received("slow-deliveries", 1)).toMatchObject([
      { queue: "slow-deliveries", notBeforeMs: 0, body: { deliveryId: delivery.id, cycle: 1, attempt: 1 } },
    ]);
  });

  it("is set aside together with those of its batch, none of them lost", async () => {
    const { webhook, requests } = await anEndpoint(hanging);
    const begun = Array.from({ length: 10 }, () => aBegunDelivery(webhook));
    const [twice] = begun;
    const waiting = await aWaitingDelivery(table, webhook);
    const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
    const retried = attemptMessage(waiting.delivery, due, { pace: "quick" });
    const messages = [...begun, ...(twice === undefined ? [] : [twice])].map(({ message }) => message);
    expect(await handle(...messages, retried)).toBe(0);
    expect(requests).toEqual([]);
    for (const { delivery } of begun)
      expect(await storedDelivery(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
    const handedOver = await queues().received("slow-deliveries", 12);
    const ids = handedOver.map(({ body }) => ("deliveryId" in body ? body.deliveryId : ""));
    const ownIds = [...begun, waiting].map(({ delivery }) => delivery.id);
    expect(new Set(ids)).toEqual(new Set(ownIds));
  });

  it("comes back, and alone, when the queue that it is set aside into does not take it", async () => {
    const { webhook } = await anEndpoint(hanging);
    const [left, taken] = [aBegunDelivery(webhook), aBegunDelivery(webhook)];
    let place = 0;
    setRule(() => ({
      kind: "partial",
      isLeftOut: () => {
        place += 1;
        return place === 1;
      },
    }));
    expect(await handle(left.message, taken.message)).toBe(1);
    setRule(forwardAll);
    expect(await queues().received("slow-deliveries", 1)).toMatchObject([
      { body: { deliveryId: taken.delivery.id } },
    ]);
    expect(await handle(left.message)).toBe(0);
    expect(await queues().received("slow-deliveries", 1)).toMatchObject([
      { body: { deliveryId: left.delivery.id } },
    ]);
  });

  it("goes where its subscription points now, in the state in which it is now, whatever they were at the one before it", async () => {
    const [before, now] = [await anEndpoint({ pace: "quick" }), await anEndpoint({ pace: "quick" })];
    const { organizationId, webhookId } = before.owner;
    const begun = Array.from({ length: 3 }, () => aBegunDelivery(before.webhook));
    const [first, moved, disabled] = begun;
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

  it("leaves nothing when its subscription is gone before its first attempt", async () => {
    const { webhook, owner, requests } = await anEndpoint({ pace: "quick" });
    const { delivery, message } = aBegunDelivery(webhook);
    await deleteWebhook(table, owner.organizationId, owner.webhookId);
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await readDelivery(table, delivery)).toBeNull();
  });

  it("becomes a dead letter without an attempt when its subscription was disabled meanwhile", async () => {
    const { webhook, requests } = await anEndpoint({ pace: "quick", status: "disabled" });
    const { delivery, message } = aBegunDelivery(webhook);
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "dead_lettered", attempts: [] });
    expect(await intentsOf(table, delivery)).toMatchObject([
      { queue: "dead-letters", body: { deliveryId: delivery.id } },
    ]);
  });

  it("fails alone when it is malformed, and comes back when another worker has its attempt", async () => {
    const { webhook, requests } = await anEndpoint({ pace: "quick" });
    const [fine, taken] = [aBegunDelivery(webhook), await aWaitingDelivery(table, webhook)];
    const nowMs = Date.now();
    const lease = { cycle: 1, attempt: 1, leaseToken: "other", nowMs, untilMs: nowMs + 60_000 };
    await leaseAttempt(table, taken.delivery, lease);
    const malformed = JSON.parse(JSON.stringify(fine.message).replaceAll(webhook.id, ""));
    expect(await handle(malformed, taken.message, fine.message)).toBe(2);
    expect(requests.map((headers) => headers["x-service-delivery"])).toEqual([fine.delivery.id]);
  });
});
