import { afterAll, beforeAll, expect, it } from "vitest";
import { deliveriesOf, expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import type { FaultPlan } from "../support/faults/fault-plan.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";

const speed = 60;
/** After a crash, the worker's lease lasts this long, and its SQS message is hidden this long (service time). */
const leaseMs = 20_000;
const hiddenMs = 90_000;
/**
 * The permitted lateness in service time: two seconds, and three real seconds that a busy machine needs, most of them
 * for cold functions.
 */
const latenessMsMax = 2_000 + speed * 3_000;

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(speed);
}, 60_000);
afterAll(() => setup.close());

type Crash = Omit<Extract<FaultPlan, { kind: "kill" }>, "kind" | "nth">;

const crashes: [title: string, crash: Crash, attempts: number[]][] = [
  [
    "killed before the first request: that request is made once",
    { at: { step: "lease", attempt: 1 }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed before a later request: that request is made once",
    { at: { step: "lease", attempt: 2 }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed between a request and its record: only that request is repeated",
    { at: { step: "record outcome" }, when: "before" },
    [1, 1, 2, 3],
  ],
  [
    "killed after a request's record is stored and before the response of the write: no request is repeated",
    { at: { step: "record outcome" }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed before the next attempt's message is sent: the next attempt is made once",
    { at: { step: "send attempt", attempt: 2 }, when: "before" },
    [1, 2, 3],
  ],
  [
    "killed after the next attempt's message is sent and before its outbox item is deleted: the next attempt is made once",
    { at: { step: "send attempt", attempt: 2 }, when: "after" },
    [1, 2, 3],
  ],
];

it.each(crashes)(
  "a delivery succeeds when its service is %s",
  async (_, crash, attempts) => {
    const organizationId = await newOrganization(service);
    const url = setup.receiver.urlOf({ fails: 2 });
    const webhook = await subscribe(service, organizationId, url);
    await service.setPlan({ kind: "kill", nth: 1, ...crash });
    const eventId = await storeEvent(service, organizationId);
    await service.died;
    service = await setup.start(speed);

    const sent = { webhooks: [webhook], events: [eventId], arrivals: setup.receiver.arrivals };
    const { repeats } = await expectNothingLost(service.table, sent, { withinMs: 15_000 });
    const requestsMade = setup.receiver.arrivals.filter((arrival) => arrival.eventId === eventId);
    expect(requestsMade.map(({ attempt }) => attempt)).toEqual(attempts);
    const [delivery] = await deliveriesOf(service.table, webhook);
    expect(delivery).toMatchObject({ status: "succeeded", nextAttempt: null });
    expectTimes(delivery?.attempts ?? []);
    console.log(
      `crash at "${crash.at.step}" (${crash.when}): 1 kill, 1 event, ${requestsMade.length} requests, ${repeats} repeated`,
    );
  },
  40_000,
);

/**
 * Expects each attempt at its time after the previous failure. A crash delays it until the lease and the visibility
 * timeout have ended, at the latest.
 */
function expectTimes(attempts: readonly { at: string; latencyMs: number }[]): void {
  const delaysMs = [10_000, 30_000];
  expect(attempts).toHaveLength(delaysMs.length + 1);
  for (const [index, delayMs] of delaysMs.entries()) {
    const [failed, next] = [attempts[index], attempts[index + 1]];
    const failedAtMs = Date.parse(failed?.at ?? "") + (failed?.latencyMs ?? 0);
    const nextAtMs = Date.parse(next?.at ?? "");
    expect(nextAtMs - failedAtMs).toBeGreaterThan(delayMs - 300);
    const freeAtMs = Math.max(failedAtMs + delayMs, service.readyAtMs) + leaseMs + hiddenMs;
    expect(nextAtMs).toBeLessThan(freeAtMs + latenessMsMax);
  }
}
