import fc from "fast-check";
import { expect, it } from "vitest";
import { post as postSchema } from "../../functions/contract/schemas/post.ts";
import {
  awaitsPublication,
  changedPost,
  movedPost,
  type Post,
  publicationMessages,
} from "../../functions/domain/post.ts";
import { postView } from "../../functions/domain/post-view.ts";
import {
  afterFailedAttempt,
  spacingMsOf,
  waitingForReservedTime,
} from "../../functions/domain/publication-attempts.ts";
import { dayMs, isoTime, minuteMs, secondMs } from "../../functions/domain/time.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const reason = { code: "channel_unavailable", message: "The platform is not available." };
const aDuePost = () => aPost(newId("org"), { status: "scheduled", scheduledAt: isoTime(now) });

const notSent = (post: Post, retryAfterMs = 0) =>
  afterFailedAttempt(post, { kind: "not_sent", reason, retryAfterMs }, now);

/** Returns the message that a scheduled post waits for. */
function messageOf(post: Post) {
  const [message] = publicationMessages(post);
  if (message?.body.kind !== "post.publish") throw new Error("the post waits for no message");
  return { ...message, body: message.body };
}

it("the wait after each failure is the back-off, or what the channel asks for within a day, and nonsense counts as nothing", () => {
  const waitMs = (post: Post, retryAfterMs: number) =>
    Date.parse(notSent(post, retryAfterMs).nextAttempt?.at ?? "") - now;
  let post = aDuePost();
  for (const seconds of [30, 120, 600, 3_600]) {
    const backOffMs = seconds * secondMs;
    for (const nothing of [0, 1, -1, Number.NaN, backOffMs]) expect(waitMs(post, nothing)).toBe(backOffMs);
    expect(waitMs(post, backOffMs + 1)).toBe(backOffMs + 1);
    for (const tooLong of [dayMs, dayMs + 1, Number.POSITIVE_INFINITY])
      expect(waitMs(post, tooLong)).toBe(dayMs);
    post = notSent(post);
  }
  expect(notSent(post, dayMs)).toMatchObject({ status: "failed", failure: reason });
});

it("only a post without an unconfirmed attempt fails with the reason of its last attempt", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (unknowns) => {
      let post = aDuePost();
      for (const isUnknown of unknowns)
        post = isUnknown
          ? afterFailedAttempt(post, { kind: "unknown", mayRepeat: true }, now)
          : notSent(post);
      const code = unknowns.includes(true) ? "outcome_unknown" : reason.code;
      expect(post).toMatchObject({ status: "failed", failure: { code } });
      expect(post.unconfirmedSinceMs).toBeUndefined();
    }),
  );
});

it("a post that waits has one message, and every other one is stale", () => {
  const due = aDuePost();
  const first = notSent(due);
  const second = afterFailedAttempt(
    first,
    { kind: "not_sent", reason, retryAfterMs: 0 },
    now + 30 * secondMs,
  );
  const states = [due, first, second];
  for (const post of states)
    expect(states.filter((other) => awaitsPublication(post, messageOf(other).body))).toEqual([post]);
  expect(messageOf(first)).toMatchObject({ notBeforeMs: now + 30 * secondMs });
});

const media = [{ url: "https://example.com/cup.jpg", alt: "A cup" }];
const pictured = (changes: Partial<Post> = {}): Post => {
  const due = aDuePost();
  return { ...due, content: { ...due.content, media }, hasProposedImages: true, ...changes };
};
const rejected = (post: Post, code = "media_refused") =>
  afterFailedAttempt(post, { kind: "rejected", reason: { code, message: "No." } }, now);

it("a post whose channel rejects the image that its run proposed is published at once without it", () => {
  const post = rejected(pictured());
  expect(post).toMatchObject({ status: "scheduled", content: { media: [] }, failure: null });
  expect(post.nextAttempt).toMatchObject({
    at: isoTime(now),
    reason: { code: "media_refused", message: expect.stringMatching(/^No\. The post is published without/) },
  });
  expect(rejected({ ...post, content: { ...post.content, media } })).toMatchObject({ status: "failed" });
});

