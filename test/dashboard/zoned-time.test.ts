import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterGap, instantsAt, wallClock } from "../../dashboard/src/views/posts/zoned-time.ts";
import { instantOf } from "../../functions/domain/local-time.ts";

const zones = [
  "Europe/Zurich",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/St_Johns",
  "UTC",
];
const minuteMs = 60_000;
const minutes = fc
  .integer({ min: Date.UTC(2025, 0, 1) / minuteMs, max: Date.UTC(2030, 0, 1) / minuteMs })
  .map((minute) => minute * minuteMs);

describe("a local time in the brand's zone", () => {
  it("has the right instant in summer and in winter", () => {
    expect(instantsAt("2026-07-01T09:00", "Europe/Zurich")).toEqual(["2026-07-01T07:00:00.000Z"]);
    expect(instantsAt("2026-12-01T09:00", "Europe/Zurich")).toEqual(["2026-12-01T08:00:00.000Z"]);
  });

  it("has no instant if the clock skips it, and the clock then shows a time that is later by the gap", () => {
    expect(instantsAt("2026-03-29T02:30", "Europe/Zurich")).toEqual([]);
    expect(afterGap("2026-03-29T02:30", "Europe/Zurich")).toBe("2026-03-29T03:30");
    expect(instantsAt("2026-10-04T02:15", "Australia/Lord_Howe")).toEqual([]);
    expect(afterGap("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("2026-10-04T02:45");
  });

  it("has two instants if the clock shows it twice, the earlier one first", () => {
    expect(instantsAt("2026-10-25T02:30", "Europe/Zurich")).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-25T01:30:00.000Z",
    ]);
    expect(instantsAt("2026-11-01T01:00", "America/New_York")).toEqual([
      "2026-11-01T05:00:00.000Z",
      "2026-11-01T06:00:00.000Z",
    ]);
  });

  it("has no instant while it is incomplete", () => {
    expect(instantsAt("", "UTC")).toEqual([]);
    expect(instantsAt("2026-10", "Europe/Zurich")).toEqual([]);
  });

  it("leads back to the instant at which the clock shows it, in every zone", () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (epochMs, zone) => {
        const at = new Date(epochMs).toISOString();
        expect(instantsAt(wallClock(at, zone), zone)).toContain(at);
      }),
    );
  });

  it("has the instant at which the service plans it", () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (wallMs, zone) => {
        const local = new Date(wallMs).toISOString().slice(0, 16);
        const [first] = instantsAt(local, zone);
        const planned = new Date(instantOf(wallMs, zone)).toISOString();
        expect(first ?? planned).toBe(planned);
        if (first === undefined) expect(wallClock(planned, zone)).toBe(afterGap(local, zone));
      }),
    );
  });
});
