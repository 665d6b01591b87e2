import fc from "fast-check";
import { expect, it } from "vitest";
import { formatMoney } from "../../dashboard/src/text/numbers.ts";
import { weekChoice } from "../../dashboard/src/views/analytics/chosen-week.ts";
import { comparisonOf } from "../../dashboard/src/views/analytics/figures.ts";
import { groupingOf, weekCountOf } from "../../dashboard/src/views/analytics/groupings.ts";
import { readinessOf } from "../../dashboard/src/views/analytics/readiness.ts";

const at = (text: string) => Date.parse(text);
const brand = { createdAt: "2026-10-14T08:00:00.000Z", timezone: "Europe/Zurich" };
const nowMs = at("2026-11-23T08:00:00Z");

it("the week is the last one that has ended, unless the address names one of the brand's", () => {
  expect(weekChoice(undefined, brand, nowMs)).toMatchObject({ week: "2026-W47", isReplaced: false });
  expect(weekChoice("2026-W45", brand, nowMs)).toMatchObject({
    week: "2026-W45",
    previous: "2026-W44",
    next: "2026-W46",
  });
});

it("a week that does not exist, that is before the brand or in the future is replaced, and the view is told", () => {
  for (const week of ["2026-W41", "2026-W49", "2026-W60", "yesterday"])
    expect(weekChoice(week, brand, nowMs), week).toMatchObject({ week: "2026-W47", isReplaced: true });
});

it("the choice of weeks goes from the present one back to the one in which the brand was made", () => {
  const { choices } = weekChoice(undefined, brand, nowMs);
  expect(choices).toEqual([
    "2026-W48",
    "2026-W47",
    "2026-W46",
    "2026-W45",
    "2026-W44",
    "2026-W43",
    "2026-W42",
  ]);
  expect(weekChoice("2026-W42", brand, nowMs).previous).toBeUndefined();
  expect(weekChoice("2026-W48", brand, nowMs).next).toBeUndefined();
});

it("a brand that was made this week begins with this week, and an old week stays among the choices", () => {
  const young = { ...brand, createdAt: "2026-11-23T07:00:00.000Z" };
  expect(weekChoice(undefined, young, nowMs)).toMatchObject({ week: "2026-W48", choices: ["2026-W48"] });
  const old = { ...brand, createdAt: "2020-01-01T00:00:00.000Z" };
  expect(weekChoice("2020-W30", old, nowMs).choices).toContain("2020-W30");
});

it("the week is that of the brand's zone", () => {
  const sundayInHonolulu = at("2026-11-23T09:00:00Z");
  const zone = { createdAt: brand.createdAt, timezone: "Pacific/Honolulu" };
  expect(weekChoice(undefined, zone, sundayInHonolulu).week).toBe("2026-W46");
});

const week = { endsAt: "2026-11-29T23:00:00.000Z", updatedAt: null };

it("a week that has not ended says when its first and its final figures come", () => {
  const words = readinessOf({ ...week, status: "pending" }, nowMs, "Europe/Zurich");
  expect(words).toContain("Mon, 30 Nov 2026, 00:00");
  expect(words).toContain("Wed, 2 Dec 2026, 00:00");
});

it("a week says whether it is being computed, still measured, late or final", () => {
  const afterEnd = at(week.endsAt) + 60_000;
  const computed = { ...week, updatedAt: "2026-11-29T23:00:05.000Z" };
  const says = (status: "pending" | "partial" | "ready", now: number) =>
    readinessOf({ ...computed, status }, now, "UTC");
  expect(says("pending", afterEnd)).toMatch(/^This week has ended/);
  expect(says("partial", afterEnd)).toMatch(/are final by Tue, 1 Dec 2026, 23:00 UTC/);
  expect(says("partial", afterEnd + 3 * 86_400_000)).toMatch(/comes late/);
  expect(says("ready", afterEnd)).toMatch(
    /^These figures are final. Computed on Sun, 29 Nov 2026, 23:00 UTC/,
  );
});

const metrics = {
  posts: 12,
  reach: 1500,
  engagementRate: 0.042,
  clicks: 40,
  estimatedRoi: 20,
  currency: "EUR",
};

function changesOf(now: typeof metrics, before: Parameters<typeof comparisonOf>[1]) {
  return Object.fromEntries(comparisonOf(now, before).map(({ name, change }) => [name, change]));
}

it("the figures of a week are compared with those of the week before", () => {
  const before = { ...metrics, posts: 10, reach: 2000, engagementRate: 0.032, clicks: 0, estimatedRoi: 10 };
  expect(changesOf(metrics, before)).toEqual({
    Posts: "+2 (+20%)",
    Reach: "−500 (−25%)",
    "Engagement rate": "+1 percentage point",
    Clicks: "+40",
    "Estimated ROI": "+€10.00 (+100%)",
  });
  expect(changesOf(metrics, metrics)["Reach"]).toBe("no change");
});

it('an unknown figure stays "not known" in each comparison, and is never 0', () => {
  const metric = fc.option(fc.integer({ min: 0, max: 1000 }));
  const some = fc.record({
    posts: metric,
    reach: metric,
    engagementRate: metric,
    clicks: metric,
    estimatedRoi: metric,
    currency: fc.constantFrom("EUR", "JPY", null),
  });
  fc.assert(
    fc.property(some, fc.option(some), (now, before) => {
      for (const row of comparisonOf(now, before))
        if (row.now === "not known" || row.before === "not known") expect(row.change).toBe("not known");
    }),
  );
});

it("values in different currencies are not compared", () => {
  expect(changesOf(metrics, { ...metrics, currency: "CHF" })["Estimated ROI"]).toBe("not known");
  expect(formatMoney(null, "EUR")).toBe("not known");
  expect(formatMoney(1204, "JPY")).toMatch(/1,204$/);
});

it("an address with an unknown grouping or period shows channels and four weeks", () => {
  expect(groupingOf("hour")).toBe("hour");
  expect(groupingOf("colour")).toBe("channel");
  expect(weekCountOf("12")).toBe(12);
  for (const text of [undefined, "0", "13", "1.5", "many"]) expect(weekCountOf(text)).toBe(4);
});
