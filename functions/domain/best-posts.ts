import type { PostingSlot } from "./brand.ts";
import {
  groupPosts,
  hourOfWeek,
  type MeasuredPost,
  meanReactions,
  reactionsTo,
  slotAt,
  topicsOf,
} from "./measured-post.ts";

/** What did best in a week. All are null if no post has known reactions. The topic is also null if these posts have no topic. */
export interface BestOfWeek {
  post: { postId: string; reactions: number } | null;
  topic: ({ topic: string } & GroupResult) | null;
  /** An hour of the week in the brand's time zone, by its beginning. */
  hour: (PostingSlot & GroupResult) | null;
}

interface GroupResult {
  /** How many posts with known reactions the group has. */
  posts: number;
  /** The mean of these posts. */
  reactions: number;
}

export const nothingBest: BestOfWeek = { post: null, topic: null, hour: null };

/**
 * Finds the post, the topic and the hour with the most reactions per post. Of two equal ones the one with more posts wins,
 * and then the one that sorts first.
 */
export function bestOf(
  posts: readonly MeasuredPost[],
  { timezone, hashtags }: { timezone: string; hashtags: readonly string[] },
): BestOfWeek {
  const known = posts.filter((post) => reactionsTo(post) !== null);
  const post = bestGroup(groupPosts(known, ({ metrics }) => [metrics.postId]));
  const topic = bestGroup(groupPosts(known, (one) => topicsOf(one, hashtags)));
  const hour = bestGroup(groupPosts(known, (one) => [hourOfWeek(one, timezone)]));
  return {
    post: post && { postId: post.key, reactions: post.result.reactions },
    topic: topic && { topic: topic.key, ...topic.result },
    hour: hour && { ...slotAt(hour.key), ...hour.result },
  };
}

function bestGroup<Key extends string | number>(
  groups: ReadonlyMap<Key, readonly MeasuredPost[]>,
): { key: Key; result: GroupResult } | null {
  const [best] = [...groups]
    .map(([key, posts]) => ({ key, result: { posts: posts.length, reactions: meanReactions(posts) ?? 0 } }))
    .toSorted(
      (a, b) =>
        b.result.reactions - a.result.reactions ||
        b.result.posts - a.result.posts ||
        (a.key < b.key ? -1 : 1),
    );
  return best ?? null;
}
