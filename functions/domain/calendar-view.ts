import { type Brand, planningSlots } from "./brand.ts";
import { localIsoTime } from "./local-time.ts";
import { type BlockedReason, blockedAt, blockedPeriods, type PlannedBrand } from "./open-times.ts";
import type { Post } from "./post.ts";
import { slotsBetween } from "./slots.ts";
import { isoTime } from "./time.ts";

/** The statuses of posts that a calendar shows. A draft is not planned, whatever time it has. */
export const calendarStatuses = ["pending", "scheduled", "failed", "published"] as const;
type CalendarStatus = (typeof calendarStatuses)[number];

/** A post in a calendar. */
interface PlannedPost {
  postId: string;
  channel: Post["channel"];
  status: CalendarStatus;
  /** The beginning of its text. */
  text: string;
}

/** The calendar has this many characters of a post's text. So a response with 1,000 posts is far below Lambda's limit of 6 MB. */
export const calendarTextMax = 200;

/** A time, in UTC and on the wall clock of the brand. */
interface CalendarTime {
  at: string;
  localAt: string;
}

/** What is planned for a brand between two instants. */
interface CalendarView {
  brandId: string;
  timezone: string;
  from: string;
  to: string;
  slots: (CalendarTime & { blockedBy: BlockedReason | null; posts: PlannedPost[] })[];
  /** The posts whose time is no slot. */
  otherPosts: (CalendarTime & PlannedPost)[];
  blocked: { reason: BlockedReason; from: string; localFrom: string; to: string; localTo: string }[];
  hasMorePosts: boolean;
}

export function isInCalendar(status: Post["status"]): status is CalendarStatus {
  return status !== "draft";
}

/**
 * Returns the calendar of a brand.
 * @param posts the brand's posts of these statuses whose time is between `fromMs` and, not included, `toMs`, by that time
 */
export function calendarView(
  brand: PlannedBrand & Pick<Brand, "id">,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  posts: readonly Post[],
  hasMorePosts: boolean,
): CalendarView {
  const { id: brandId, timezone } = brand;
  const shown = (atMs: number): CalendarTime => ({
    at: isoTime(atMs),
    localAt: localIsoTime(atMs, timezone),
  });
  const blocked = blockedPeriods(brand, fromMs, toMs);
  const postsAt = Map.groupBy(posts, ({ scheduledAt }) => Date.parse(scheduledAt ?? ""));
  const slots = slotsBetween(planningSlots(brand), timezone, fromMs, toMs);
  const inSlots = new Set(slots);
  return {
    brandId,
    timezone,
    from: isoTime(fromMs),
    to: isoTime(toMs),
    slots: slots.map((slotMs) => ({
      ...shown(slotMs),
      blockedBy: blockedAt(blocked, slotMs),
      posts: plannedPosts(postsAt.get(slotMs) ?? []),
    })),
    otherPosts: [...postsAt].flatMap(([atMs, together]) =>
      inSlots.has(atMs) ? [] : plannedPosts(together).map((post) => ({ ...shown(atMs), ...post })),
    ),
    blocked: blocked.map(({ reason, ...period }) => ({
      reason,
      from: isoTime(period.fromMs),
      localFrom: localIsoTime(period.fromMs, timezone),
      to: isoTime(period.toMs),
      localTo: localIsoTime(period.toMs, timezone),
    })),
    hasMorePosts,
  };
}

function plannedPosts(posts: readonly Post[]): PlannedPost[] {
  return posts.flatMap(({ id: postId, channel, status, content }) =>
    isInCalendar(status) ? [{ postId, channel, status, text: beginningOf(content.text) }] : [],
  );
}

/** Cuts a text between two characters, never within one. */
function beginningOf(text: string): string {
  return text.length <= calendarTextMax ? text : Array.from(text).slice(0, calendarTextMax).join("");
}
