import fc from "fast-check";
import { expect, it } from "vitest";
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

/** Returns the next digest after one that was computed at `nowMs`. */
const nextAfter = (next: NextDigest, timezone: string, nowMs: number) =>
  digestAfter({ week: next.week, endsAt: isoTime(weekEndMs(next.week, timezone)) }, timezone, nowMs);

it("a new brand waits for the digest of the current week, due next Monday at 00:00 in its time zone", () => {
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

it("a change of time zone leaves a brand waiting for the same week, which ends at another time", () => {
  const brand = aBrandWithDigests("org");
  const moved = changeBrand(brand, { timezone: "America/New_York" }, testTimeMs);
  expect(moved.nextDigest).toEqual(brand.nextDigest);
  expect(digestMessage(moved, firstDigest(zurich, testTimeMs)).notBeforeMs).toBe(mondayMs + 6 * hourMs);
});

it("a change of time zone, like any other change, requests the first digest of a brand that has none", () => {
  expect(changeBrand(aBrand("org"), { timezone: "UTC" }, testTimeMs).nextDigest).toEqual({
    week: "2026-W47",
    startsAt: "2026-11-16T00:00:00.000Z",
  });
  expect(changeBrand(aBrand("org"), { name: "Other" }, testTimeMs).nextDigest?.week).toBe("2026-W47");
});

it("every week has a digest that begins where the last one ended, whatever time zones the brand moves to meanwhile", () => {
  const zones = fc.constantFrom("Pacific/Apia", zurich, "America/Sao_Paulo", "Pacific/Pago_Pago", "UTC");
  const weeks = fc.array(fc.record({ zone: zones, lateMs: fc.nat(8 * dayMs) }), { minLength: 2 });
  const start = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2038, 0) });
  fc.assert(
    fc.property(zones, start, weeks, (zone, startMs, moves) => {
      let next = firstDigest(zone, startMs);
      for (const { zone: timezone, lateMs } of moves) {
        const endsAtMs = weekEndMs(next.week, timezone);
        // Seven days, plus or minus the difference of the time zones.
        expect(Math.abs(endsAtMs - Date.parse(next.startsAt) - 7 * dayMs)).toBeLessThan(27 * hourMs);
        const following = nextAfter(next, timezone, endsAtMs + lateMs);
        expect(following).toEqual({ week: weekAfter(next.week), startsAt: isoTime(endsAtMs) });
        next = following;
      }
    }),
  );
});

it("every week is caught up after three weeks without digests", () => {
  const nowMs = mondayMs + 21 * dayMs + hourMs;
  let next = firstDigest(zurich, testTimeMs);
  const computedWeeks: string[] = [];
  while (weekEndMs(next.week, zurich) <= nowMs) {
    computedWeeks.push(next.week);
    next = nextAfter(next, zurich, nowMs);
  }
  expect(computedWeeks).toEqual(["2026-W47", "2026-W48", "2026-W49", "2026-W50"]);
  expect(next).toEqual({ week: "2026-W51", startsAt: "2026-12-13T23:00:00.000Z" });
});

it("at most eight past weeks are caught up", () => {
  const nowMs = mondayMs + 365 * dayMs;
  let next = firstDigest(zurich, testTimeMs);
  const computedWeeks: string[] = [];
  while (weekEndMs(next.week, zurich) <= nowMs) {
    computedWeeks.push(next.week);
    next = nextAfter(next, zurich, nowMs);
  }
  expect(computedWeeks).toHaveLength(1 + 8);
  expect([computedWeeks[0], computedWeeks[1], computedWeeks.at(-1)]).toEqual([
    "2026-W47",
    "2027-W39",
    "2027-W46",
  ]);
});

const brand = aBrandWithDigests("org");

it("an overdue digest is requested again by a change of the brand more than one hour after its time, and not before", () => {
  expect(overdueDigestMessages(brand, testTimeMs)).toEqual([]);
  expect(overdueDigestMessages(brand, mondayMs + hourMs)).toEqual([]);
  const again = digestMessage(brand, firstDigest(zurich, testTimeMs));
  for (const nowMs of [mondayMs + hourMs + 1, mondayMs + 70 * dayMs])
    expect(overdueDigestMessages(brand, nowMs)).toEqual([again]);
});

it("an overdue digest is requested again by the time of the brand's own time zone", () => {
  const moved = { ...brand, timezone: "America/New_York" };
  expect(overdueDigestMessages(moved, mondayMs + 7 * hourMs)).toEqual([]);
  expect(overdueDigestMessages(moved, mondayMs + 7 * hourMs + 1)).toHaveLength(1);
});

it("a brand older than digests has no overdue digest", () => {
  expect(overdueDigestMessages(aBrand("org"), mondayMs + 70 * dayMs)).toEqual([]);
});
