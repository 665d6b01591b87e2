import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bulkReplayMessage } from "../../functions/domain/bulk-replay.ts";
import { attemptMessage, type Delivery } from "../../functions/domain/delivery.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { messageText } from "../../functions/platform/sender.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { updateWebhook } from "../../functions/table/webhooks.ts";
import { callAws } from "../../lib/emulator/aws-json.ts";
import { type Json, listAt, textAt, valueAt } from "../../lib/emulator/json.ts";
import { createOrgEvent } from "../../lib/local/operator.ts";
import { storeBulkReplay } from "../support/delivery/bulk-replays.ts";
import { callApi } from "../support/faults/call-api.ts";
import { deliveriesOf } from "../support/faults/expect-nothing-lost.ts";
import { failedDelivery, storeExhausted } from "../support/faults/failed-delivery.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import { storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";

/** Five visibility timeouts of three minutes take three seconds. */
const speed = 300;
const waitOptions = { timeout: 40_000, interval: 100 };

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(speed);
}, 60_000);
afterAll(() => setup.close());

async function organizationWithKey(): Promise<{ organizationId: string; key: string }> {
  const made = await service.invoke("AdminFunction", createOrgEvent("Acme"));
  return {
    organizationId: textAt(made, "organizationId") ?? "",
    key: textAt(made, "keys", "write") ?? "",
  };
}

/** Replaces a subscription's sealed secret with one that cannot be opened. Returns a function that restores it. */
async function breakSecret({
  organizationId,
  id,
  sealedSecret,
  updatedAt,
}: Webhook): Promise<() => Promise<unknown>> {
  const set = (sealed: string | null) =>
    updateWebhook(service.table, organizationId, id, { sealedSecret: sealed, updatedAt });
  await set("broken.broken");
  return () => set(sealedSecret);
}

const arrivalsOf = (delivery: Pick<Delivery, "id">) =>
  setup.receiver.arrivals.filter((one) => one.delivery === delivery.id);

/** Waits until the API lists the dead letter of an event, and returns it. */
async function waitForLetter(key: string, eventId: string): Promise<Json> {
  return vi.waitFor(async () => {
    const { status, body } = await callApi(service, "ListDeadLetters", { key });
    expect(status).toBe(200);
    const found = listAt(body, "data").find((letter) => textAt(letter, "eventId") === eventId);
    if (found === undefined) throw new Error(`${eventId} has no dead letter`);
    return found;
  }, waitOptions);
}

async function replay(key: string, letter: Json): Promise<void> {
  const id = textAt(letter, "id") ?? "";
  const read = await callApi(service, "GetDeadLetter", { key, id });
  expect(read).toMatchObject({ status: 200, body: { id } });
  expect(await callApi(service, "ReplayDeadLetter", { key, id })).toMatchObject({ status: 202 });
}

it("a delivery that no worker can sign becomes a dead letter, and its replay sends the same event in the same bytes", async () => {
  const { organizationId, key } = await organizationWithKey();
  const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }));
  const delivery = failedDelivery(service, webhook, 0);
  const restore = await breakSecret(webhook);
  await storeDelivery(service.table, delivery, Date.now());
  const due = { cycle: 1, attempt: 1, notBeforeMs: 0 };
  await commit(service.table, [], { messages: [attemptMessage(delivery, due, webhook)] });

  const letter = await waitForLetter(key, delivery.eventId);
  expect(letter).toMatchObject({ status: "exhausted", attempts: [], payload: JSON.parse(delivery.body) });
  expect(arrivalsOf(delivery)).toEqual([]);
  await restore();
  await replay(key, letter);
  await vi.waitFor(() => expect(arrivalsOf(delivery)).toHaveLength(1), waitOptions);
  const { eventId, body } = delivery;
  expect(arrivalsOf(delivery)).toMatchObject([{ eventId, body, attempt: 1, verified: true }]);
}, 60_000);

it("an event whose fan-out fails for one subscription reaches the others at once, and that one after a replay", async () => {
  const { organizationId, key } = await organizationWithKey();
  const url = setup.receiver.urlOf({ fails: 0 });
  const healthy = await subscribe(service, organizationId, url);
  const broken = await subscribe(service, organizationId, url);
  const restore = await breakSecret(broken);
  const eventId = await storeEvent(service, organizationId);

  const letter = await waitForLetter(key, eventId);
  expect(letter).toMatchObject({ status: "exhausted", webhookId: null, payload: { id: eventId } });
  const [delivered] = await deliveriesOf(service.table, healthy);
  expect(delivered).toMatchObject({ eventId, status: "succeeded" });
  expect(await deliveriesOf(service.table, broken)).toEqual([]);
  await restore();
  await replay(key, letter);
  await vi.waitFor(
    async () =>
      expect(await deliveriesOf(service.table, broken)).toMatchObject([
        { eventId, status: "succeeded", body: delivered?.body },
      ]),
    waitOptions,
  );
  await vi.waitFor(
    async () =>
      expect(await callApi(service, "GetDeadLetter", { key, id: textAt(letter, "id") ?? "" })).toMatchObject({
        body: { status: "resolved" },
      }),
    waitOptions,
  );
  const requests = setup.receiver.arrivals.filter((one) => one.eventId === eventId);
  expect(requests).toHaveLength(2);
  expect(requests.every(({ verified }) => verified)).toBe(true);
}, 60_000);

