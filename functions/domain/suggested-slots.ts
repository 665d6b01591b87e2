import type { PostingSlot, SuggestedSlots } from "./brand.ts";
import { groupPosts, hourOfWeek, type MeasuredPost, reactionsTo, slotAt } from "./measured-post.ts";

/** With fewer measured posts there is no suggestion. */
export const suggestionPostsMin = 30;
/** How many slots are suggested to a brand that has none of its own. */
const defaultCount = 5;
/**
 * So many imaginary posts of average success are added to each hour. So one lucky post does not make its hour the best one.
 * This is the mean of a Bayesian estimate whose prior has this weight.
 */
const priorPosts = 4;

/**
 * Suggests the hours of the week in which a brand's posts got the most reactions, and at least as many as the average. The
 * reactions of a post count as a multiple of its channel's mean, so that a channel with many readers does not decide alone.
 * An hour next to a better one is left out: the two have the same readers.
 * @returns as many slots as the brand has, or 5 if it has none; fewer if fewer hours are at least average
 */
export function suggestSlots(
  posts: readonly MeasuredPost[],
  { timezone, postingSlots }: { timezone: string; postingSlots: readonly PostingSlot[] },
): Pick<SuggestedSlots, "slots" | "posts"> {
  const known = posts.filter((post) => reactionsTo(post) !== null);
  if (known.length < suggestionPostsMin) return { slots: [], posts: known.length };
  const multipleOf = multiplesOfMeans(known);
  const ranked = [...groupPosts(known, (post) => [hourOfWeek(post, timezone)])]
    .map(([hour, group]) => ({ hour, posts: group.length, lift: liftOf(group, multipleOf) }))
    .filter(({ lift }) => lift >= 1)
    .toSorted((a, b) => b.lift - a.lift || b.posts - a.posts || a.hour - b.hour);
  const chosen: typeof ranked = [];
  for (const one of ranked) {
    if (chosen.length === (postingSlots.length || defaultCount)) break;
    if (!chosen.some(({ hour }) => areNeighbours(hour, one.hour))) chosen.push(one);
  }
  const slots = chosen.map(({ hour, ...results }) => ({ ...slotAt(hour), ...results }));
  return { slots, posts: known.length };
}

/** Returns a function that gives the reactions to a post as a multiple of its channel's mean. */
function multiplesOfMeans(posts: readonly MeasuredPost[]): (post: MeasuredPost) => number {
  const groups = groupPosts(posts, ({ channel }) => [channel]);
  const means = new Map([...groups].map(([channel, group]) => [channel, total(group) / group.length]));
  return (post) => {
    const mean = means.get(post.channel);
    // On a channel without any reaction, all hours are equally good.
    return mean ? total([post]) / mean : 1;
  };
}

const total = (posts: readonly MeasuredPost[]): number =>
  posts.reduce((sum, post) => sum + (reactionsTo(post) ?? 0), 0);

/** To a hundredth: sums of fractions are not exact, and an hour that is average must not count as less. */
function liftOf(posts: readonly MeasuredPost[], multipleOf: (post: MeasuredPost) => number): number {
  const sum = posts.reduce((before, post) => before + multipleOf(post), priorPosts);
  return Math.round((sum / (posts.length + priorPosts)) * 100) / 100;
}

const hoursOfWeek = 7 * 24;

function areNeighbours(one: number, other: number): boolean {
  const apart = Math.abs(one - other);
  return Math.min(apart, hoursOfWeek - apart) <= 1;
}
