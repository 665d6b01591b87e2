import { beforeEach, describe, expect, it } from "vitest";
import type { ChannelName } from "../../../functions/domain/channel.ts";
import { lengthProblem, textRules } from "../../../functions/domain/channel-text.ts";
import { secondMs } from "../../../functions/domain/time.ts";
import { channelScenario } from "../../support/pipeline/channel-scenario.ts";
import type { ChannelUnderTest, Fault } from "../../support/pipeline/channel-under-test.ts";
import { contentOfLength, contentWithImages } from "../../support/pipeline/post-contents.ts";

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
  const scenario = channelScenario(name, setup);
  const { open, publishOne, attemptOne, expectPublishedOnce, expectFailed, expectWaiting, spacingMs } =
    scenario;

  /** The tests that need some faults of the platform. */
  const cases: { title: string; expectHolds: () => Promise<void> }[] = [];
  const addCase = (faults: readonly Fault[], title: string, expectHolds: () => Promise<void>) => {
    if (faults.every((fault) => lacks[fault] === undefined)) cases.push({ title, expectHolds });
  };

  describe(`conformance of ${subject}`, () => {
    beforeEach(open);

    it("the channel publishes a post as it is written, once, and one event says so", async () => {
      expect(scenario.under.channel.repeatable).toBe(repeatable);
      const post = await publishOne();
      await expectPublishedOnce(post);
      expect(post.externalUrl === null || URL.canParse(post.externalUrl)).toBe(true);
    });

    it("the channel publishes a post once when its message comes three times, twice at once", async () => {
      const post = await scenario.clock.duePost();
      const [message] = await scenario.clock.awaitedMessages(post.organizationId);
      if (message === undefined) throw new Error("no message");
      await Promise.all([scenario.clock.handle(message.body), scenario.clock.handle(message.body)]);
      await scenario.clock.handle(message.body);
      // If both reserved a time of the rate limit, the post waits for the later one.
      await scenario.clock.run(post.organizationId);
      await expectPublishedOnce(await scenario.clock.current(post));
    });

    it("a post is published once, or fails with outcome_unknown, wherever its worker is killed", async () => {
      let kills = 0;
      for (const moment of ["before", "after"] as const) {
        for (let call = 0; ; call += 1) {
          const post = await scenario.clock.duePost();
          scenario.clock.arm({ call, moment });
          await scenario.clock.run(post.organizationId);
          scenario.clock.arm(null);
          const current = await scenario.clock.current(post);
          const seen = await scenario.under.seen(current);
          expect(seen.length).toBeLessThanOrEqual(1);
          if (current.status === "published") await expectPublishedOnce(current);
          else await expectFailed(current, "outcome_unknown");
          if (repeatable) expect(current.status).toBe("published");
          // The worker made fewer calls than this: it was not killed.
          if (call > 20) throw new Error("a worker makes too many calls");
          if (scenario.clock.nowMs() === Date.parse(post.scheduledAt ?? "")) break;
          kills += 1;
        }
      }
      expect(kills).toBeGreaterThanOrEqual(8);
    });

    it("the channel measures a published post: each metric is a number, or null where the platform does not give it", async () => {
      const post = await publishOne();
      const { credentials, account = null, sessions = null, channel } = scenario.under;
      const service = {
        table: scenario.clock.table,
        nowMs: scenario.clock.nowMs(),
        timeoutMs: 1_000,
        allowLoopback: true,
      };
      const measured = await channel.measure(post, { ...service, credentials, account, sessions });
      expect(Object.keys(measured).toSorted()).toEqual(["clicks", "engagements", "reach"]);
      for (const value of Object.values(measured)) expect(value === null || value >= 0).toBe(true);
    });

    it("the channel publishes a text of exactly its limit as it is written", async () => {
      const content = contentOfLength(name, textRules[name].limit);
      const post = await scenario.clock.duePost({ content });
      await scenario.clock.run(post.organizationId);
      await expectPublishedOnce(await scenario.clock.current(post));
      const longer = contentOfLength(name, textRules[name].limit + 1);
      expect(lengthProblem(longer, name)).toMatch(/ has \d+ .* takes at most \d+$/);
    });

    it.runIf(images > 0)("the channel publishes the images of a post with their descriptions", async () => {
      const post = await scenario.clock.duePost({ content: await contentWithImages(Math.min(images, 2)) });
      await scenario.clock.run(post.organizationId);
      await expectPublishedOnce(await scenario.clock.current(post));
    });

    it.runIf(images > 0)(
      "a post with an image of a wrong type fails, and the platform gets nothing",
      async () => {
        const content = await contentWithImages(1, {
          type: "text/html",
          bytes: Buffer.from("<p>No image</p>"),
        });
        const post = await scenario.clock.duePost({ content });
        await scenario.clock.run(post.organizationId);
        await expectFailed(await scenario.clock.current(post), "media_refused");
        expect(scenario.under.requests()).toBe(0);
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
          scenario.under.fail("rate_limited", { retryAfterSeconds });
          const waiting = await attemptOne();
          expectWaiting(waiting, "rate_limited", expected);
          expect(await scenario.under.seen(waiting)).toEqual([]);
          await scenario.clock.run(waiting.organizationId);
          await expectPublishedOnce(await scenario.clock.current(waiting));
          expect(scenario.under.requests()).toBe(2);
        }
      },
    );

    addCase(
      ["rate_limited"],
      "a post fails with rate_limited when the platform asks to wait again and again",
      async () => {
        scenario.under.fail("rate_limited", { times: attemptsMax, retryAfterSeconds: 60 });
        await expectFailed(await publishOne(), "rate_limited");
        expect(scenario.under.requests()).toBe(attemptsMax);
      },
    );

    addCase(
      ["credentials_expired"],
      "a post fails with channel_not_connected when the credentials have expired, and a retry publishes it later",
      async () => {
        scenario.under.fail("credentials_expired");
        const failed = await publishOne();
        await expectFailed(failed, "channel_not_connected");
        expect(scenario.under.requests()).toBe(1);
        await scenario.clock.move(failed, "retry");
        await scenario.clock.run(failed.organizationId);
        await expectPublishedOnce(await scenario.clock.current(failed));
      },
    );

    addCase(
      ["rejected"],
      "a post fails at once when the platform rejects the content, with the reason of the platform",
      async () => {
        scenario.under.fail("rejected");
        const failed = await publishOne();
        await expectFailed(failed, "channel_refused");
        expect(scenario.under.requests()).toBe(1);
        expect(await scenario.under.seen(failed)).toEqual([]);
      },
    );

    for (const fault of ["unavailable", "no_connection", "connect_timeout"] as const)
      addCase(
        [fault],
        `a post that was certainly not sent is retried and published once (${fault})`,
        async () => {
          scenario.under.fail(fault);
          const waiting = await attemptOne();
          expectWaiting(waiting, "channel_unavailable", 30);
          await scenario.clock.run(waiting.organizationId);
          await expectPublishedOnce(await scenario.clock.current(waiting));
        },
      );

    addCase(
      ["unavailable"],
      "a post is retried after 30 s, 2 min, 10 min and 1 h, then it fails with the last reason, and a retry starts anew",
      async () => {
        scenario.under.fail("unavailable", { times: attemptsMax + 1 });
        const post = await attemptOne();
        for (const [index, seconds] of backOffSeconds.entries()) {
          expectWaiting(await scenario.clock.current(post), "channel_unavailable", seconds);
          const atMs = scenario.clock.nowMs() + seconds * secondMs;
          await scenario.clock.run(post.organizationId, atMs - 1);
          expect(scenario.under.requests()).toBe(index + 1);
          await scenario.clock.run(post.organizationId, atMs);
        }
        const failed = await scenario.clock.current(post);
        await expectFailed(failed, "channel_unavailable");
        expect(scenario.under.requests()).toBe(attemptsMax);
        await scenario.clock.move(failed, "retry");
        // The channel may limit how soon the next attempt is made.
        await scenario.clock.run(post.organizationId, scenario.clock.nowMs() + spacingMs());
        expectWaiting(await scenario.clock.current(post), "channel_unavailable", 30);
        await scenario.clock.run(post.organizationId);
        expect(await scenario.clock.current(post)).toMatchObject({ status: "published", failure: null });
        expect(await scenario.under.seen(post)).toHaveLength(1);
      },
    );

    addCase(["unavailable"], "a post that is cancelled while it waits is not published", async () => {
      scenario.under.fail("unavailable");
      const waiting = await attemptOne();
      await scenario.clock.move(waiting, "cancel");
      await scenario.clock.run(waiting.organizationId);
      expect(await scenario.clock.current(waiting)).toMatchObject({ status: "draft", failure: null });
      expect(await scenario.under.seen(waiting)).toEqual([]);
    });

    addCase(
      ["unavailable"],
      "a post that is changed while it waits is published with its new text, at the same time",
      async () => {
        scenario.under.fail("unavailable");
        const waiting = await attemptOne();
        const changed = await scenario.clock.change(waiting, { text: "New" });
        expect(changed.nextAttempt).toEqual(waiting.nextAttempt);
        await scenario.clock.run(waiting.organizationId);
        await expectPublishedOnce(await scenario.clock.current(waiting));
      },
    );

    for (const fault of ["timeout_published", "timeout_lost", "reset_published", "error_published"] as const)
      addCase(
        [fault],
        `a post ${repeatable ? "is published once" : "fails with outcome_unknown"} after ${fault}`,
        async () => {
          scenario.under.fail(fault);
          const first = await attemptOne();
          if (!repeatable) {
            await expectFailed(first, "outcome_unknown");
            expect(scenario.under.requests()).toBe(1);
            return;
          }
          expectWaiting(first, "outcome_unknown", 30);
          await expect(scenario.clock.move(first, "cancel")).rejects.toThrow("being published");
          await scenario.clock.run(first.organizationId);
          await expectPublishedOnce(await scenario.clock.current(first));
        },
      );

    if (repeatable)
      addCase(
        ["timeout_lost", "unavailable"],
        "a post fails with outcome_unknown when one of several attempts was not confirmed",
        async () => {
          scenario.under.fail("timeout_lost");
          const post = await attemptOne();
          scenario.under.fail("unavailable", { times: attemptsMax });
          await scenario.clock.run(post.organizationId);
          await expectFailed(await scenario.clock.current(post), "outcome_unknown");
        },
      );

    it.each(cases)("$title", ({ expectHolds }) => expectHolds());
  });
}