it("a proposed image that cannot be fetched is left out after one retry, and failures of another kind do not count against it", () => {
  const unavailable = { code: "media_unavailable", message: "Not now." };
  const attempt = { kind: "not_sent", reason: unavailable, retryAfterMs: 0 } as const;
  const retried = afterFailedAttempt(pictured(), attempt, now);
  expect(retried).toMatchObject({ content: { media }, nextAttempt: { at: isoTime(now + 30 * secondMs) } });
  const without = afterFailedAttempt(retried, attempt, now);
  expect(without).toMatchObject({ content: { media: [] }, nextAttempt: { at: isoTime(now), failures: 1 } });
  const last = [1, 2, 3, 4].reduce((post) => notSent(post), pictured());
  expect(last).toMatchObject({ content: { media }, nextAttempt: { failures: 4 } });
  expect(rejected(last)).toMatchObject({ status: "scheduled", content: { media: [] } });
});

it("a post fails if a person chose its images, if its text is rejected, or if an earlier attempt may have published its images", () => {
  const { hasProposedImages: _, ...ofAPerson } = pictured();
  const chosen = changedPost(pictured({ status: "pending" }), { media }, now);
  const edited = changedPost(pictured({ status: "pending" }), { text: "New" }, now);
  for (const post of [ofAPerson, chosen, pictured({ unconfirmedSinceMs: now })])
    expect(rejected(post)).toMatchObject({ status: "failed", failure: { code: "media_refused" } });
  expect(rejected(pictured(), "channel_refused")).toMatchObject({ status: "failed", content: { media } });
  expect(rejected({ ...edited, status: "scheduled" })).toMatchObject({ status: "scheduled" });
});

it("a client's cancellation or new time ends the wait, and a new text does not", () => {
  const waiting = notSent(aDuePost());
  expect(movedPost(waiting, "cancel", now)).not.toHaveProperty("nextAttempt");
  const moved = changedPost(waiting, { scheduledAt: isoTime(now + 1) }, now);
  expect(moved).not.toHaveProperty("nextAttempt");
  expect(awaitsPublication(moved, messageOf(waiting).body)).toBe(false);
  expect(changedPost(waiting, { text: "New" }, now).nextAttempt).toEqual(waiting.nextAttempt);
});

it("a post that may already be published can be neither changed nor cancelled until its outcome is known", () => {
  const unconfirmed = afterFailedAttempt(aDuePost(), { kind: "unknown", mayRepeat: true }, now);
  expect(() => movedPost(unconfirmed, "cancel", now)).toThrow("being published");
  expect(() => changedPost(unconfirmed, { text: "New" }, now)).toThrow("being published");
});

it("clients see when the next attempt is made and why, and nothing else of the wait", () => {
  const waiting = waitingForReservedTime(
    notSent(aDuePost()),
    { reservedMs: now + 1, postsPerMinute: 30 },
    now,
  );
  expect(waiting.nextAttempt).toMatchObject({ failures: 1, isReserved: true });
  expect(postSchema.parse(postView(waiting))).toMatchObject({ failure: null });
  expect(postSchema.parse(postView(waiting)).nextAttempt).toEqual({
    at: isoTime(now + 1),
    reason: {
      code: "rate_limited",
      message: "At most 30 posts of a brand are published on this channel in a minute.",
    },
  });
  expect(postSchema.parse(postView(aDuePost())).nextAttempt).toBeNull();
});

it("the reserved times of any rate limit keep it in every minute", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (postsPerMinute) => {
      expect(spacingMsOf(postsPerMinute) * postsPerMinute).toBeGreaterThanOrEqual(minuteMs);
    }),
  );
});
