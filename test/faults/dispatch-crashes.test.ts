import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bulkReplayMessage } from "../../functions/domain/bulk-replay.ts";
import { attemptMessage, type Delivery } from "../../functions/domain/delivery.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { readDelivery, storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { storeBulkReplay } from "../support/delivery/bulk-replays.ts";
import type { CrashPoint } from "../support/faults/crash-points.ts";
import { deliveriesOf, expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import { failedDelivery, storeExhausted } from "../support/faults/failed-delivery.ts";
import type { FaultPlan } from "../support/faults/fault-plan.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import {
  eventType,
  newOrganization,
  storeEvent,
  storeFailingRun,
  subscribe,
} from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";
import { everyOutboxItem } from "../support/table/table.ts";

/** A lease of 20 s is a second of real time: an attempt must not take as long, however busy the machine is. */
const speed = 20;
/** Half an hour takes nine seconds. At a higher speed a lease would end before its request. */
const scheduleSpeed = 200;

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(speed);
}, 60_000);
afterAll(() => setup.close());

async function subscribeTimes(count: number, organizationId: string, pace: Webhook["pace"] = "quick") {
  const webhooks: Webhook[] = [];
  while (webhooks.length < count)
    webhooks.push(await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }), pace));
  return webhooks;
}

const attemptsReceived = (delivery: Delivery) =>
  setup.receiver.arrivals.flatMap((one) => (one.delivery === delivery.id ? [one.attempt] : []));

type Moment = Extract<FaultPlan, { kind: "kill" }>["when"];

/** Runs `cause` and waits until the service is killed at the nth call of a crash point. */
async function crash(at: CrashPoint, when: Moment, cause: () => Promise<unknown>, nth = 1) {
  await service.setPlan({ kind: "kill", at, when, nth });
  await cause();
  await service.died;
}

it.each([
  ["after it sent some of the first messages to quick endpoints", { step: "send first messages" }, "quick"],
  [
    "after it sent some of the first messages to endpoints of unknown pace",
    { step: "send first messages" },
    "unknown",
  ],
] as const)(
  "an event reaches every subscription once when the service is killed %s",
  async (_, at, pace) => {
    const organizationId = await newOrganization(service);
    // SQS takes ten messages in a batch: these are two batches.
    const webhooks = await subscribeTimes(12, organizationId, pace);
    let eventId = "";
    await crash(at, "after", async () => (eventId = await storeEvent(service, organizationId)));
    service = await setup.start(speed);

    const sent = { webhooks, events: [eventId], arrivals: setup.receiver.arrivals };
    const counts = await expectNothingLost(service.table, sent, { withinMs: 15_000 });
    expect(counts).toEqual({ deliveries: 12, deadLetters: 0, repeats: 0 });
    console.log(`crash at "${at.step}": 1 kill, 1 event, ${counts.deliveries} deliveries, 0 repeated`);
  },
  40_000,
);

/** Stores a delivery and the message of its fifth attempt, which fails. */
async function startFifthAttempt(delivery: Delivery): Promise<void> {
  const { table } = service;
  await storeDelivery(table, delivery, Date.now());
  const due = { cycle: 1, attempt: 5, notBeforeMs: 0 };
  await commit(table, [], { messages: [attemptMessage(delivery, due, { pace: "quick" })] });
}

const readLetterOf = ({ organizationId, id }: Delivery) =>
  readDeadLetter(service.table, organizationId, deadLetterIdOf(id), Date.now());

it.each(["before", "after"] as const)(
  "a dead letter is stored once, and no further attempt is made, when the recorder is killed %s it writes the letter",
  async (when) => {
    const organizationId = await newOrganization(service);
    const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 5 }));
    const delivery = failedDelivery(service, webhook, 4);
    await crash({ step: "record dead letter" }, when, () => startFifthAttempt(delivery));
    service = await setup.start(speed);

    await vi.waitFor(
      async () =>
        expect(await readLetterOf(delivery)).toMatchObject({
          status: "final_attempt_pending",
          eventId: delivery.eventId,
          body: delivery.body,
        }),
      { timeout: 15_000, interval: 50 },
    );
    expect(attemptsReceived(delivery)).toEqual([5]);
    console.log(`crash at "record dead letter" (${when}): 1 kill, 1 event, 1 dead letter`);
  },
  40_000,
);

it("a bulk replay that is killed half-way replays every dead letter once", async () => {
  const organizationId = await newOrganization(service);
  const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }));
  const deliveries: Delivery[] = [];
  for (let count = 0; count < 6; count += 1) deliveries.push(await storeExhausted(service, webhook));
  const filter = { webhookId: webhook.id };
  const replay = await storeBulkReplay(service.table, organizationId, filter, service.nowMs() + 1);
  await crash(
    { step: "replay" },
    "after",
    () =>
      commit(service.table, [], {
        messages: [bulkReplayMessage(replay)],
      }),
    3,
  );
  service = await setup.start(speed);

  await vi.waitFor(
    async () => {
      for (const delivery of deliveries)
        expect(await readLetterOf(delivery)).toMatchObject({ status: "resolved", cycle: 2 });
    },
    { timeout: 15_000, interval: 50 },
  );
  for (const delivery of deliveries) expect(attemptsReceived(delivery)).toEqual([1]);
  const sent = { webhooks: [webhook], events: [], arrivals: setup.receiver.arrivals };
  await expectNothingLost(service.table, sent, { withinMs: 10_000 });
  console.log('crash at "replay": 1 kill, 6 dead letters, 6 requests, 0 repeated');
}, 40_000);

