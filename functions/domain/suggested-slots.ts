import type { PostingSlot, SuggestedSlots } from "./brand.ts";
import {
  groupPosts,
  hourOfWeek,
  type MeasuredPost,
  meanReactions,
  reactionsTo,
  slotAt,
} from "./measured-post.ts";

/** With fewer measured posts there is no suggestion. */
export const suggestionPostsMin = 30;
/** How many slots are suggested to a brand that has none of its own. */
const defaultCount = 5;
/**
 * Each hour begins with so many imaginary posts of average success, so that one lucky post does not make its hour the best
 * one. This is the mean of a Bayesian estimate whose prior has this weight.
 */
const priorPosts = 4;

/**
 * Suggests the hours of the week in which a brand's posts got the most reactions, and at least as many as the average. The
 * reactions of a post count as a multiple of its channel's mean, so that a channel with many readers does not decide alone.
 * An hour next to a better one is left out: the two have the same readers.
 */
export function suggestSlots(
  posts: readonly MeasuredPost[],
  { timezone, postingSlots }: { timezone: string; postingSlots: readonly PostingSlot[] },
): Pick<SuggestedSlots, "slots" | "posts"> {
  const known = posts.filter((post) => reactionsTo(post) !== null);
  if (known.length < suggestionPostsMin) return { slots: [], posts: known.length };
  const multipleOf = multiples(known);
  const ranked = [...groupPosts(known, (post) => [hourOfWeek(post, timezone)])]
    .map(([hour, group]) => ({ hour, posts: group.length, lift: liftOf(group, multipleOf) }))
    .filter(({ lift }) => lift >= 1)
    .toSorted((a, b) => b.lift - a.lift || b.posts - a.posts || a.hour - b.hour);
  const chosen: typeof ranked = [];
  for (const one of ranked) {
    if (chosen.length === (postingSlots.length || defaultCount)) break;
    if (!chosen.some(({ hour }) => areNeighbours(hour, one.hour))) chosen.push(one);
  }
  const slots = chosen.map(({ hour, posts: count, lift }) => ({
    ...slotAt(hour),
    posts: count,
    lift: Math.round(lift * 100) / 100,
  }));
  return { slots, posts: known.length };
}

/** Returns a function that gives the reactions to a post as a multiple of its channel's mean. */
function multiples(posts: readonly MeasuredPost[]): (post: MeasuredPost) => number {
  const means = new Map(
    [...groupPosts(posts, ({ channel }) => [channel])].map(([channel, group]) => [
      channel,
      meanReactions(group),
    ]),
  );
  return (post) => {
    const mean = means.get(post.channel);
    // On a channel without any reaction, all hours are equally good.
    return mean ? (reactionsTo(post) ?? 0) / mean : 1;
  };
}

function liftOf(posts: readonly MeasuredPost[], multipleOf: (post: MeasuredPost) => number): number {
  const total = posts.reduce((sum, post) => sum + multipleOf(post), priorPosts);
  return total / (posts.length + priorPosts);
}

const hoursOfWeek = 7 * 24;

function areNeighbours(one: number, other: number): boolean {
  const apart = Math.abs(one - other);
  return Math.min(apart, hoursOfWeek - apart) <= 1;
}
