import { expect, it } from "vitest";
import { expiryProblems } from "../../functions/domain/expiry-problems.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { testTimeMs } from "../support/table/entities.ts";

const problemsOf = (expiresAt: unknown, daysMax?: number) =>
  expiryProblems({ expiresAt }, testTimeMs, daysMax).map(({ reason }) => reason);

it("an expiry must be in the future, and at most as many days ahead as the resource allows", () => {
  expect(problemsOf(isoTime(testTimeMs))).toEqual(["must be in the future"]);
  expect(problemsOf(isoTime(testTimeMs + 1))).toEqual([]);
  expect(problemsOf(isoTime(testTimeMs + 2 * dayMs), 2)).toEqual([]);
  expect(problemsOf(isoTime(testTimeMs + 2 * dayMs + 1), 2)).toEqual(["must be within 2 days"]);
});

it("a body without a time as its expiry is left to the schema, and crashes nothing", () => {
  for (const expiresAt of [undefined, null, "tomorrow", 0, ["2020-01-01T00:00:00Z"], { toString: 1 }])
    expect(problemsOf(expiresAt)).toEqual([]);
  expect(expiryProblems(null, testTimeMs)).toEqual([]);
});
