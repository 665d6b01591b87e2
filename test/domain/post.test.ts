import fc from "fast-check";
import { expect, it } from "vitest";
import { newManualPost } from "../../functions/domain/new-post.ts";
import {
  assertDeletable,
  changedPost,
  movedPost,
  type Post,
  type PostMove,
  type PostStatus,
  postStatuses,
  schedulingMessages,
} from "../../functions/domain/post.ts";
import { resolvedPost } from "../../functions/domain/post-resolution.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const past = isoTime(now - 1);
const later = isoTime(now + 1);

/** The contract's arrows (section 4), repeated here independently. */
const arrows: Record<PostMove, [from: PostStatus, to: PostStatus]> = {
  approve: ["pending", "scheduled"],
  reject: ["pending", "draft"],
  submit: ["draft", "pending"],
  cancel: ["scheduled", "draft"],
  retry: ["failed", "scheduled"],
  requestChanges: ["pending", "draft"],
};
const moves = Object.keys(arrows).filter((name): name is PostMove => name in arrows);
const everyMove = moves.flatMap((move) =>
  postStatuses.map((status): [PostMove, PostStatus] => [move, status]),
);

const post = (status: PostStatus, changes: Partial<Post> = {}) =>
  aPost(newId("org"), { status, scheduledAt: later, ...changes });

it.each(everyMove)(
  "the move %s of a post in status %s follows the contract's arrow or is rejected",
  (move, status) => {
    const [from, to] = arrows[move];
    const current = post(status, { failure: { code: "rejected", message: "No." } });
    if (status === from) {
      const moved = movedPost(current, move, now);
      expect(moved).toEqual({ ...current, status: to, failure: null, updatedAt: isoTime(now) });
    } else {
      expect(() => movedPost(current, move, now)).toThrow(`it must be ${from}.`);
    }
  },
);

it("a post without a time, or with a time in the past, is scheduled for now; any other move keeps the time", () => {
  for (const [scheduledAt, expected] of [
    [null, isoTime(now)],
    [past, isoTime(now)],
    [later, later],
  ] as const) {
    for (const [move, status] of [
      ["approve", "pending"],
      ["retry", "failed"],
    ] as const)
      expect(movedPost(post(status, { scheduledAt }), move, now).scheduledAt).toBe(expected);
    for (const [move, status] of [
      ["reject", "pending"],
      ["submit", "draft"],
      ["cancel", "scheduled"],
    ] as const)
      expect(movedPost(post(status, { scheduledAt }), move, now).scheduledAt).toBe(scheduledAt);
  }
});

it("a move that schedules a post sends one publication and one event, and other moves send nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 20 }), (path) => {
      let current = post("pending");
      for (const move of path) {
        if (current.status !== arrows[move][0]) continue;
        current = movedPost(current, move, now);
        const messages = schedulingMessages(current, newId, now);
        expect(messages.map(({ queue }) => queue)).toEqual(
          current.status === "scheduled" ? ["publications", "events"] : [],
        );
      }
    }),
  );
});

it("a post cannot be changed when it is published or being published", () => {
  expect(() => changedPost(post("published"), { text: "New" }, now)).toThrow(
    "status published cannot be changed",
  );
  const leased = post("scheduled", { publicationLeaseUntilMs: now });
  expect(() => changedPost(leased, { text: "New" }, now)).toThrow("being published");
  expect(() => movedPost(leased, "cancel", now)).toThrow("being published");
});

const longText = "a".repeat(501);
const tooLong = (status: PostStatus) =>
  post(status, { content: { ...post(status).content, text: longText } });

it("a post that is too long for its channel is neither approved nor retried, but makes every other move", () => {
  for (const [move, status] of [
    ["approve", "pending"],
    ["retry", "failed"],
  ] as const)
    expect(() => movedPost(tooLong(status), move, now)).toThrow(
      "The post is too long: the text has 501 characters, but the channel feed takes at most 500.",
    );
  for (const [move, status] of [
    ["reject", "pending"],
    ["submit", "draft"],
    ["cancel", "scheduled"],
  ] as const)
    expect(movedPost(tooLong(status), move, now).status).toBe(arrows[move][1]);
});

const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `https://example.com/${index}.png`, alt: "A cup" }));
const pictured = (status: PostStatus, count: number, changes: Partial<Post> = {}) =>
  post(status, { content: { ...post(status).content, media: pictures(count) }, ...changes });

it("a post with more images than its channel takes is neither approved nor retried, and gets no more of them", () => {
  const reason = "the post has 5 images, but the channel feed takes at most 4 images";
  for (const [move, status] of [
    ["approve", "pending"],
    ["retry", "failed"],
  ] as const) {
    expect(() => movedPost(pictured(status, 5), move, now)).toThrow(
      `The post has too many images: ${reason}.`,
    );
    expect(movedPost(pictured(status, 4), move, now).status).toBe("scheduled");
  }
  expect(() => changedPost(pictured("draft", 4), { media: pictures(5) }, now)).toThrow(
    expect.objectContaining({ code: "validation_error", fields: [{ field: "media", reason }] }),
  );
  expect(changedPost(pictured("draft", 5), { text: "New" }, now).content.text).toBe("New");
  expect(changedPost(pictured("draft", 5), { media: [] }, now).content.media).toEqual([]);
});

