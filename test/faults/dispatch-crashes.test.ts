import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { attemptMessage, type Delivery } from "../../functions/domain/delivery.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { readDelivery, storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { commit } from "../../functions/table/store/commit.ts";
import type { CrashPoint } from "../support/faults/crash-points.ts";
import { expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import { failedDelivery, storeExhausted } from "../support/faults/failed-delivery.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";

const speed = 60;
/** Half an hour in nine seconds: faster, a lease is over before a request is. */
const scheduleSpeed = 200;

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(speed);
}, 60_000);
afterAll(() => setup.close());

const attemptsAt = (delivery: Delivery) =>
  setup.receiver.arrivals.flatMap((one) => (one.delivery === delivery.id ? [one.attempt] : []));

async function crash(at: CrashPoint, when: "before" | "after", cause: () => Promise<unknown>, nth = 1) {
  await service.setPlan({ kind: "kill", at, when, nth });
  await cause();
  await service.died;
}

it.each([
  ["some of the first messages were sent", { step: "send first messages" }, "quick"],
  ["some of them were sent to endpoints that are not known yet", { step: "send first messages" }, "unknown"],
] as const)(
  "an event whose service is killed when %s reaches every subscription once",
  async (_, at, pace) => {
    const organizationId = await newOrganization(service);
    const webhooks: Webhook[] = [];
    // More than one batch of messages.
    for (let count = 0; count < 12; count += 1)
      webhooks.push(await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }), pace));
    let eventId = "";
    await crash(at, "after", async () => (eventId = await storeEvent(service, organizationId)));
    service = await setup.start(speed);

    const all = { webhooks, events: [eventId], arrivals: setup.receiver.arrivals };
    const counts = await expectNothingLost(service.table, all, { withinMs: 15_000 });
    expect(counts).toEqual({ deliveries: 12, deadLetters: 0, repeats: 0 });
    console.log(`crash at "${at.step}": 1 kill, 1 event, ${counts.deliveries} deliveries, 0 repeated`);
  },
  40_000,
);

/** Brings a delivery to its fifth attempt, which fails. */
async function fifthAttempt(delivery: Delivery): Promise<void> {
  const { table } = service;
  await storeDelivery(table, delivery);
  const due = { cycle: 1, attempt: 5, notBeforeMs: 0 };
  await commit(table, [], { messages: [attemptMessage(delivery, due, { pace: "quick" })] });
}

const letterOf = ({ organizationId, id }: Delivery) =>
  readDeadLetter(service.table, organizationId, deadLetterIdOf(id));

it.each(["before", "after"] as const)(
  "a dead letter whose recorder is killed %s it is written stands once, and nothing is sent for it",
  async (when) => {
    const organizationId = await newOrganization(service);
    const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 5 }));
    const delivery = failedDelivery(service, webhook, 4);
    await crash({ step: "record dead letter" }, when, () => fifthAttempt(delivery));
    service = await setup.start(speed);

    await vi.waitFor(
      async () =>
        expect(await letterOf(delivery)).toMatchObject({
          status: "final_attempt_pending",
          eventId: delivery.eventId,
          body: delivery.body,
        }),
      { timeout: 15_000, interval: 50 },
    );
    expect(attemptsAt(delivery)).toEqual([5]);
    console.log(`crash at "record dead letter" (${when}): 1 kill, 1 event, 1 dead letter`);
  },
  40_000,
);

it("a bulk replay that is killed half-way puts every dead letter back once", async () => {
  const organizationId = await newOrganization(service);
  const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 0 }));
  const deliveries: Delivery[] = [];
  for (let count = 0; count < 6; count += 1) deliveries.push(await storeExhausted(service, webhook));
  const filter = { webhookId: webhook.id, statuses: ["exhausted" as const] };
  const body = { kind: "dead-letters.replay" as const, organizationId, filter, upTo: "dlt_~", after: null };
  await crash(
    { step: "replay" },
    "after",
    () =>
      commit(service.table, [], {
        messages: [{ queue: "replays", body, notBeforeMs: 0, group: organizationId }],
      }),
    3,
  );
  service = await setup.start(speed);

  await vi.waitFor(
    async () => {
      for (const delivery of deliveries)
        expect(await letterOf(delivery)).toMatchObject({ status: "resolved", cycle: 2 });
    },
    { timeout: 15_000, interval: 50 },
  );
  for (const delivery of deliveries) expect(attemptsAt(delivery)).toEqual([1]);
  const all = { webhooks: [webhook], events: [], arrivals: setup.receiver.arrivals };
  await expectNothingLost(service.table, all, { withinMs: 10_000 });
  console.log('crash at "replay": 1 kill, 6 dead letters, 6 requests, 0 repeated');
}, 40_000);

it.each([
  ["before its schedule is made", { step: "schedule" }, "before"],
  ["when its schedule is made and still owed", { step: "delete outbox" }, "before"],
] as const)(
  "a final attempt whose service is killed %s comes once, half an hour after the fifth",
  async (title, at, when) => {
    const organizationId = await newOrganization(service);
    const webhook = await subscribe(service, organizationId, setup.receiver.urlOf({ fails: 5 }));
    const delivery = failedDelivery(service, webhook, 4);
    // The first intent that is forgotten is the fifth attempt's own, the second one the schedule's.
    await crash(at, when, () => fifthAttempt(delivery), at.step === "schedule" ? 1 : 2);
    service = await setup.start(scheduleSpeed);

    await vi.waitFor(async () => expect(await letterOf(delivery)).toMatchObject({ status: "resolved" }), {
      timeout: 25_000,
      interval: 50,
    });
    expect(attemptsAt(delivery)).toEqual([5, 6]);
    const { attempts = [] } = (await readDelivery(service.table, { ...delivery })) ?? {};
    const [fifth, sixth] = attempts.slice(-2);
    const waitedMs = Date.parse(sixth?.at ?? "") - Date.parse(fifth?.at ?? "") - (fifth?.latencyMs ?? 0);
    expect(waitedMs).toBeGreaterThan(1_800_000 - 300);
    console.log(`crash of a final attempt ${title}: 1 kill, 1 event, 2 requests, 0 repeated`);
  },
  40_000,
);
