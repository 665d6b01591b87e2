import { expect } from "vitest";
import type { ChannelName } from "../../../functions/domain/channel.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { spacingMsOf } from "../../../functions/domain/publication-attempts.ts";
import { isoTime, secondMs } from "../../../functions/domain/time.ts";
import type { ChannelUnderTest } from "./channel-under-test.ts";
import { openPublicationClock } from "./publication-clock.ts";

/**
 * What the tests of a channel do and expect. `open` starts the channel's fake platform and a clock for one test; before
 * it there are neither.
 */
export function channelScenario(name: ChannelName, setup: () => Promise<ChannelUnderTest>) {
  let under: ChannelUnderTest;
  let clock: ReturnType<typeof openPublicationClock>;

  const open = async () => {
    under = await setup();
    clock = openPublicationClock(under.channel, name, () => under);
  };

  const spacingMs = () => spacingMsOf(under.channel.postsPerMinute ?? Number.POSITIVE_INFINITY);

  /** Publishes a post that is due now, with all attempts that follow. */
  async function publishOne(): Promise<Post> {
    const post = await clock.duePost();
    await clock.run(post.organizationId);
    return clock.current(post);
  }

  /** Makes the first attempt of a post that is due now. */
  async function attemptOne(): Promise<Post> {
    const post = await clock.duePost();
    await clock.run(post.organizationId, clock.nowMs());
    return clock.current(post);
  }

  async function expectPublishedOnce(post: Post): Promise<void> {
    expect(post).toMatchObject({ status: "published", failure: null });
    expect(post).not.toHaveProperty("nextAttempt");
    expect(await under.seen(post)).toEqual([under.asWritten(post)]);
    const outcomes = clock.events(post.organizationId).filter((type) => type !== "post.scheduled");
    expect(outcomes.filter((type) => type !== "post.failed")).toEqual(["post.published"]);
  }

  async function expectFailed(post: Post, code: string): Promise<void> {
    expect(post).toMatchObject({ status: "failed", failure: { code } });
    expect(post).not.toHaveProperty("nextAttempt");
    expect(post.failure?.message).toMatch(/^[A-Z].*\.$/);
    for (const secret of Object.values(under.credentials ?? {}))
      expect(JSON.stringify(post)).not.toContain(secret);
    expect(clock.events(post.organizationId).filter((type) => type !== "post.scheduled")).toEqual([
      "post.failed",
    ]);
    expect(await clock.awaitedMessages(post.organizationId)).toEqual([]);
  }

  function expectWaiting(post: Post, code: string, seconds: number): void {
    expect(post).toMatchObject({
      status: "scheduled",
      failure: null,
      nextAttempt: { at: isoTime(clock.nowMs() + seconds * secondMs), reason: { code } },
    });
  }

  return {
    open,
    get under() {
      return under;
    },
    get clock() {
      return clock;
    },
    spacingMs,
    publishOne,
    attemptOne,
    expectPublishedOnce,
    expectFailed,
    expectWaiting,
  };
}
