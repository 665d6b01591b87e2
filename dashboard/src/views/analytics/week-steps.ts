import { addDays, dateIn, mondayOf, type Week, weekOf } from "../../text/weeks.ts";

/** The week of an instant in a time zone. */
export function weekAt(epochMs: number, zone: string): Week {
  return weekOf(dateIn(zone, epochMs));
}

/** The week that is `count` weeks after another one; before it if `count` is negative. */
export function weekAfter(week: Week, count = 1): Week {
  return weekOf(addDays(existingMonday(week), 7 * count));
}

/** The weeks from one back to another, both included; at most `most`. */
export function weeksBackTo(first: Week, last: Week, most: number): Week[] {
  const weeks: Week[] = [];
  // Weeks sort as text.
  for (let week = last; week >= first && weeks.length < most; week = weekAfter(week, -1)) weeks.push(week);
  return weeks;
}

const days = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "Week 48, 23–29 Nov 2026". */
export function weekInWords(week: Week): string {
  const monday = existingMonday(week);
  return `Week ${Number(week.slice(6))}, ${days.formatRange(Date.parse(monday), Date.parse(addDays(monday, 6)))}`;
}

function existingMonday(week: Week): string {
  const monday = mondayOf(week);
  if (monday === undefined) throw new RangeError(`There is no week ${week}`);
  return monday;
}
