import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { attemptMessage, beginMessage, type Delivery, newDelivery } from "../../functions/domain/delivery.ts";
import type { EndpointHealth } from "../../functions/domain/endpoint-health.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { isoTime } from "../../functions/domain/time.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { claimAttempt, readDelivery, storeDelivery } from "../../functions/table/deliveries.ts";
import { endTurn, takeTurn } from "../../functions/table/turns.ts";
import { deleteWebhook, noteHealth, readWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { startHttps, trustedCertificate } from "../delivery/receiver.ts";
import { aStoredWebhook, stored } from "../support/deliveries.ts";
import { aStart } from "../support/entities.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { everyIntent, testTable } from "../support/table.ts";
import { stubWorkerEnvironment, work } from "../support/worker.ts";

const table = testTable();
let queues: Queues;
let certificate: Awaited<ReturnType<typeof trustedCertificate>>;
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  queues = await startQueues(["deliveries", "slow-deliveries"]);
  stubWorkerEnvironment();
  certificate = await trustedCertificate();
  const { handler } = await import("../../functions/workers/deliver.ts");
  handle = (...messages) => work(handler, messages);
});
afterAll(() => queues.stop());

/** A subscription whose endpoint answers each request with a status, and the headers of what came to it. */
async function anEndpoint(health: Partial<EndpointHealth>, status = 204, afterMs = 0) {
  const requests: IncomingHttpHeaders[] = [];
  const port = await startHttps(certificate, (request, response) => {
    requests.push(request.headers);
    request.resume();
    const answer = () => response.writeHead(status, status >= 500 ? { "Retry-After": "3600" } : {}).end();
    setTimeout(answer, afterMs);
  });
  const { organizationId, id } = await aStoredWebhook(table);
  const url = `https://localhost:${port}/hook`;
  const webhook = await updateWebhook(table, organizationId, id, { url, ...health, updatedAt: "" });
  return { webhook, owner: { organizationId, webhookId: id }, requests };
}

/** A delivery that has only its message yet, as for an endpoint that was quick when its event was fanned out. */
function aBegunDelivery(webhook: Webhook): { delivery: Delivery; message: OutgoingMessage } {
  const start = aStart(webhook);
  return { delivery: newDelivery(start), message: beginMessage(start, { pace: "quick" }) };
}

/** A delivery that is stored and waits in the slow queue. */
async function aWaitingDelivery(webhook: Webhook): Promise<{ delivery: Delivery; message: OutgoingMessage }> {
  const delivery = newDelivery(aStart(webhook));
  await storeDelivery(table, delivery);
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
  return { delivery, message: attemptMessage(delivery, due, { pace: "slow" }) };
}

async function intentsOf(delivery: Delivery): Promise<OutgoingMessage[]> {
  const messages = (await everyIntent(table)).flatMap((intent) => intent.messages);
  return messages.filter((message) => message.group === delivery.webhookId);
}

/** Two workers at once are all that it gets. */
const hanging = { pace: "hanging" } as const;

const takeBoth = async (owner: { organizationId: string; webhookId: string }) => {
  const nowMs = Date.now();
  for (const token of ["one", "two"])
    await takeTurn(table, owner, { places: 2, token, nowMs, untilMs: nowMs + 60_000 });
};

