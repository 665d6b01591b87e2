import { expect, it } from "vitest";
import { dayMs, isoTime, minuteMs } from "../../../functions/domain/time.ts";
import { scheduleTimes, slotTimes } from "./expected.ts";
import { judge, nothingYet } from "./verdict.ts";

it("what is missed, doubled, early and late is counted once each", () => {
  const verdict = nothingYet();
  const due = [0, 1, 2, 3].map((day) => day * dayMs);
  const happened = [-minuteMs, 5, dayMs + 2 * minuteMs, 2 * dayMs].map((atMs) => ({ atMs }));
  judge(verdict, due, happened);
  expect(verdict).toMatchObject({ due: 4, missed: 1, doubled: 1, early: 1, over60s: 1 });
});

const times = (of: typeof slotTimes, date: number) => of(135, "Europe/Berlin", date, 1).map(isoTime);

it("a skipped time is due at the end of the gap as a schedule, and moved by the gap as a slot; a repeated time is due once", () => {
  const [spring, autumn] = [Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31)];
  expect(times(scheduleTimes, spring)).toEqual(["2027-03-28T01:00:00.000Z"]);
  expect(times(slotTimes, spring)).toEqual(["2027-03-28T01:15:00.000Z"]);
  expect(times(slotTimes, autumn)).toEqual(["2027-10-31T00:15:00.000Z"]);
});
