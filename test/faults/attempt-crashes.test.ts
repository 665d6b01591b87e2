import { afterAll, beforeAll, expect, it } from "vitest";
import { deliveriesOf, expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import type { FaultPlan } from "../support/faults/fault-plan.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import { type FaultSetup, openFaultSetup } from "../support/faults/setup.ts";

const speed = 60;
/** A worker that died holds its claim so long, and its message is hidden so long (service time). */
const leaseMs = 20_000;
const hiddenMs = 90_000;
/** The grain of messages, and three seconds of a busy machine, most of them for cold functions, on a clock that is so fast. */
const grainMs = 2_000 + speed * 3_000;

let setup: FaultSetup;
let service: FaultyService;
beforeAll(async () => {
  setup = await openFaultSetup();
  service = await setup.start(speed);
}, 60_000);
afterAll(() => setup.close());

type Crash = Omit<Extract<FaultPlan, { kind: "kill" }>, "kind" | "nth">;

const crashes: [title: string, crash: Crash, requests: number[]][] = [
  [
    "killed before the first request, it makes it once",
    { at: { step: "lease", attempt: 1 }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed before a later request, it makes it once",
    { at: { step: "lease", attempt: 2 }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed between a request and its record, it makes that one request again, and no other",
    { at: { step: "record outcome" }, when: "before" },
    [1, 1, 2, 3],
  ],
  [
    "killed when the record stands and nobody knows yet, it repeats nothing",
    { at: { step: "record outcome" }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed before the next attempt is in its queue, it makes it all the same",
    { at: { step: "send attempt", attempt: 2 }, when: "before" },
    [1, 2, 3],
  ],
  [
    "killed when the next attempt is in its queue and still owed, it makes it once",
    { at: { step: "send attempt", attempt: 2 }, when: "after" },
    [1, 2, 3],
  ],
];

it.each(crashes)(
  "a delivery whose service is %s",
  async (_, crash, requests) => {
    const organizationId = await newOrganization(service);
    const url = setup.receiver.urlOf({ fails: 2 });
    const webhook = await subscribe(service, organizationId, url);
    await service.setPlan({ kind: "kill", nth: 1, ...crash });
    const eventId = await storeEvent(service, organizationId);
    await service.died;
    service = await setup.start(speed);

    const all = { webhooks: [webhook], events: [eventId], arrivals: setup.receiver.arrivals };
    const { repeats } = await expectNothingLost(service.table, all, { withinMs: 15_000 });
    const mine = setup.receiver.arrivals.filter((arrival) => arrival.eventId === eventId);
    expect(mine.map(({ attempt }) => attempt)).toEqual(requests);
    const [delivery] = await deliveriesOf(service.table, webhook);
    expect(delivery).toMatchObject({ status: "succeeded", nextAttempt: null });
    expectTimes(delivery?.attempts ?? []);
    console.log(
      `crash at "${crash.at.step}" (${crash.when}): 1 kill, 1 event, ${mine.length} requests, ${repeats} repeated`,
    );
  },
  40_000,
);

/** Each attempt comes at its time after the failure before it; over a crash, when the claim and the hidden message are free at the latest. */
function expectTimes(attempts: readonly { at: string; latencyMs: number }[]): void {
  const delaysMs = [10_000, 30_000];
  expect(attempts).toHaveLength(delaysMs.length + 1);
  for (const [index, delayMs] of delaysMs.entries()) {
    const [failed, next] = [attempts[index], attempts[index + 1]];
    const failedAtMs = Date.parse(failed?.at ?? "") + (failed?.latencyMs ?? 0);
    const nextAtMs = Date.parse(next?.at ?? "");
    expect(nextAtMs - failedAtMs).toBeGreaterThan(delayMs - 300);
    const freeAtMs = Math.max(failedAtMs + delayMs, service.readyAtMs) + leaseMs + hiddenMs;
    expect(nextAtMs).toBeLessThan(freeAtMs + grainMs);
  }
}
