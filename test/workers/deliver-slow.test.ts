import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { attemptMessage, beginMessage, newDelivery } from "../../functions/domain/delivery.ts";
import type { DeliveryQueue, OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { measureLoopDelay } from "../../functions/http/loop-delay.ts";
import { organizationPermits } from "../../functions/platform/environment.ts";
import { deliveryKey, permitKey } from "../../functions/table/keys.ts";
import { acquirePermit, releasePermit } from "../../functions/table/permits.ts";
import type { Item } from "../../functions/table/store/change.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { deleteWebhook, readWebhook, recordHealth, updateWebhook } from "../../functions/table/webhooks.ts";
import { queueWorkers } from "../../lib/stacks/queue-workers.ts";
import { storedDelivery } from "../support/delivery/deliveries.ts";
import { aStart } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import {
  aDeliveryInSlowQueue,
  aNewDelivery,
  deliverWorker,
  hanging,
  outboxOf,
} from "../support/workers/deliver-worker.ts";

const table = testTable();
const { handle, queues, sent, anEndpoint } = deliverWorker(table);

const acquireBothPermits = async (owner: { organizationId: string; webhookId: string }) => {
  const nowMs = Date.now();
  for (const leaseToken of ["one", "two"])
    await acquirePermit(table, owner, { permits: 2, leaseToken, nowMs, untilMs: nowMs + 60_000 });
};

const acquireAllOfOrganization = async (owner: { organizationId: string }, queue: DeliveryQueue) => {
  const nowMs = Date.now();
  const permits = organizationPermits();
  const scope = { organizationId: owner.organizationId, queue };
  // Each tries only some of them, in a random order.
  for (let acquired = 0; acquired < permits; ) {
    const lease = { permits, leaseToken: `${acquired}`, nowMs, untilMs: nowMs + 60_000 };
    if ((await acquirePermit(table, scope, lease)) !== null) acquired += 1;
  }
};

/** Waits for more than a second in which this thread could have handled a response. */
async function lateResponse(): Promise<void> {
  const busy = measureLoopDelay();
  const startedMs = performance.now();
  while (performance.now() - startedMs - busy.ms() < 1_500) await sleep(50);
  busy.end();
}

const paceOf = async (owner: { organizationId: string; webhookId: string }) =>
  (await readWebhook(table, owner.organizationId, owner.webhookId))?.pace;

it("a quick endpoint that takes more than a second is pausing, and slow after the second late response in a row, also when another attempt fails meanwhile", async () => {
  // It responds only once its pace is recorded as pausing.
  const { webhook, owner } = await anEndpoint({ pace: "quick" }, 204, async () => {
    await recordHealth(table, webhook, { failingSince: isoTime(Date.now()) });
    await vi.waitFor(async () => expect(await paceOf(owner)).toBe("pausing"), 20_000);
  });
  const { delivery, message } = aNewDelivery(webhook);
  expect(await handle(message)).toBe(0);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded" });
  expect(await paceOf(owner)).toBe("pausing");
  const late = await anEndpoint({ pace: "pausing" }, 204, lateResponse);
  expect(await handle((await aDeliveryInSlowQueue(table, late.webhook)).message)).toBe(0);
  expect(await paceOf(late.owner)).toBe("slow");
});

it("after one late response the next delivery is attempted at once, however many permits the slow endpoints of the organization have taken", async () => {
  const { webhook, owner, requests } = await anEndpoint({ pace: "pausing" });
  await acquireAllOfOrganization(owner, "slow-deliveries");
  const { message } = aNewDelivery(webhook);
  expect(await handle(message)).toBe(0);
  const [moved] = await queues().receive("new-deliveries", 1);
  if (moved === undefined) throw new Error("the message was not moved");
  expect(moved.notBeforeMs).toBe(0);
  expect(await handle(moved)).toBe(0);
  expect(requests).toHaveLength(1);
  expect(await paceOf(owner)).toBe("quick");
});

it("a message waits without an attempt while its organization's permits for the queue are taken, and those of another organization do not matter", async () => {
  const other = await anEndpoint(hanging);
  await acquireAllOfOrganization(other.owner, "slow-deliveries");
  for (const { webhook, requests } of [other, await anEndpoint(hanging)]) {
    const { delivery, message } = await aDeliveryInSlowQueue(table, webhook);
    expect(await handle(message)).toBe(0);
    const isOther = webhook.id === other.webhook.id;
    expect(requests).toHaveLength(isOther ? 0 : 1);
    expect(await storedDelivery(table, delivery)).toMatchObject({
      status: isOther ? "pending" : "succeeded",
    });
  }
});

/** Keeps this thread busy, as garbage collection, the handshakes of a cold start or a lack of processor time do. */
function blockThread(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

it("an endpoint stays quick when its response waits because the worker's thread was busy for more than a second", async () => {
  const { webhook, owner } = await anEndpoint({ pace: "quick" }, 204, async () => blockThread(1_500));
  const { delivery, message } = aNewDelivery(webhook);
  expect(await handle(message)).toBe(0);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded" });
  expect(await paceOf(owner)).toBe("quick");
});

it("a batch to a slow endpoint is attempted with one permit, which is released when the batch ends", async () => {
  const { webhook, owner, requests } = await anEndpoint(hanging, 503);
  const nowMs = Date.now();
  await acquirePermit(table, owner, {
    permits: 2,
    leaseToken: "other worker",
    nowMs,
    untilMs: nowMs + 60_000,
  });
  const deliveries = [
    await aDeliveryInSlowQueue(table, webhook),
    await aDeliveryInSlowQueue(table, webhook),
    await aDeliveryInSlowQueue(table, webhook),
  ];
  expect(await handle(...deliveries.map(({ message }) => message))).toBe(0);
  expect(requests).toHaveLength(3);
  expect(
    await acquirePermit(table, owner, { permits: 2, leaseToken: "next", nowMs, untilMs: nowMs + 60_000 }),
  ).toBe(1);
});

it("a message waits half a minute or more, without an attempt, while the permits of its slow endpoint are taken", async () => {
  const { webhook, owner, requests } = await anEndpoint(hanging);
  await acquireBothPermits(owner);
  const { delivery, message } = await aDeliveryInSlowQueue(table, webhook);
  const before = await queues().delayedCount("slow-deliveries");
  expect(await handle(message)).toBe(0);
  expect(requests).toEqual([]);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
  expect(await queues().delayedCount("slow-deliveries")).toBe(before + 1);
});

it("a message waits longer the longer it has waited, and says since when, so that thousands of waiting messages rarely return", async () => {
  const { webhook, owner } = await anEndpoint(hanging);
  await acquireBothPermits(owner);
  const { delivery, message } = await aDeliveryInSlowQueue(table, webhook);
  const beganMs = Date.now();
  const returnOf = async (due: OutgoingMessage) => {
    expect(await handle(due)).toBe(0);
    const own = sent.filter(({ body }) => "deliveryId" in body && body.deliveryId === delivery.id);
    const [last] = own.slice(-1);
    if (last?.body.kind !== "delivery.attempt") throw new Error("the message did not return");
    return { waitMs: last.notBeforeMs - beganMs, waitingSinceMs: last.body.waitingSinceMs ?? 0 };
  };
  const first = await returnOf(message);
  expect(first.waitMs).toBeGreaterThanOrEqual(30_000);
  expect(first.waitingSinceMs).toBeGreaterThanOrEqual(beganMs);
  const waitingSinceMs = beganMs - 200_000;
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0, waitingSinceMs };
  const later = await returnOf(attemptMessage(delivery, due, webhook));
  expect(later.waitMs).toBeGreaterThanOrEqual(100_000);
  expect(later.waitingSinceMs).toBe(waitingSinceMs);
});

it("the leases of an attempt and of its permit last longer than an attempt can take and less than the visibility timeout", async () => {
  const leases: number[] = [];
  const leaseOf = async (key: Parameters<typeof readItem>[1], name: string) =>
    leases.push(Number((await readItem<Item>(table, key))?.[name]) - Date.now());
  const { webhook, owner } = await anEndpoint(hanging, 204, async () => {
    await leaseOf(deliveryKey(delivery), "leaseUntilMs");
    await leaseOf(permitKey(owner.organizationId, owner.webhookId, 0), "untilMs");
  });
  const { delivery, message } = await aDeliveryInSlowQueue(table, webhook);
  expect(await handle(message)).toBe(0);
  expect(leases).toHaveLength(2);
  // Five seconds for the name, ten for the response and one for its body, minus the time before this read.
  const visibilityTimeoutMs = 6 * queueWorkers["slow-deliveries"].timeoutSeconds * 1_000;
  for (const leaseMs of leases) {
    expect(leaseMs).toBeGreaterThan(12_000);
    expect(leaseMs).toBeLessThan(visibilityTimeoutMs);
  }
});

it("a message returns in a second or two while the first response of a new endpoint is pending", async () => {
  const { webhook, owner } = await anEndpoint({ pace: "unknown" });
  await acquireBothPermits(owner);
  const { delivery, message } = await aDeliveryInSlowQueue(table, webhook);
  await handle(message);
  const [returned] = await queues().receive("slow-deliveries", 1);
  expect(returned).toMatchObject({ body: { deliveryId: delivery.id, attempt: 1 } });
  await releasePermit(table, owner, { permit: 0, leaseToken: "one" });
  expect(await handle({ ...message, notBeforeMs: 0 })).toBe(0);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded" });
});

it("the first quick response of a new endpoint makes it quick, and the next messages need no permit", async () => {
  const { webhook, owner, requests } = await anEndpoint({ pace: "unknown" });
  await handle((await aDeliveryInSlowQueue(table, webhook)).message);
  expect(await readWebhook(table, owner.organizationId, owner.webhookId)).toMatchObject({ pace: "quick" });
  await acquireBothPermits(owner);
  expect(
    await handle((await aDeliveryInSlowQueue(table, webhook)).message, aNewDelivery(webhook).message),
  ).toBe(0);
  expect(requests).toHaveLength(3);
});

it("a delivery stored when its subscription was disabled becomes a dead letter when any of its messages comes", async () => {
  const { webhook, owner, requests } = await anEndpoint(hanging);
  await acquireBothPermits(owner);
  const start = aStart(webhook);
  const begin = beginMessage(start, webhook);
  await handle(begin);
  await updateWebhook(table, owner.organizationId, owner.webhookId, { status: "disabled", updatedAt: "" });
  // The event is fanned out again, as after a crash.
  expect(await handle(begin)).toBe(0);
  expect(requests).toEqual([]);
  expect(await storedDelivery(table, start)).toMatchObject({ status: "dead_lettered", nextAttempt: null });
  expect(await outboxOf(table, newDelivery(start))).toMatchObject([
    { body: { kind: "delivery.dead-letter" } },
  ]);
});

it("a delivery in the slow queue gets no attempt, and nothing is stored, when its subscription is deleted", async () => {
  const { webhook, owner, requests } = await anEndpoint(hanging);
  const { delivery, message } = await aDeliveryInSlowQueue(table, webhook);
  await deleteWebhook(table, owner.organizationId, owner.webhookId, []);
  expect(await handle(message)).toBe(0);
  expect(requests).toEqual([]);
  expect(await storedDelivery(table, delivery)).toMatchObject({ status: "pending", nextAttempt: 1 });
  expect(await outboxOf(table, delivery)).toEqual([]);
});
