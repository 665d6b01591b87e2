import { describe, expect, it } from "vitest";
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

describe("an endpoint that fails", () => {
  it("is remembered by the first failure, which later ones do not move", () => {
    expect(healthAfter(newEndpoint, failure, now)).toMatchObject({ failingSince: isoTime(now) });
    expect(healthAfter(failing, failure, now + dayMs)).toEqual({});
  });

  it("is disabled by the first failure that comes five days or more after that, and not a millisecond sooner", () => {
    const disabled = { status: "disabled", disabledReason: "failing" };
    expect(healthAfter(failing, failure, now + 5 * dayMs - 1)).toEqual({});
    expect(healthAfter(failing, failure, now + 5 * dayMs)).toEqual(disabled);
    expect(healthAfter(failing, failure, now + 50 * dayMs)).toEqual(disabled);
  });

  it("begins its five days anew after any success, however late that comes", () => {
    const mended = { ...failing, ...healthAfter(failing, success, now + 50 * dayMs) };
    expect(mended).toMatchObject({ status: "active", failingSince: null });
    const later = now + 51 * dayMs;
    expect(healthAfter(mended, failure, later)).toEqual({ failingSince: isoTime(later) });
  });

  it("is given another five days when its subscriber enables it or changes its URL", () => {
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
});

const paceAfter = (pace: EndpointHealth["pace"], tookMs: number, succeeded = true) =>
  healthAfter({ ...newEndpoint, pace }, { succeeded, tookMs }, now).pace ?? pace;

const waitsMs = (pace: EndpointHealth["pace"], waitedMs: readonly number[]) =>
  waitedMs.map(
    (waited) => retryAfterBusyAtMs({ pace }, { waitingSinceMs: now - waited, nowMs: now, chance: 0 }) - now,
  );

/** At how many different moments a hundred that were turned away together come back. */
const momentsOf = (pace: EndpointHealth["pace"]) => {
  const chances = Array.from({ length: 100 }, (_, index) => index / 100);
  const times = chances.map((chance) =>
    retryAfterBusyAtMs({ pace }, { waitingSinceMs: now, nowMs: now, chance }),
  );
  return new Set(times).size;
};

describe("the pace of an endpoint", () => {
  it.each(["unknown", "quick", "slow"] as const)(
    "is quick after a second at most, having been %s",
    (pace) => {
      expect(paceAfter(pace, 1_000)).toBe("quick");
    },
  );

  it.each(["unknown", "quick", "slow"] as const)(
    "is slow after more than one second, having been %s",
    (pace) => {
      expect(paceAfter(pace, 1_001)).toBe("slow");
      expect(paceAfter(pace, 1_001, false)).toBe("hanging");
    },
  );

  it("gives an endpoint that answers, however slowly, more workers at once and shorter waits than one that hangs", () => {
    expect((["slow", "hanging", "unknown"] as const).map((pace) => permitsFor({ pace }))).toEqual([8, 2, 2]);
    expect(waitsMs("slow", [0, 10_000, 3_600_000])).toEqual([1_000, 5_000, 15_000]);
    expect(waitsMs("hanging", [0, 90_000, 3_600_000])).toEqual([30_000, 45_000, 150_000]);
  });

  it("lets what met a pause come back within seconds, before the endpoint is known to hang", () => {
    expect(waitsMs("pausing", [0, 10_000, 3_600_000])).toEqual([4_000, 5_000, 15_000]);
    expect(permitsFor({ pace: "pausing" })).toBe(8);
  });

  it("brings what waits for a hanging endpoint back in groups, and what waits for others spread", () => {
    expect(momentsOf("hanging")).toBeLessThanOrEqual(7);
    expect(momentsOf("slow")).toBe(100);
  });

  it("is told by a failure as well: what fails at once keeps nobody waiting", () => {
    expect(paceAfter("unknown", 3, false)).toBe("quick");
    expect(paceAfter("quick", 10_000, false)).toBe("hanging");
  });

  it("is written only when something has changed", () => {
    expect(healthAfter({ ...newEndpoint, pace: "quick" }, { succeeded: true, tookMs: 5 }, now)).toEqual({});
  });
});