describe("a message in the quick queue", () => {
  it("is delivered and stored with its outcome, ten of a batch side by side", async () => {
    const { webhook, requests } = await anEndpoint({ pace: "quick" });
    const begun = Array.from({ length: 10 }, () => aBegunDelivery(webhook));
    expect(await handle(...begun.map(({ message }) => message))).toBe(0);
    expect(requests).toHaveLength(10);
    for (const { delivery } of begun)
      expect(await stored(table, delivery)).toMatchObject({
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
    expect(await stored(table, delivery)).toMatchObject({ attempts: [{ number: 1 }] });
  });

  it("is followed by the message of the next attempt when it fails, ten seconds later whatever Retry-After says", async () => {
    const { webhook } = await anEndpoint({ pace: "quick" }, 503);
    const { delivery, message } = aBegunDelivery(webhook);
    await handle(message);
    expect(await intentsOf(delivery)).toMatchObject([
      { queue: "deliveries", body: { cycle: 1, attempt: 2 } },
    ]);
    const { nextAttemptAt, attempts } = await stored(table, delivery);
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
    expect(await stored(table, delivery)).toMatchObject({
      status: "pending",
      nextAttempt: 1,
      body: delivery.body,
    });
    expect(await queues.received("slow-deliveries", 1)).toMatchObject([
      { queue: "slow-deliveries", notBeforeMs: 0, body: { deliveryId: delivery.id, cycle: 1, attempt: 1 } },
    ]);
  });

  it("is set aside together with those of its batch, none of them lost", async () => {
    const { webhook, requests } = await anEndpoint(hanging);
    const begun = Array.from({ length: 10 }, () => aBegunDelivery(webhook));
    const [twice] = begun;
    const waiting = await aWaitingDelivery(webhook);
    const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
    const retried = attemptMessage(waiting.delivery, due, { pace: "quick" });
    const messages = [...begun, ...(twice === undefined ? [] : [twice])].map(({ message }) => message);
    expect(await handle(...messages, retried)).toBe(0);
    expect(requests).toEqual([]);
    for (const { delivery } of begun)
      expect(await stored(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
    const handedOver = await queues.received("slow-deliveries", 12);
    const ids = handedOver.map(({ body }) => ("deliveryId" in body ? body.deliveryId : ""));
    const ownIds = [...begun, waiting].map(({ delivery }) => delivery.id);
    expect(new Set(ids)).toEqual(new Set(ownIds));
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
    expect(await stored(table, delivery)).toMatchObject({ status: "dead_lettered", attempts: [] });
    expect(await intentsOf(delivery)).toMatchObject([
      { queue: "dead-letters", body: { deliveryId: delivery.id } },
    ]);
  });

  it("fails alone when it is malformed, and comes back when another worker has its attempt", async () => {
    const { webhook, requests } = await anEndpoint({ pace: "quick" });
    const [fine, taken] = [aBegunDelivery(webhook), await aWaitingDelivery(webhook)];
    const nowMs = Date.now();
    const claim = { cycle: 1, attempt: 1, token: "other", nowMs, untilMs: nowMs + 60_000 };
    await claimAttempt(table, taken.delivery, claim);
    const malformed = JSON.parse(JSON.stringify(fine.message).replaceAll(webhook.id, ""));
    expect(await handle(malformed, taken.message, fine.message)).toBe(2);
    expect(requests.map((headers) => headers["x-service-delivery"])).toEqual([fine.delivery.id]);
  });
});

const paceOf = async (owner: { organizationId: string; webhookId: string }) =>
  (await readWebhook(table, owner.organizationId, owner.webhookId))?.pace;

describe("an endpoint that takes more than a second", () => {
  it("is pausing while it is waited for and slow once it has answered, also when another attempt fails meanwhile", async () => {
    const { webhook, owner } = await anEndpoint({ pace: "quick" }, 204, 1_500);
    const failingSince = isoTime(Date.now());
    const waiting = handle(aBegunDelivery(webhook).message);
    await noteHealth(table, webhook, { failingSince });
    await vi.waitFor(async () => expect(await paceOf(owner)).toBe("pausing"), 1_400);
    await waiting;
    expect(await paceOf(owner)).toBe("slow");
  });
});

describe("a message in the slow queue", () => {
  it("is attempted in a turn, one for all of a batch, which ends with it", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging, 503);
    const nowMs = Date.now();
    await takeTurn(table, owner, { places: 2, token: "other worker", nowMs, untilMs: nowMs + 60_000 });
    const waiting = [
      await aWaitingDelivery(webhook),
      await aWaitingDelivery(webhook),
      await aWaitingDelivery(webhook),
    ];
    expect(await handle(...waiting.map(({ message }) => message))).toBe(0);
    expect(requests).toHaveLength(3);
    expect(await takeTurn(table, owner, { places: 2, token: "next", nowMs, untilMs: nowMs + 60_000 })).toBe(
      1,
    );
  });

  it("waits half a minute or more, without an attempt, while its slow endpoint's turns are taken", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging);
    await takeBoth(owner);
    const { delivery, message } = await aWaitingDelivery(webhook);
    const before = await queues.delayed("slow-deliveries");
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await stored(table, delivery)).toMatchObject({ status: "pending", attempts: [] });
    expect(await queues.delayed("slow-deliveries")).toBe(before + 1);
  });

  it("comes back in a second or two while the first answer of a new endpoint is still to come", async () => {
    const { webhook, owner } = await anEndpoint({ pace: "unknown" });
    await takeBoth(owner);
    const { delivery, message } = await aWaitingDelivery(webhook);
    await handle(message);
    const [back] = await queues.received("slow-deliveries", 1);
    expect(back).toMatchObject({ body: { deliveryId: delivery.id, attempt: 1 } });
    await endTurn(table, owner, { place: 0, token: "one" });
    expect(await handle({ ...message, notBeforeMs: 0 })).toBe(0);
    expect(await stored(table, delivery)).toMatchObject({ status: "succeeded" });
  });

  it("proves a new endpoint quick by its answer: what follows needs no turn", async () => {
    const { webhook, owner, requests } = await anEndpoint({ pace: "unknown" });
    await handle((await aWaitingDelivery(webhook)).message);
    expect(await readWebhook(table, owner.organizationId, owner.webhookId)).toMatchObject({ pace: "quick" });
    await takeBoth(owner);
    expect(await handle((await aWaitingDelivery(webhook)).message, aBegunDelivery(webhook).message)).toBe(0);
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
    expect(await stored(table, start)).toMatchObject({ status: "dead_lettered", nextAttempt: null });
    expect(await intentsOf(newDelivery(start))).toMatchObject([{ body: { kind: "delivery.gave-up" } }]);
  });

  it("is cancelled without an attempt when its subscription is gone", async () => {
    const { webhook, owner, requests } = await anEndpoint(hanging);
    const { delivery, message } = await aWaitingDelivery(webhook);
    await deleteWebhook(table, owner.organizationId, owner.webhookId);
    expect(await handle(message)).toBe(0);
    expect(requests).toEqual([]);
    expect(await stored(table, delivery)).toMatchObject({ status: "cancelled", nextAttempt: null });
    expect(await intentsOf(delivery)).toEqual([]);
  });
});
