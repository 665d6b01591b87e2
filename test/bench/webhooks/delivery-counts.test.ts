import { expect, it } from "vitest";
import { countDeliveries, expectedPairs, pairKey, problemsOf } from "./delivery-counts.ts";
import type { OfferedEvent } from "./load.ts";
import type { Arrival } from "./receiver.ts";

const endedMs = 1_000;

function offered(eventId: string, endpoints: readonly number[]): OfferedEvent {
  const subscriber = {
    organizationId: "org",
    key: "key",
    endpoints: endpoints.map((number) => ({ number, url: `https://localhost/respond/${number}` })),
  };
  return { eventId, subscriber, dueMs: 0, storedMs: 1 };
}

function arrival(eventId: string, endpoint: number, changes: Partial<Arrival> = {}): Arrival {
  return { eventId, endpoint, delivery: "dlv", attempt: 1, atMs: 10, ...changes };
}

const expected = expectedPairs([offered("a", [1, 2]), offered("b", [3])]);
const all = [arrival("a", 1), arrival("a", 2), arrival("b", 3)];
const counts = (arrivals: readonly Arrival[], deadLettered: readonly string[] = []) =>
  countDeliveries(expected, arrivals, { endedMs, deadLettered: new Set(deadLettered) });

it("a run is valid when every delivery was received, was received late or is a dead letter", () => {
  expect(problemsOf(counts(all))).toEqual([]);
  const others = all.slice(1);
  const late = [arrival("a", 1, { atMs: endedMs + 1 }), ...others];
  expect(counts(late)).toMatchObject({ stored: 3, received: 2, late: 1, lost: 0 });
  expect(problemsOf(counts(late))).toEqual([]);
  expect(problemsOf(counts(others, [pairKey("a", 1)]))).toEqual([]);
});

it("a run is invalid when a delivery is missing, even if another one was received twice", () => {
  const problems = problemsOf(counts([arrival("a", 1), arrival("a", 1), arrival("b", 3)]));
  expect(problems).toEqual([
    expect.stringContaining("1 deliveries were neither received"),
    expect.stringContaining("1 deliveries were received twice"),
  ]);
});

it("a run is invalid when a delivery was received of an event that was not stored", () => {
  expect(problemsOf(counts([...all, arrival("c", 1)]))).toHaveLength(1);
  expect(problemsOf(counts([...all, arrival("b", 1)]))).toHaveLength(1);
});

it("a run is invalid when a signature is wrong", () => {
  expect(problemsOf(counts([...all.slice(1), arrival("a", 1, { verified: false })]))).toHaveLength(1);
});
