import { beforeEach, describe, expect, it } from "vitest";
import type { ChannelName } from "../../../functions/domain/channel.ts";
import { lengthProblem, textRules } from "../../../functions/domain/channel-text.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { spacingMsOf } from "../../../functions/domain/publication-attempts.ts";
import { isoTime, secondMs } from "../../../functions/domain/time.ts";
import type { ChannelUnderTest, Fault } from "../../support/pipeline/channel-under-test.ts";
import { contentOfLength, contentWithImages } from "../../support/pipeline/post-contents.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";

const backOffSeconds = [30, 120, 600, 3_600];
const attemptsMax = backOffSeconds.length + 1;

interface Conformance {
  name: ChannelName;
  repeatable: boolean;
  /** How many images of a post the channel uploads. @default 0 */
  images?: number;
  lacks?: Partial<Record<Fault, string>>;
}

/**
 * The tests that every channel passes. `setup` starts the channel's fake platform for one test.
 * @param options `repeatable` as the channel says it; `lacks`: faults that the channel cannot have, each with the reason
 */
export function channelConformance(
  subject: string,
  setup: () => Promise<ChannelUnderTest>,
  { name, repeatable, images = 0, lacks = {} }: Conformance,
): void {
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

  /** The tests that need some faults of the platform. */
  const cases: { title: string; expectHolds: () => Promise<void> }[] = [];
  const addCase = (faults: readonly Fault[], title: string, expectHolds: () => Promise<void>) => {
    if (faults.every((fault) => lacks[fault] === undefined)) cases.push({ title, expectHolds });
  };

  describe(`conformance of ${subject}`, () => {
    beforeEach(open);

    it("the channel publishes a post as it is written, once, and one event says so", async () => {
      expect(under.channel.repeatable).toBe(repeatable);
      const post = await publishOne();
      await expectPublishedOnce(post);
      expect(post.externalUrl === null || URL.canParse(post.externalUrl)).toBe(true);
    });

    it("the channel publishes a post once when its message comes three times, twice at once", async () => {
      const post = await clock.duePost();
      const [message] = await clock.awaitedMessages(post.organizationId);
      if (message === undefined) throw new Error("no message");
      await Promise.all([clock.handle(message.body), clock.handle(message.body)]);
      await clock.handle(message.body);
      // If both reserved a time of the rate limit, the post waits for the later one.
      await clock.run(post.organizationId);
      await expectPublishedOnce(await clock.current(post));
    });

    it("a post is published once, or fails with outcome_unknown, wherever its worker is killed", async () => {
      let kills = 0;
      for (const moment of ["before", "after"] as const) {
        for (let call = 0; ; call += 1) {
          const post = await clock.duePost();
          clock.arm({ call, moment });
          await clock.run(post.organizationId);
          clock.arm(null);
          const current = await clock.current(post);
          const seen = await under.seen(current);
          expect(seen.length).toBeLessThanOrEqual(1);
          if (current.status === "published") await expectPublishedOnce(current);
          else await expectFailed(current, "outcome_unknown");
          if (repeatable) expect(current.status).toBe("published");
          // The worker made fewer calls than this: it was not killed.
          if (call > 20) throw new Error("a worker makes too many calls");
          if (clock.nowMs() === Date.parse(post.scheduledAt ?? "")) break;
          kills += 1;
        }
      }
      expect(kills).toBeGreaterThanOrEqual(8);
    });

    it("the channel measures a published post: each metric is a number, or null where the platform does not give it", async () => {
      const post = await publishOne();
      const { credentials, account = null, sessions = null, channel } = under;
      const service = { table: clock.table, nowMs: clock.nowMs(), timeoutMs: 1_000, allowLoopback: true };
      const measured = await channel.measure(post, { ...service, credentials, account, sessions });
      expect(Object.keys(measured).toSorted()).toEqual(["clicks", "engagements", "reach"]);
      for (const value of Object.values(measured)) expect(value === null || value >= 0).toBe(true);
    });

    it("the channel publishes a text of exactly its limit as it is written", async () => {
      const content = contentOfLength(name, textRules[name].limit);
      const post = await clock.duePost({ content });
      await clock.run(post.organizationId);
      await expectPublishedOnce(await clock.current(post));
      const longer = contentOfLength(name, textRules[name].limit + 1);
      expect(lengthProblem(longer, name)).toMatch(/ has \d+ .* takes at most \d+$/);
    });

    it.runIf(images > 0)("the channel publishes the images of a post with their descriptions", async () => {
      const post = await clock.duePost({ content: await contentWithImages(Math.min(images, 2)) });
      await clock.run(post.organizationId);
      await expectPublishedOnce(await clock.current(post));
    });

    it.runIf(images > 0)(
      "a post with an image of a wrong type fails, and the platform gets nothing",
      async () => {
        const content = await contentWithImages(1, {
          type: "text/html",
          bytes: Buffer.from("<p>No image</p>"),
        });
        const post = await clock.duePost({ content });
        await clock.run(post.organizationId);
        await expectFailed(await clock.current(post), "media_refused");
        expect(under.requests()).toBe(0);
      },
    );

    addCase(
      ["rate_limited"],
      "a post waits as long as the platform asks, at least its back-off and at most a day",
      async () => {
        for (const [retryAfterSeconds, expected] of [
          [90, 90],
          [5, 30],
          [1_000_000, 86_400],
        ] as const) {
          await open();
          under.fail("rate_limited", { retryAfterSeconds });
          const waiting = await attemptOne();
          expectWaiting(waiting, "rate_limited", expected);
          expect(await under.seen(waiting)).toEqual([]);
          await clock.run(waiting.organizationId);
          await expectPublishedOnce(await clock.current(waiting));
          expect(under.requests()).toBe(2);
        }
      },
    );

    addCase(
      ["rate_limited"],
      "a post fails with rate_limited when the platform asks to wait again and again",
      async () => {
        under.fail("rate_limited", { times: attemptsMax, retryAfterSeconds: 60 });
        await expectFailed(await publishOne(), "rate_limited");
        expect(under.requests()).toBe(attemptsMax);
      },
    );

    addCase(
      ["credentials_expired"],
      "a post fails with channel_not_connected when the credentials have expired, and a retry publishes it later",
      async () => {
        under.fail("credentials_expired");
        const failed = await publishOne();
        await expectFailed(failed, "channel_not_connected");
        expect(under.requests()).toBe(1);
        await clock.move(failed, "retry");
        await clock.run(failed.organizationId);
        await expectPublishedOnce(await clock.current(failed));
      },
    );

    addCase(
      ["refused"],
      "a post fails at once when the platform refuses the content, with the reason of the platform",
      async () => {
        under.fail("refused");
        const failed = await publishOne();
        await expectFailed(failed, "channel_refused");
        expect(under.requests()).toBe(1);
        expect(await under.seen(failed)).toEqual([]);
      },
    );

    for (const fault of ["unavailable", "no_connection", "connect_timeout"] as const)
      addCase(
        [fault],
        `a post that was certainly not sent is retried and published once (${fault})`,
        async () => {
          under.fail(fault);
          const waiting = await attemptOne();
          expectWaiting(waiting, "channel_unavailable", 30);
          await clock.run(waiting.organizationId);
          await expectPublishedOnce(await clock.current(waiting));
        },
      );

    addCase(
      ["unavailable"],
      "a post is retried after 30 s, 2 min, 10 min and 1 h, then it fails with the last reason, and a retry starts anew",
      async () => {
        under.fail("unavailable", { times: attemptsMax + 1 });
        const post = await attemptOne();
        for (const [index, seconds] of backOffSeconds.entries()) {
          expectWaiting(await clock.current(post), "channel_unavailable", seconds);
          const atMs = clock.nowMs() + seconds * secondMs;
          await clock.run(post.organizationId, atMs - 1);
          expect(under.requests()).toBe(index + 1);
          await clock.run(post.organizationId, atMs);
        }
        const failed = await clock.current(post);
        await expectFailed(failed, "channel_unavailable");
        expect(under.requests()).toBe(attemptsMax);
        await clock.move(failed, "retry");
        // The channel may limit how soon the next attempt is made.
        await clock.run(post.organizationId, clock.nowMs() + spacingMs());
        expectWaiting(await clock.current(post), "channel_unavailable", 30);
        await clock.run(post.organizationId);
        expect(await clock.current(post)).toMatchObject({ status: "published", failure: null });
        expect(await under.seen(post)).toHaveLength(1);
      },
    );

    addCase(["unavailable"], "a post that is cancelled while it waits is not published", async () => {
      under.fail("unavailable");
      const waiting = await attemptOne();
      await clock.move(waiting, "cancel");
      await clock.run(waiting.organizationId);
      expect(await clock.current(waiting)).toMatchObject({ status: "draft", failure: null });
      expect(await under.seen(waiting)).toEqual([]);
    });

    addCase(
      ["unavailable"],
      "a post that is changed while it waits is published with its new text, at the same time",
      async () => {
        under.fail("unavailable");
        const waiting = await attemptOne();
        const changed = await clock.change(waiting, { text: "New" });
        expect(changed.nextAttempt).toEqual(waiting.nextAttempt);
        await clock.run(waiting.organizationId);
        await expectPublishedOnce(await clock.current(waiting));
      },
    );

    for (const fault of ["timeout_published", "timeout_lost", "reset_published", "error_published"] as const)
      addCase(
        [fault],
        `a post ${repeatable ? "is published once" : "fails with outcome_unknown"} after ${fault}`,
        async () => {
          under.fail(fault);
          const first = await attemptOne();
          if (!repeatable) {
            await expectFailed(first, "outcome_unknown");
            expect(under.requests()).toBe(1);
            return;
          }
          expectWaiting(first, "outcome_unknown", 30);
          await expect(clock.move(first, "cancel")).rejects.toThrow("being published");
          await clock.run(first.organizationId);
          await expectPublishedOnce(await clock.current(first));
        },
      );

    if (repeatable)
      addCase(
        ["timeout_lost", "unavailable"],
        "a post fails with outcome_unknown when one of several attempts was not confirmed",
        async () => {
          under.fail("timeout_lost");
          const post = await attemptOne();
          under.fail("unavailable", { times: attemptsMax });
          await clock.run(post.organizationId);
          await expectFailed(await clock.current(post), "outcome_unknown");
        },
      );

    it.each(cases)("$title", ({ expectHolds }) => expectHolds());
  });
}