it("the limits of the brand's account replace those of the channel, also the length of a URL", () => {
  const limits = { text: 30, unit: "weighted" as const, images: 1, charactersPerUrl: 11 };
  const link = `https://example.com/${"a".repeat(100)}`;
  const own = (text: string) =>
    post("pending", { channel: "mastodon", limits, content: { text, link, hashtags: [], media: [] } });
  expect(movedPost(own("a".repeat(17)), "approve", now).status).toBe("scheduled");
  expect(() => movedPost(own("a".repeat(18)), "approve", now)).toThrow(
    "the text with link and hashtags has 31 characters, but the channel mastodon takes at most 30.",
  );
  expect(() => movedPost(pictured("pending", 2, { channel: "mastodon", limits }), "approve", now)).toThrow(
    "the channel mastodon takes at most 1 image.",
  );
});

it("a change that makes a post too long is not valid, and another change of a post that is too long already is", () => {
  const fields = [
    { field: "text", reason: "the text has 501 characters, but the channel feed takes at most 500" },
  ];
  expect(() => changedPost(post("draft"), { text: longText, hashtags: [] }, now)).toThrow(
    expect.objectContaining({ code: "validation_error", fields }),
  );
  expect(() => changedPost(tooLong("draft"), { hashtags: ["more"] }, now)).toThrow(
    expect.objectContaining({ fields: [{ ...fields[0], field: "hashtags" }] }),
  );
  expect(changedPost(tooLong("draft"), { scheduledAt: later }, now).scheduledAt).toBe(later);
  expect(changedPost(tooLong("draft"), { text: "Short" }, now).content.text).toBe("Short");
});

it("a change replaces only the fields that it names, in every other status", () => {
  for (const status of ["draft", "pending", "scheduled", "failed"] as const) {
    const current = post(status);
    const same = { ...current, updatedAt: isoTime(now) };
    expect(changedPost(current, { text: "New" }, now)).toEqual({
      ...same,
      content: { ...current.content, text: "New" },
    });
    expect(changedPost(current, { link: null, hashtags: [] }, now)).toEqual({
      ...same,
      content: { ...current.content, link: null, hashtags: [] },
    });
  }
});

it("a scheduled post moves to now when its new time is in the past or null; posts in other statuses keep the given time", () => {
  for (const scheduledAt of [past, null]) {
    expect(changedPost(post("scheduled"), { scheduledAt }, now).scheduledAt).toBe(isoTime(now));
    expect(changedPost(post("draft"), { scheduledAt }, now).scheduledAt).toBe(scheduledAt);
  }
  // The post is due. A change to the same time does not move it.
  expect(changedPost(post("scheduled", { scheduledAt: past }), { scheduledAt: past }, now)).toMatchObject({
    scheduledAt: past,
  });
});

it("a manual post has no run and no pipeline, and nothing is sent for it", () => {
  const given = { id: newId("pst"), organizationId: newId("org"), brandId: newId("brd") };
  const media = [{ url: "https://example.com/a.jpg", alt: "A cup" }];
  const content = { text: "Hello", link: null, hashtags: ["one"], media };
  for (const status of ["draft", "pending"] as const) {
    const made = newManualPost({ ...given, ...content, channel: "feed", scheduledAt: later, status }, now);
    const shown = { ...given, content, status, scheduledAt: later, runId: null, pipelineId: null };
    expect(made).toMatchObject({ ...shown, publishedAt: null, externalUrl: null, failure: null });
    expect(made).not.toHaveProperty("text");
    expect(schedulingMessages(made, newId, now)).toEqual([]);
  }
});

it("a post can be deleted as draft, pending or failed, and never while it is scheduled, being published or published", () => {
  for (const status of ["draft", "pending", "failed"] as const)
    expect(() => assertDeletable(post(status))).not.toThrow();
  for (const status of ["scheduled", "published"] as const)
    expect(() => assertDeletable(post(status))).toThrow(
      `in status ${status} cannot be deleted: it must be draft or pending or failed.`,
    );
  const leased = post("scheduled", { publicationLeaseUntilMs: now });
  expect(() => assertDeletable(leased)).toThrow("being published");
});

const unknown = { code: "outcome_unknown", message: "Unknown." };
const externalUrl = "https://example.com/1";

it("a post that a person found published counts from its scheduled time, but not from a later time than now", () => {
  for (const [scheduledAt, publishedAt] of [
    [past, past],
    [later, isoTime(now)],
    [null, isoTime(now)],
  ] as const) {
    const failed = post("failed", { failure: unknown, scheduledAt });
    const resolved = resolvedPost(failed, { status: "published", externalUrl }, now);
    const published = { status: "published", publishedAt, externalUrl, failure: null };
    expect(resolved).toEqual({ ...failed, ...published, updatedAt: isoTime(now) });
  }
});

it("a post that a person did not find stays failed with another code, and can be retried but not resolved again", () => {
  const resolved = resolvedPost(post("failed", { failure: unknown }), { status: "failed" }, now);
  expect(resolved).toMatchObject({ status: "failed", failure: { code: "not_published" }, publishedAt: null });
  expect(movedPost(resolved, "retry", now)).toMatchObject({ status: "scheduled" });
  expect(() => resolvedPost(resolved, { status: "published", externalUrl }, now)).toThrow("it is known");
});

it("only a failed post whose outcome is unknown can be resolved", () => {
  for (const status of postStatuses.filter((one) => one !== "failed"))
    expect(() => resolvedPost(post(status, { failure: unknown }), { status: "failed" }, now)).toThrow(
      `in status ${status} cannot be resolved: it must be failed.`,
    );
  for (const failure of [null, { code: "channel_refused", message: "No." }])
    expect(() => resolvedPost(post("failed", { failure }), { status: "failed" }, now)).toThrow("it is known");
});
