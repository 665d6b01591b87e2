import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeBrand } from "../../functions/domain/brand.ts";
import {
  digestAfter,
  digestMessage,
  firstDigest,
  type NextDigest,
  overdueDigestMessages,
  weekEndMs,
} from "../../functions/domain/digest-chain.ts";
import { dayMs, hourMs, isoTime } from "../../functions/domain/time.ts";
import { weekAfter } from "../../functions/domain/week.ts";
import { aBrand, aBrandWithDigests, testTimeMs } from "../support/table/entities.ts";

const zurich = "Europe/Zurich";
const mondayMs = Date.parse("2026-11-22T23:00:00Z");

/** What comes after a digest that was computed at some time. */
const after = (next: NextDigest, timezone: string, nowMs: number) =>
  digestAfter({ week: next.week, endsAt: isoTime(weekEndMs(next.week, timezone)) }, timezone, nowMs);

describe("a new brand", () => {
  it("waits for the digest of the week that it is, which comes next Monday at 00:00 in its zone", () => {
    const brand = aBrandWithDigests("org");
    expect(brand.nextDigest).toEqual({ week: "2026-W47", startsAt: "2026-11-15T23:00:00.000Z" });
    expect(digestMessage(brand, firstDigest(zurich, testTimeMs))).toEqual({
      queue: "digests",
      body: {
        kind: "digest.compute",
        organizationId: "org",
        brandId: brand.id,
        week: "2026-W47",
        timezone: zurich,
      },
      notBeforeMs: mondayMs,
      group: "org",
    });
  });
});

describe("another time zone", () => {
  it("leaves a brand waiting for the same week, which ends at another moment", () => {
    const brand = aBrandWithDigests("org");
    const moved = changeBrand(brand, { timezone: "America/New_York" }, testTimeMs);
    expect(moved.nextDigest).toEqual(brand.nextDigest);
    expect(digestMessage(moved, firstDigest(zurich, testTimeMs)).notBeforeMs).toBe(mondayMs + 6 * hourMs);
  });

  it("begins the digests of a brand that has none, like any other change", () => {
    expect(changeBrand(aBrand("org"), { timezone: "UTC" }, testTimeMs).nextDigest).toEqual({
      week: "2026-W47",
      startsAt: "2026-11-16T00:00:00.000Z",
    });
    expect(changeBrand(aBrand("org"), { name: "Other" }, testTimeMs).nextDigest?.week).toBe("2026-W47");
  });
});

describe("one week after the other", () => {
  it("has a digest, each beginning where the last one ended, whatever zone the brand is moved to meanwhile", () => {
    const zones = fc.constantFrom("Pacific/Apia", zurich, "America/Sao_Paulo", "Pacific/Pago_Pago", "UTC");
    const weeks = fc.array(fc.record({ zone: zones, lateMs: fc.nat(8 * dayMs) }), { minLength: 2 });
    const start = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2038, 0) });
    fc.assert(
      fc.property(zones, start, weeks, (zone, startMs, all) => {
        let next = firstDigest(zone, startMs);
        for (const { zone: timezone, lateMs } of all) {
          const endsAtMs = weekEndMs(next.week, timezone);
          // Seven days, but for the zone that it was and is.
          expect(Math.abs(endsAtMs - Date.parse(next.startsAt) - 7 * dayMs)).toBeLessThan(27 * hourMs);
          const following = after(next, timezone, endsAtMs + lateMs);
          expect(following).toEqual({ week: weekAfter(next.week), startsAt: isoTime(endsAtMs) });
          next = following;
        }
      }),
    );
  });

  it("is made up for after three weeks in which nothing was computed, each of them", () => {
    const nowMs = mondayMs + 21 * dayMs + hourMs;
    let next = firstDigest(zurich, testTimeMs);
    const made: string[] = [];
    while (weekEndMs(next.week, zurich) <= nowMs) {
      made.push(next.week);
      next = after(next, zurich, nowMs);
    }
    expect(made).toEqual(["2026-W47", "2026-W48", "2026-W49", "2026-W50"]);
    expect(next).toEqual({ week: "2026-W51", startsAt: "2026-12-13T23:00:00.000Z" });
  });

  it("is made up for eight weeks back and no further", () => {
    const nowMs = mondayMs + 365 * dayMs;
    let next = firstDigest(zurich, testTimeMs);
    const made: string[] = [];
    while (weekEndMs(next.week, zurich) <= nowMs) {
      made.push(next.week);
      next = after(next, zurich, nowMs);
    }
    expect(made).toHaveLength(1 + 8);
    expect([made[0], made[1], made.at(-1)]).toEqual(["2026-W47", "2027-W39", "2027-W46"]);
  });
});

describe("a digest that should have come", () => {
  const brand = aBrandWithDigests("org");

  it("is called for again by whoever changes the brand from an hour after its time on, and not before", () => {
    expect(overdueDigestMessages(brand, testTimeMs)).toEqual([]);
    expect(overdueDigestMessages(brand, mondayMs + hourMs)).toEqual([]);
    const again = digestMessage(brand, firstDigest(zurich, testTimeMs));
    for (const nowMs of [mondayMs + hourMs + 1, mondayMs + 70 * dayMs])
      expect(overdueDigestMessages(brand, nowMs)).toEqual([again]);
  });

  it("is called for by its own zone's time", () => {
    const moved = { ...brand, timezone: "America/New_York" };
    expect(overdueDigestMessages(moved, mondayMs + 7 * hourMs)).toEqual([]);
    expect(overdueDigestMessages(moved, mondayMs + 7 * hourMs + 1)).toHaveLength(1);
  });

  it("is none of a brand from before there were any", () => {
    expect(overdueDigestMessages(aBrand("org"), mondayMs + 70 * dayMs)).toEqual([]);
  });
});
