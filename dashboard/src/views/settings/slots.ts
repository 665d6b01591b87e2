import type { PostingSlot, QuietHours, Weekday } from "../../../../client/api.ts";

export const weekdays: readonly Weekday[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

export const weekdayNames: Record<Weekday, string> = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
};

/** How many posting slots a brand can have. */
export const slotsMax = 100;

/** The times of a day, in order. */
export function timesOf(slots: readonly PostingSlot[], weekday: Weekday): string[] {
  return slots
    .filter((slot) => slot.weekday === weekday)
    .map(({ time }) => time)
    .toSorted();
}

/** Returns the slots of the days' times: in the order of the week, each once. */
function slotsOf(timesOfDay: (weekday: Weekday) => readonly string[]): PostingSlot[] {
  return weekdays.flatMap((weekday) =>
    [...new Set(timesOfDay(weekday))].toSorted().map((time) => ({ weekday, time })),
  );
}

export function withSlot(slots: readonly PostingSlot[], { weekday, time }: PostingSlot): PostingSlot[] {
  return slotsOf((day) => (day === weekday ? [...timesOf(slots, day), time] : timesOf(slots, day)));
}

export function withoutSlot(slots: readonly PostingSlot[], { weekday, time }: PostingSlot): PostingSlot[] {
  return slotsOf((day) => timesOf(slots, day).filter((one) => day !== weekday || one !== time));
}

/** Returns the slots with the times of one day in place of those of other days. */
export function withDayCopied(
  slots: readonly PostingSlot[],
  from: Weekday,
  to: readonly Weekday[],
): PostingSlot[] {
  return slotsOf((day) => timesOf(slots, to.includes(day) ? from : day));
}

/** Whether a slot is in quiet hours, where runs leave it empty. Hours that end before they begin end on the next day. */
export function isInQuietHours({ weekday, time }: PostingSlot, quietHours: readonly QuietHours[]): boolean {
  const dayBefore = weekdays.at(weekdays.indexOf(weekday) - 1) ?? weekday;
  return quietHours.some(({ start, end, weekdays: days = weekdays }) => {
    if (start < end) return days.includes(weekday) && start <= time && time < end;
    return (days.includes(weekday) && start <= time) || (days.includes(dayBefore) && time < end);
  });
}
