import { describe, expect, it, vi } from "vitest";
import { attemptMessage, beginMessage, newDelivery } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
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
  aBegunDelivery,
  aWaitingDelivery,
  deliverStage,
  hanging,
  intentsOf,
} from "../support/workers/deliver-stage.ts";

const table = testTable();
const { handle, queues, sent, anEndpoint } = deliverStage(table);

const takeBoth = async (owner: { organizationId: string; webhookId: string }) => {
  const nowMs = Date.now();
  for (const leaseToken of ["one", "two"])
    await acquirePermit(table, owner, { permits: 2, leaseToken, nowMs, untilMs: nowMs + 60_000 });
};

const paceOf = async (owner: { organizationId: string; webhookId: string }) =>
  (await readWebhook(table, owner.organizationId, owner.webhookId))?.pace;

describe("an endpoint that takes more than a second", () => {
  it("is pausing while it is waited for and slow once it has answered, also when another attempt fails meanwhile", async () => {
    // It answers when it is known to pause, and never else.
    const { webhook, owner } = await anEndpoint({ pace: "quick" }, 204, async () => {
      await recordHealth(table, webhook, { failingSince: isoTime(Date.now()) });
      await vi.waitFor(async () => expect(await paceOf(owner)).toBe("pausing"), 20_000);
    });
    const { delivery, message } = aBegunDelivery(webhook);
    expect(await handle(message)).toBe(0);
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded" });
    expect(await paceOf(owner)).toBe("slow");
  });
});

describe("a message in the slow queue", () => {
  it("is attempted in a turn, one for all of a batch, which ends with it", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging, 503);
    const nowMs = Date.now();
    await acquirePermit(table, owner, {
      permits: 2,
      leaseToken: "other worker",
      nowMs,
      untilMs: nowMs + 60_000,
    });
    const waiting = [
      await aWaitingDelivery(table, webhook),
      await aWaitingDelivery(table, webhook),
      await aWaitingDelivery(table, webhook),
    ];
    expect(await handle(...waiting.map(({ message }) => message))).toBe(0);
    expect(requests).toHaveLength(3);
    expect(
      await acquirePermit(table, owner, { permits: 2, leaseToken: "next", nowMs, untilMs: nowMs + 60_000 }),
    ).toBe(1);
  });

  it("waits half a minute or more, without an attempt, while its slow endpoint's turns are taken", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging);
    await takeBoth(owner);
    const { delivery, message } = await aWaitingDelivery(table, webhook);
    const before = await queues().delayed("slow-deliveries");
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
    expect(await queues().delayed("slow-deliveries")).toBe(before + 1);
  });

  it("waits longer the longer it has waited, and says since when, so that thousands in vain ask seldom", async () => {
    const { webhook, owner } = await anEndpoint(hanging);
    await takeBoth(owner);
    const { delivery, message } = await aWaitingDelivery(table, webhook);
    const beganMs = Date.now();
    const comesBack = async (due: OutgoingMessage) => {
      expect(await handle(due)).toBe(0);
      const mine = sent.filter(({ body }) => "deliveryId" in body && body.deliveryId === delivery.id);
      const [last] = mine.slice(-1);
      if (last?.body.kind !== "delivery.attempt") throw new Error("it does not come back");
      return { waitMs: last.notBeforeMs - beganMs, waitingSinceMs: last.body.waitingSinceMs ?? 0 };
    };
    const first = await comesBack(message);
    expect(first.waitMs).toBeGreaterThanOrEqual(30_000);
    expect(first.waitingSinceMs).toBeGreaterThanOrEqual(beganMs);
    const waitingSinceMs = beganMs - 200_000;
    const due = { cycle: 1, attempt: 1, notBeforeMs: 0, waitingSinceMs };
    const later = await comesBack(attemptMessage(delivery, due, webhook));
    expect(later.waitMs).toBeGreaterThanOrEqual(100_000);
    expect(later.waitingSinceMs).toBe(waitingSinceMs);
  });

  it("is held, and its endpoint's turn with it, for longer than an attempt can take and for less than it is hidden", async () => {
    const leases: number[] = [];
    const leaseOf = async (key: Parameters<typeof readItem>[1], name: string) =>
      leases.push(Number((await readItem<Item>(table, key))?.[name]) - Date.now());
    const { webhook, owner } = await anEndpoint(hanging, 204, async () => {
      await leaseOf(deliveryKey(delivery), "leaseUntilMs");
      await leaseOf(permitKey(owner.organizationId, owner.webhookId, 0), "untilMs");
    });
    const { delivery, message } = await aWaitingDelivery(table, webhook);
    expect(await handle(message)).toBe(0);
    expect(leases).toHaveLength(2);
    // Five seconds for the name, ten for the answer and one for its body, less what came before this look.
    const hiddenMs = 3 * queueWorkers["slow-deliveries"].timeoutSeconds * 1_000;
    for (const leaseMs of leases) {
      expect(leaseMs).toBeGreaterThan(12_000);
      expect(leaseMs).toBeLessThan(hiddenMs);
    }
  });

  it("comes back in a second or two while the first answer of a new endpoint is still to come", async () => {
    const { webhook, owner } = await anEndpoint({ pace: "unknown" });
    await takeBoth(owner);
    const { delivery, message } = await aWaitingDelivery(table, webhook);
    await handle(message);
    const [back] = await queues().received("slow-deliveries", 1);
    expect(back).toMatchObject({ body: { deliveryId: delivery.id, attempt: 1 } });
    await releasePermit(table, owner, { permit: 0, leaseToken: "one" });
    expect(await handle({ ...message, notBeforeMs: 0 })).toBe(0);
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "succeeded" });
  });

  it("proves a new endpoint quick by its answer: what follows needs no turn", async () => {
    const { webhook, owner, requests } = await anEndpoint({ pace: "unknown" });
    await handle((await aWaitingDelivery(table, webhook)).message);
    expect(await readWebhook(table, owner.organizationId, owner.webhookId)).toMatchObject({ pace: "quick" });
    await takeBoth(owner);
    expect(
      await handle((await aWaitingDelivery(table, webhook)).message, aBegunDelivery(webhook).message),
    ).toBe(0);
    expect(requests).toHaveLength(3);
  });

  it("that was stored when its subscription was disabled becomes a dead letter by whichever message comes", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging);
    await takeBoth(owner);
    const start = aStart(webhook);
    const begin = beginMessage(start, webhook);
    await handle(begin);
    await updateWebhook(table, owner.organizationId, owner.webhookId, { status: "disabled", updatedAt: "" });
    // Fanned out once more, as after a crash.
    expect(await handle(begin)).toBe(0);
    expect(requests).toEqual([]);
    expect(await storedDelivery(table, start)).toMatchObject({ status: "dead_lettered", nextAttempt: null });
    expect(await intentsOf(table, newDelivery(start))).toMatchObject([
      { body: { kind: "delivery.dead-letter" } },
    ]);
  });

  it("is cancelled without an attempt when its subscription is gone", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging);
    const { delivery, message } = await aWaitingDelivery(table, webhook);
    await deleteWebhook(table, owner.organizationId, owner.webhookId);
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await storedDelivery(table, delivery)).toMatchObject({ status: "cancelled", nextAttempt: null });
    expect(await intentsOf(table, delivery)).toEqual([]);
  });
});
