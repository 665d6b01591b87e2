import { afterAll, beforeAll, expect, it } from "vitest";
import { deliveriesOf, expectNothingLost } from "../support/faults/outcome.ts";
import type { Plan } from "../support/faults/plan.ts";
import type { FaultyService } from "../support/faults/service.ts";
import { openStage, type Stage } from "../support/faults/stage.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/subscriber.ts";

const speed = 60;
/** A worker that died holds its claim so long, and its message is hidden so long (service time). */
const leaseMs = 20_000;
const hiddenMs = 90_000;
/** The grain of messages, and three seconds of a busy machine, most of them for cold functions, on a clock that is so fast. */
const grainMs = 2_000 + speed * 3_000;

let stage: Stage;
let service: FaultyService;
beforeAll(async () => {
  stage = await openStage();
  service = await stage.start(speed);
}, 60_000);
afterAll(() => stage.close());

type Crash = Omit<Extract<Plan, { kind: "kill" }>, "kind" | "nth">;

const crashes: [title: string, crash: Crash, requests: number[]][] = [
  [
    "killed before the first request, it makes it once",
    { at: { step: "claim", attempt: 1 }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed before a later request, it makes it once",
    { at: { step: "claim", attempt: 2 }, when: "after" },
    [1, 2, 3],
  ],
  [
    "killed between a request and its record, it makes that one request again, and no other",
    { at: { step: "settle" }, when: "before" },
    [1, 1, 2, 3],
  ],
  [
    "killed when the record stands and nobody knows yet, it repeats nothing",
    { at: { step: "settle" }, when: "after" },
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
    const url = stage.receiver.urlOf({ fails: 2 });
    const webhook = await subscribe(service, organizationId, url);
    await service.setPlan({ kind: "kill", nth: 1, ...crash });
    const eventId = await storeEvent(service, organizationId);
    await service.died;
    service = await stage.start(speed);

    const all = { webhooks: [webhook], events: [eventId], arrivals: stage.receiver.arrivals };
    const { repeats } = await expectNothingLost(service.table, all, { withinMs: 15_000 });
    const mine = stage.receiver.arrivals.filter((arrival) => arrival.eventId === eventId);
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
