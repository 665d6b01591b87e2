import { expect, it } from "vitest";
import {
  type EndpointHealth,
  healthAfter,
  healthAfterChange,
  newEndpoint,
  permitsFor,
  retryAfterBusyAtMs,
} from "../../functions/domain/endpoint-health.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const failure = { succeeded: false, tookMs: 1_000 };
const success = { succeeded: true, tookMs: 1_000 };
const failing: EndpointHealth = { ...newEndpoint, pace: "quick", failingSince: isoTime(now) };

it("an endpoint is failing since its first failure, and later failures do not change that time", () => {
  expect(healthAfter(newEndpoint, failure, now)).toMatchObject({ failingSince: isoTime(now) });
  expect(healthAfter(failing, failure, now + dayMs)).toEqual({});
});

it("an endpoint is disabled by the first failure five days or more after its first one, and not a millisecond before", () => {
  const disabled = { status: "disabled", disabledReason: "failing" };
  expect(healthAfter(failing, failure, now + 5 * dayMs - 1)).toEqual({});
  expect(healthAfter(failing, failure, now + 5 * dayMs)).toEqual(disabled);
  expect(healthAfter(failing, failure, now + 50 * dayMs)).toEqual(disabled);
});

it("an endpoint is no longer failing after any success, however late it comes", () => {
  const recovered = { ...failing, ...healthAfter(failing, success, now + 50 * dayMs) };
  expect(recovered).toMatchObject({ status: "active", failingSince: null });
  const later = now + 51 * dayMs;
  expect(healthAfter(recovered, failure, later)).toEqual({ failingSince: isoTime(later) });
});

it("an endpoint has another five days when its subscriber enables it or changes its URL", () => {
  expect(healthAfterChange({ status: "active" })).toEqual({
    pace: "unknown",
    disabledReason: null,
    failingSince: null,
  });
  expect(healthAfterChange({ url: "https://example.com/new" })).toEqual({
    pace: "unknown",
    failingSince: null,
  });
  expect(healthAfterChange({ status: "disabled" })).toEqual({ disabledReason: "requested" });
  expect(healthAfterChange({})).toEqual({});
});

const paceAfter = (pace: EndpointHealth["pace"], tookMs: number, succeeded = true) =>
  healthAfter({ ...newEndpoint, pace }, { succeeded, tookMs }, now).pace ?? pace;

const waitsMs = (pace: EndpointHealth["pace"], waitedMs: readonly number[]) =>
  waitedMs.map(
    (waited) => retryAfterBusyAtMs({ pace }, { waitingSinceMs: now - waited, nowMs: now, chance: 0 }) - now,
  );

/** Returns at how many different times a hundred messages return that met no free permit at the same time. */
const returnTimes = (pace: EndpointHealth["pace"]) => {
  const chances = Array.from({ length: 100 }, (_, index) => index / 100);
  const times = chances.map((chance) =>
    retryAfterBusyAtMs({ pace }, { waitingSinceMs: now, nowMs: now, chance }),
  );
  return new Set(times).size;
};

it.each(["unknown", "quick", "slow"] as const)(
  "the pace of an endpoint is quick after a response within one second, whether it was %s before",
  (pace) => {
    expect(paceAfter(pace, 1_000)).toBe("quick");
  },
);

it.each(["unknown", "pausing", "slow", "hanging"] as const)(
  "the pace of an endpoint is slow after a response of more than one second, and hanging after a failure, if it was %s before",
  (pace) => {
    expect(paceAfter(pace, 1_001)).toBe("slow");
    expect(paceAfter(pace, 1_001, false)).toBe("hanging");
  },
);

it("one late response or failure does not make a quick endpoint slow, and the second in a row does", () => {
  for (const succeeded of [true, false]) {
    expect(paceAfter("quick", 9_000, succeeded)).toBe("pausing");
    expect(paceAfter(paceAfter("quick", 9_000, succeeded), 1_000, succeeded)).toBe("quick");
  }
  expect(paceAfter(paceAfter("quick", 9_000), 9_000)).toBe("slow");
});

it("attempts that one pause delays at the same time count as one late response, and do not store the pace again", () => {
  const known = { ...newEndpoint, pace: "quick" as const };
  expect(healthAfter(known, { succeeded: true, tookMs: 3_000, recorded: "pausing" }, now)).toEqual({});
  expect(healthAfter(known, { succeeded: true, tookMs: 900, recorded: "pausing" }, now)).toEqual({
    pace: "quick",
  });
});

it("an endpoint that responds slowly gets more permits and shorter waits than one that does not respond", () => {
  expect((["slow", "hanging", "unknown"] as const).map((pace) => permitsFor({ pace }))).toEqual([8, 2, 2]);
  expect(waitsMs("slow", [0, 10_000, 3_600_000])).toEqual([1_000, 5_000, 15_000]);
  expect(waitsMs("hanging", [0, 90_000, 3_600_000])).toEqual([30_000, 45_000, 150_000]);
});

it("a message that finds all permits of a pausing endpoint taken returns within a second, and later the longer it has waited", () => {
  const atMs = retryAfterBusyAtMs({ pace: "pausing" }, { waitingSinceMs: now, nowMs: now, chance: 1 });
  expect(atMs - now).toBeLessThanOrEqual(1_000);
  expect(waitsMs("pausing", [0, 10_000, 3_600_000])).toEqual([500, 5_000, 15_000]);
  expect(permitsFor({ pace: "pausing" })).toBe(8);
});

it("messages for a hanging endpoint return in groups, and messages for other endpoints return spread out", () => {
  expect(returnTimes("hanging")).toBeLessThanOrEqual(7);
  expect(returnTimes("slow")).toBe(100);
});

it("the pace of an endpoint depends on failures too: an endpoint that fails at once is quick", () => {
  expect(paceAfter("unknown", 3, false)).toBe("quick");
  expect(paceAfter("slow", 10_000, false)).toBe("hanging");
});

it("the health of an endpoint has no changes when nothing has changed", () => {
  expect(healthAfter({ ...newEndpoint, pace: "quick" }, { succeeded: true, tookMs: 5 }, now)).toEqual({});
});
