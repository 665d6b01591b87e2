import { expect, it } from "vitest";
import { accountOf, expectedPairs, faultsOf, pairOf } from "./delivery-counts.ts";
import type { OfferedEvent } from "./load.ts";
import type { Arrival } from "./receiver.ts";

const endedMs = 1_000;

function offered(eventId: string, endpoints: number[]): OfferedEvent {
  const subscriber = {
    organizationId: "org",
    key: "key",
    endpoints: endpoints.map((number) => ({ number, url: `https://localhost/answer/${number}` })),
  };
  return { eventId, subscriber, dueMs: 0, storedMs: 1 };
}

function arrival(eventId: string, endpoint: number, changes: Partial<Arrival> = {}): Arrival {
  return { eventId, endpoint, delivery: "dlv", attempt: 1, atMs: 10, ...changes };
}

const expected = expectedPairs([offered("a", [1, 2]), offered("b", [3])]);
const all = [arrival("a", 1), arrival("a", 2), arrival("b", 3)];
const account = (arrivals: Arrival[], deadLettered: string[] = []) =>
  accountOf(expected, arrivals, { endedMs, deadLettered: new Set(deadLettered) });

it("a run holds in which every delivery came, was cut off or stands as a dead letter", () => {
  expect(faultsOf(account(all))).toEqual([]);
  const others = all.slice(1);
  const late = [arrival("a", 1, { atMs: endedMs + 1 }), ...others];
  expect(account(late)).toMatchObject({ stored: 3, received: 2, cutOff: 1, lost: 0 });
  expect(faultsOf(account(late))).toEqual([]);
  expect(faultsOf(account(others, [pairOf("a", 1)]))).toEqual([]);
});

it("a run is void in which a delivery is missing, even where another one came twice", () => {
  const faults = faultsOf(account([arrival("a", 1), arrival("a", 1), arrival("b", 3)]));
  expect(faults).toEqual([
    expect.stringContaining("1 deliveries neither came"),
    expect.stringContaining("1 deliveries came twice"),
  ]);
});

it("a run is void in which a delivery came of an event that nobody stored", () => {
  expect(faultsOf(account([...all, arrival("c", 1)]))).toHaveLength(1);
  expect(faultsOf(account([...all, arrival("b", 1)]))).toHaveLength(1);
});

it("a run is void in which a signature is wrong", () => {
  expect(faultsOf(account([...all.slice(1), arrival("a", 1, { verified: false })]))).toHaveLength(1);
});
