import type { PostMetrics } from "./analytics.ts";
import { type PostingSlot, weekdays } from "./brand.ts";
import type { ChannelName } from "./channel.ts";
import { wallClockMs } from "./local-time.ts";
import { daysSinceMonday } from "./week.ts";

/** A published post with what is measured of it, and what it can be grouped by. */
export interface MeasuredPost {
  metrics: PostMetrics;
  channel: ChannelName;
  /** Null for a post that no run made. */
  pipelineId: string | null;
  hashtags: readonly string[];
}

/**
 * How many reactions a post got: its engagements, or its clicks where the channel gives only these. Null if neither is known:
 * then nobody can say how well it did.
 */
export function reactionsTo({ metrics: { engagements, clicks } }: MeasuredPost): number | null {
  return engagements ?? clicks;
}

/** The hour of the week in which a post was published, in a time zone: 0 is Monday from 00:00 to 01:00, 167 the last one. */
export function hourOfWeek({ metrics: { publishedAt } }: MeasuredPost, timezone: string): number {
  const wallMs = wallClockMs(Date.parse(publishedAt), timezone);
  return daysSinceMonday(wallMs) * 24 + new Date(wallMs).getUTCHours();
}

/** The posting slot at the beginning of an hour of the week. */
export function slotAt(hour: number): PostingSlot {
  const weekday = weekdays[Math.floor(hour / 24)];
  if (weekday === undefined) throw new Error(`there is no hour ${hour} of the week`);
  return { weekday, time: `${String(hour % 24).padStart(2, "0")}:00` };
}

/** The topics of a post: its hashtags without those that the brand adds to every post. */
export function topicsOf({ hashtags }: MeasuredPost, ofBrand: readonly string[]): string[] {
  const common = new Set(ofBrand.map(folded));
  return [...new Set(hashtags.map(folded))].filter((tag) => !common.has(tag));
}

function folded(hashtag: string): string {
  return hashtag.replace(/^#/, "").toLowerCase();
}

/** Groups posts. A post can be in several groups, or in none. */
export function groupPosts<Key>(
  posts: readonly MeasuredPost[],
  keysOf: (post: MeasuredPost) => readonly Key[],
): Map<Key, MeasuredPost[]> {
  const groups = new Map<Key, MeasuredPost[]>();
  for (const post of posts) {
    for (const key of keysOf(post)) {
      const group = groups.get(key) ?? [];
      group.push(post);
      groups.set(key, group);
    }
  }
  return groups;
}

/** The mean of the reactions that are known, to a hundredth; null if none is known. */
export function meanReactions(posts: readonly MeasuredPost[]): number | null {
  const known = posts.map(reactionsTo).filter((reactions) => reactions !== null);
  if (known.length === 0) return null;
  return Math.round((known.reduce((total, one) => total + one, 0) / known.length) * 100) / 100;
}
