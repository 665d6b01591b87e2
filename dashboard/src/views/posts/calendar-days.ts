import type { Calendar, CalendarSlot, PlannedPost } from "../../../../client/api.ts";
import { addDays } from "../../text/weeks.ts";

/** A posting slot with its posts, or the posts of a time that is no slot. */
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

/** Groups the slots and posts of a week by day, in the brand's zone. Returns all seven days, also the empty ones. */
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

/** The entries of the times that are no slots. Posts with the same time share an entry. */
function otherEntries({ otherPosts }: Calendar): CalendarEntry[] {
  return [...Map.groupBy(otherPosts, ({ at }) => at).values()].flatMap((posts) => {
    const [first] = posts;
    if (first === undefined) return [];
    return [{ at: first.at, localAt: first.localAt, isSlot: false, blockedBy: null, posts }];
  });
}

/** How many days ahead a person can choose a free slot. */
export const daysAhead = 28;

/** Whether a post with this status may get another time. */
export const isMovable = (status: PlannedPost["status"]) => status === "pending" || status === "scheduled";

/** Whether a slot is in the future and has no pending or scheduled post of the channel. */
export function isFreeFor(slot: Pick<CalendarSlot, "at" | "posts">, channel: string, nowMs: number): boolean {
  return (
    Date.parse(slot.at) > nowMs &&
    slot.posts.every((post) => post.channel !== channel || !isMovable(post.status))
  );
}
