import type { Post } from "./post.ts";
import { minuteMs } from "./time.ts";

/**
 * The times to come that the posts of a brand have taken: the id of a post by the name of its time (see `timeName`). A posting
 * slot has at most one post of a channel. Posts can share any other minute: the first of them has taken it.
 */
export type Calendar = ReadonlyMap<string, string>;

/** Some 50 kB in the table. */
const takenTimesMax = 1_000;

/** The name of a time on a channel. Posting slots are whole minutes, so no other times are taken. */
export function timeName(channel: Post["channel"], atMs: number): string {
  return `${channel}@${atMs / minuteMs}`;
}

/** The time that has a name, in epoch milliseconds. */
export function timeNamed(name: string): number {
  return Number(name.slice(name.indexOf("@") + 1)) * minuteMs;
}

/** How many more times of a brand its posts can take. */
export function roomIn(calendar: Calendar, nowMs: number): number {
  const ahead = [...calendar.keys()].filter((name) => timeNamed(name) > nowMs);
  return Math.max(0, takenTimesMax - ahead.length);
}

/**
 * The name of the time that a post takes: a whole minute that is to come, while the post is pending or scheduled. Null if it
 * takes none.
 */
export function nameOfTimeTaken(
  { status, channel, scheduledAt }: Pick<Post, "status" | "channel" | "scheduledAt">,
  nowMs: number,
): string | null {
  if ((status !== "pending" && status !== "scheduled") || scheduledAt === null) return null;
  const atMs = Date.parse(scheduledAt);
  return atMs > nowMs && atMs % minuteMs === 0 ? timeName(channel, atMs) : null;
}

/** A change of a calendar. */
export interface CalendarChange {
  /** The ids of posts by the names of the times that they take. */
  taken: Calendar;
  /** The names of the times that posts have left. */
  freed: readonly string[];
}

/** The times that new posts of one brand take. Posts that share a minute take it once. */
export function timesTakenBy(posts: readonly Post[], calendar: Calendar, nowMs: number): Calendar {
  const taken = new Map<string, string>();
  for (const post of posts) {
    const name = nameOfTimeTaken(post, nowMs);
    if (name !== null && !calendar.has(name) && !taken.has(name)) taken.set(name, post.id);
  }
  return taken;
}
