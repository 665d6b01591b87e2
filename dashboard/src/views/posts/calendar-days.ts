import type { Calendar, CalendarSlot, PlannedPost } from "../../../../client/api.ts";
import { addDays } from "../../text/weeks.ts";

/** What stands at one time of a day. */
export interface CalendarEntry {
  /** ISO 8601. */
  at: string;
  /** On the wall clock of the brand, with its offset. */
  localAt: string;
  /** Whether it is a posting slot of the brand. */
  isSlot: boolean;
  blockedBy: CalendarSlot["blockedBy"];
  posts: PlannedPost[];
}

export interface CalendarDay {
  /** `YYYY-MM-DD`, in the brand's zone. */
  date: string;
  entries: CalendarEntry[];
  /** The periods of this day in which runs plan nothing. */
  blocked: { reason: Calendar["blocked"][number]["reason"]; localFrom: string; localTo: string }[];
}

/** Sorts what a calendar has into days of the brand's zone. Every day is there, also one that has nothing. */
export function daysOf(calendar: Calendar, monday: string): CalendarDay[] {
  const entries = [
    ...calendar.slots.map((slot) => ({ ...slot, isSlot: true })),
    ...otherEntries(calendar),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(monday, index);
    return {
      date,
      entries: entries.filter(({ localAt }) => localAt.startsWith(date)),
      blocked: calendar.blocked.filter(({ localFrom }) => localFrom.startsWith(date)),
    };
  });
}

/** Posts at a time that is no slot. Those of the same time are one entry. */
function otherEntries({ otherPosts }: Calendar): CalendarEntry[] {
  return [...Map.groupBy(otherPosts, ({ at }) => at).values()].flatMap((posts) => {
    const [first] = posts;
    if (first === undefined) return [];
    return [{ at: first.at, localAt: first.localAt, isSlot: false, blockedBy: null, posts }];
  });
}

/** Whether a post with this status may get another time. */
export const isMovable = (status: PlannedPost["status"]) => status === "pending" || status === "scheduled";

/** Whether a post of the channel can take this slot: no post of the channel waits there. */
export function isFreeFor(entry: CalendarEntry, channel: string, nowMs: number): boolean {
  return (
    entry.isSlot &&
    Date.parse(entry.at) > nowMs &&
    entry.posts.every((post) => post.channel !== channel || !isMovable(post.status))
  );
}