it("a bulk replay that fails until its message is exhausted is carried out after the cause is removed", async () => {
  const { organizationId } = await organizationWithKey();
  const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }));
  const delivery = await storeExhausted(service, webhook);
  await service.setPlan({ kind: "error", action: "Query", containing: `${organizationId}#` });
  const bulkReplay = await storeBulkReplay(service.table, organizationId, {}, service.nowMs() + 1);
  await commit(service.table, [], { messages: [bulkReplayMessage(bulkReplay)] });
  const log = () => readFileSync(join(setup.stateDirectory, "functions.log"), "utf8");
  const exhausted = new RegExp(
    `a message was moved to the dead-letter queue.*${organizationId}|${organizationId}.*a message was moved to the dead-letter queue`,
  );
  await vi.waitFor(() => expect(log()).toMatch(exhausted), waitOptions);
  await service.setPlan({ kind: "none" });

  await vi.waitFor(() => expect(arrivalsOf(delivery)).toHaveLength(1), waitOptions);
  expect(arrivalsOf(delivery)).toMatchObject([
    { eventId: delivery.eventId, body: delivery.body, verified: true },
  ]);
}, 80_000);

it("a malformed first message that names its event becomes a dead letter", async () => {
  const { organizationId, key } = await organizationWithKey();
  const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }));
  const { body: _, ...start } = failedDelivery(service, webhook, 0);
  const message = {
    queue: "deliveries",
    body: { kind: "delivery.begin", organizationId, start },
    notBeforeMs: 0,
  };
  await service.send("DeliveriesQueue", JSON.stringify(message));
  const letter = await waitForLetter(key, start.eventId);
  expect(letter).toMatchObject({ status: "exhausted", webhookId: webhook.id, attempts: [] });
}, 60_000);

it("messages without an organization stay in the dead-letter queue and delay no other message", async () => {
  const { organizationId } = await organizationWithKey();
  const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }));
  const unassignable = [
    "no JSON",
    "null",
    "{}",
    '{"body":{"kind":"unheard of"}}',
    '{"body":{"kind":"delivery.begin","start":{}}}',
  ];
  const deliveries = Array.from({ length: 10 }, () => failedDelivery(service, webhook, 0));
  for (const delivery of deliveries) await storeDelivery(service.table, delivery, Date.now());
  const startedAtMs = service.nowMs();
  await Promise.all([
    ...unassignable.map((text) => service.send("DeliveriesQueue", text)),
    ...deliveries.map((delivery) =>
      service.send(
        "DeliveriesQueue",
        messageText(attemptMessage(delivery, { cycle: 1, attempt: 1, notBeforeMs: 0 }, webhook)),
      ),
    ),
  ]);
  await vi.waitFor(
    () => expect(deliveries.map((delivery) => arrivalsOf(delivery).length)).toEqual(deliveries.map(() => 1)),
    waitOptions,
  );
  for (const delivery of deliveries)
    expect(
      await readDeadLetter(service.table, organizationId, deadLetterIdOf(delivery.id), Date.now()),
    ).toBeNull();

  const QueueUrl =
    Object.entries(service.ready.queues).find(([name]) => name.startsWith("DeadLetters"))?.[1] ?? "";
  await vi.waitFor(async () => {
    const { endpoints, accessKey } = service.ready;
    const request = { QueueUrl, AttributeNames: ["All"] };
    const result = await callAws(endpoints.sqs, "AmazonSQS.GetQueueAttributes", request, { accessKey });
    const count = (name: string) => Number(valueAt(result, "Attributes", name));
    expect(count("ApproximateNumberOfMessages") + count("ApproximateNumberOfMessagesNotVisible")).toBe(
      unassignable.length,
    );
  }, waitOptions);
  console.log(
    `poison: ${unassignable.length} messages without an organization, ${deliveries.length} deliveries at the same time, ${Math.round((service.nowMs() - startedAtMs) / speed)} ms`,
  );
}, 60_000);