it.each([
  ["before it creates the schedule", { step: "schedule" }, "before"],
  [
    "after it creates the schedule and before it deletes the outbox item",
    { step: "delete outbox" },
    "before",
  ],
] as const)(
  "a final attempt is made once, half an hour after the fifth, when the service is killed %s",
  async (title, at, when) => {
    const organizationId = await newOrganization(service);
    const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 5 }));
    const delivery = failedDelivery(service, webhook, 4);
    // The first outbox item to be deleted is the fifth attempt's, the second is the schedule's.
    await crash(at, when, () => startFifthAttempt(delivery), at.step === "schedule" ? 1 : 2);
    service = await setup.start(scheduleSpeed);

    await vi.waitFor(async () => expect(await readLetterOf(delivery)).toMatchObject({ status: "resolved" }), {
      timeout: 25_000,
      interval: 50,
    });
    expect(attemptsReceived(delivery)).toEqual([5, 6]);
    const { attempts = [] } = (await readDelivery(service.table, { ...delivery })) ?? {};
    const [fifth, sixth] = attempts.slice(-2);
    const waitedMs = Date.parse(sixth?.at ?? "") - Date.parse(fifth?.at ?? "") - (fifth?.latencyMs ?? 0);
    expect(waitedMs).toBeGreaterThan(1_800_000 - 300);
    console.log(`crash ${title}: 1 kill, 1 event, 2 requests, 0 repeated`);
  },
  40_000,
);

it.each([
  ["before it sends the deliveries", { step: "send first messages" }, "before"],
  ["after it sent half of the deliveries", { step: "send first messages" }, "half-way"],
  ["after it sent the deliveries", { step: "send first messages" }, "after"],
  ["before it deletes the outbox item", { step: "delete outbox" }, "before"],
] as const)(
  "an event with six subscriptions is delivered once to each when the relay is killed %s",
  async (title, at, when) => {
    const organizationId = await newOrganization(service);
    const webhooks = await subscribeTimes(6, organizationId);
    let eventId = "";
    await crash(at, when, async () => (eventId = await storeEvent(service, organizationId)));
    service = await setup.start(speed);

    const sent = { webhooks, events: [eventId], arrivals: setup.receiver.arrivals };
    const counts = await expectNothingLost(service.table, sent, { withinMs: 20_000 });
    expect(counts).toEqual({ deliveries: 6, deadLetters: 0, repeats: 0 });
    console.log(`relay killed ${title}: 1 kill, 1 event, 6 deliveries, 0 repeated`);
  },
  40_000,
);

it.each([
  ["before it sends the deliveries", 6, { step: "send first messages" }, "before", 1],
  ["after it sent half of the deliveries", 6, { step: "send first messages" }, "half-way", 1],
  ["after it sent the deliveries", 6, { step: "send first messages" }, "after", 1],
  ["before it sends an event with many subscriptions", 11, { step: "send event" }, "before", 1],
  ["after it sent an event with many subscriptions", 11, { step: "send event" }, "after", 1],
  // The first outbox item to be deleted is that of the run's message.
  ["before it deletes the event's outbox item", 6, { step: "delete outbox" }, "before", 2],
  ["after it deleted the event's outbox item", 6, { step: "delete outbox" }, "after", 2],
] as const)(
  "the event of a run is delivered once to each subscription when the run's worker is killed %s",
  async (title, subscriptions, at, when, nth) => {
    const organizationId = await newOrganization(service);
    const webhooks = await subscribeTimes(subscriptions, organizationId);
    await crash(at, when, () => storeFailingRun(service, organizationId), nth);
    service = await setup.start(speed);

    const { eventId } = await vi.waitFor(
      async () => {
        expect(await everyOutboxItem(service.table)).toEqual([]);
        const [first] = webhooks;
        const [delivery] = first === undefined ? [] : await deliveriesOf(service.table, first);
        expect(delivery).toMatchObject({ type: eventType, status: "succeeded" });
        return { eventId: delivery?.eventId ?? "" };
      },
      { timeout: 15_000, interval: 50 },
    );
    const sent = { webhooks, events: [eventId], arrivals: setup.receiver.arrivals };
    const counts = await expectNothingLost(service.table, sent, { withinMs: 15_000 });
    expect(counts).toEqual({ deliveries: subscriptions, deadLetters: 0, repeats: 0 });
    console.log(`worker killed ${title}: 1 kill, 1 event, ${subscriptions} deliveries, 0 repeated`);
  },
  40_000,
);
