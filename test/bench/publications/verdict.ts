import { type Quantiles, quantilesOf } from "../webhooks/quantiles.ts";
import type { TakenPost } from "./platforms.ts";
import type { DuePost } from "./posts.ts";

/** No post may come to its platform later than this after its time. */
export const latenessMsMax = 90_000;

/** What came of the posts. */
export interface Verdict {
  posts: number;
  /** Posts that no platform has taken. */
  lost: number;
  /** Further times that a platform has taken a post. */
  doubled: number;
  /** Posts that a platform has taken before their time. */
  early: number;
  late: number;
  /** From the scheduled time to the head of the request at the platform. */
  latenessMs: { all: Quantiles; webhook: Quantiles; discord: Quantiles };
}

/** How much earlier than its time a post may be published: the service handles a message that is due so soon. */
const earlyMsMax = 250;

/** Compares the posts that were due with those that the platforms have taken. */
export function verdictOn(due: readonly DuePost[], taken: readonly TakenPost[]): Verdict {
  const times = Map.groupBy(taken, ({ mark }) => mark);
  const latenesses = due.flatMap(({ mark, dueMs, post: { channel } }) => {
    const [first] = times.get(mark) ?? [];
    return first === undefined ? [] : [{ channel, ms: first.atMs - dueMs }];
  });
  const latenessOf = (channel?: string) =>
    quantilesOf(
      latenesses.flatMap((one) => (channel === undefined || channel === one.channel ? [one.ms] : [])),
    );
  return {
    posts: due.length,
    lost: due.length - latenesses.length,
    doubled: [...times.values()].reduce((sum, { length }) => sum + length - 1, 0),
    early: latenesses.filter(({ ms }) => ms < -earlyMsMax).length,
    late: latenesses.filter(({ ms }) => ms > latenessMsMax).length,
    latenessMs: { all: latenessOf(), webhook: latenessOf("webhook"), discord: latenessOf("discord") },
  };
}

/** Returns the reasons why the service has missed the bar; empty if it has not. */
export function problemsOf(
  { lost, doubled, early, late }: Verdict,
  { rejected, unpublished }: { rejected: number; unpublished: number },
): string[] {
  const counts = {
    lost,
    doubled,
    early,
    [`later than ${latenessMsMax / 1_000} s`]: late,
    "rejected by the platform's rate limit": rejected,
    "not in status published": unpublished,
  };
  return Object.entries(counts).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} posts were ${what}`],
  );
}
