import { expect, it } from "vitest";
import { aPost } from "../../support/table/entities.ts";
import { discordLimits, openRateWindow } from "./rate-window.ts";
import { problemsOf, verdictOn } from "./verdict.ts";

const due = [0, 1_000].map((dueMs) => {
  const post = aPost("org_1", { channel: "webhook" });
  return { post, dueMs, mark: post.id };
});
const marks = due.map(({ mark }) => mark);
const takenAt = (...times: readonly number[]) =>
  times.map((atMs, index) => ({ mark: marks[index % 2] ?? "", atMs }));
const fine = { rejected: 0, unpublished: 0 };

it("a run passes when every post was taken once, at its time or up to 90 s later", () => {
  const verdict = verdictOn(due, takenAt(90_000, 1_005));
  expect(verdict).toMatchObject({ posts: 2, latenessMs: { all: { p50: 5, max: 90_000 } } });
  expect(problemsOf(verdict, fine)).toEqual([]);
});

it.each([
  { what: "lost", taken: takenAt(0), others: fine },
  { what: "doubled", taken: takenAt(0, 1_000, 5_000), others: fine },
  { what: "later than 90 s", taken: takenAt(90_001, 1_000), others: fine },
  { what: "early", taken: takenAt(0, 0), others: fine },
  { what: "rejected", taken: takenAt(0, 1_000), others: { ...fine, rejected: 1 } },
  { what: "not in status published", taken: takenAt(0, 1_000), others: { ...fine, unpublished: 1 } },
])("a run fails when a post was $what", ({ what, taken, others }) => {
  expect(problemsOf(verdictOn(due, taken), others)).toEqual([
    expect.stringContaining(`1 posts were ${what}`),
  ]);
});

it("a webhook of Discord takes 5 requests in any 2 s and 30 in any minute, and what it rejects does not count", () => {
  const burst = openRateWindow(discordLimits);
  const expected = [true, true, true, true, true, false, false, true, true];
  expect([0, 1, 2, 3, 4, 5, 1_999, 2_000, 2_001].map(burst)).toEqual(expected);
  const steady = openRateWindow(discordLimits);
  const times = Array.from({ length: 31 }, (_, index) => index * 1_900);
  expect(times.map(steady).filter((isTaken) => !isTaken)).toHaveLength(1);
});
