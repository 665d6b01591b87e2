import fc from "fast-check";
import { expect, it } from "vitest";
import { type Actor, callerActor, systemActor } from "../../functions/domain/actor.ts";
import { newComment } from "../../functions/domain/comment.ts";
import { changedPost, type Post, type PostMove, type PostStatus } from "../../functions/domain/post.ts";
import { creationEntry, editedFields } from "../../functions/domain/post-history.ts";
import { dueMessages, moveWithFollowing } from "../../functions/domain/post-moves.ts";
import { awaitsReminder, reminderMessages } from "../../functions/domain/post-reminder.ts";
import { isInScope } from "../../functions/domain/review-link.ts";
import { isoTime, secondMs } from "../../functions/domain/time.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const later = isoTime(now + 3_600 * secondMs);
const by: Actor = { type: "api_key", id: newId("key"), name: "Deploy" };
const post = (status: PostStatus, changes: Partial<Post> = {}) =>
  aPost(newId("org"), { status, scheduledAt: later, ...changes });

const move = (current: Post, name: PostMove) =>
  moveWithFollowing(current, { move: name, by }, { newId, nowMs: now });

it("every move of a post has one entry of its history, with the actor, the time and the new status", () => {
  for (const [name, from, action, status] of [
    ["approve", "pending", "approved", "scheduled"],
    ["reject", "pending", "rejected", "draft"],
    ["submit", "draft", "submitted", "pending"],
    ["cancel", "scheduled", "cancelled", "draft"],
    ["retry", "failed", "retried", "scheduled"],
    ["requestChanges", "pending", "changes_requested", "draft"],
  ] as const) {
    const { entry } = move(post(from), name);
    expect(entry).toMatchObject({ action, status, by, at: isoTime(now), fields: null });
  }
});

it("a move withdraws the message that waited for the post's time, and sends the message that waits for it now", () => {
  for (const [name, from, withdrawn, sent] of [
    ["approve", "pending", ["post.remind"], ["post.publish", "event.fan-out"]],
    ["reject", "pending", ["post.remind"], []],
    ["submit", "draft", [], ["post.remind"]],
    ["cancel", "scheduled", ["post.publish"], []],
    ["retry", "failed", [], ["post.publish", "event.fan-out"]],
    ["requestChanges", "pending", ["post.remind"], []],
  ] as const) {
    const moved = move(post(from), name);
    expect(moved.withdrawn.map(({ body }) => body.kind)).toEqual(withdrawn);
    expect(moved.messages.map(({ body }) => body.kind)).toEqual(sent);
  }
});

it("requested changes send an event with the comment, and the entry names the comment", () => {
  const current = post("pending", { scheduledAt: null });
  const comment = newComment({ id: newId("cmt"), postId: current.id, text: "Shorter.", author: by }, now);
  const change = { move: "requestChanges", by, comment } as const;
  const { entry, messages } = moveWithFollowing(current, change, { newId, nowMs: now });
  expect(entry.commentId).toBe(comment.id);
  expect(messages.map(({ body }) => body)).toMatchObject([
    {
      event: {
        type: "post.changes_requested",
        data: {
          postId: current.id,
          brandId: current.brandId,
          commentId: comment.id,
          comment: "Shorter.",
          requestedBy: "Deploy",
          requestedAt: isoTime(now),
        },
      },
    },
  ]);
});

it("a pending post waits for the reminder of its current time, once for each time", () => {
  const pending = post("pending");
  const [message] = reminderMessages(pending);
  expect(message).toMatchObject({ queue: "publications", notBeforeMs: Date.parse(later) });
  const reminder = { scheduledAt: later };
  expect(awaitsReminder(pending, reminder)).toBe(true);
  for (const other of [
    post("draft"),
    post("scheduled"),
    post("pending", { scheduledAt: isoTime(now) }),
    post("pending", { scheduledAt: null }),
    post("pending", { remindedFor: later }),
  ])
    expect(awaitsReminder(other, reminder)).toBe(false);
  expect(reminderMessages(post("pending", { remindedFor: later }))).toEqual([]);
  expect(reminderMessages(post("pending", { remindedFor: isoTime(now) }))).toHaveLength(1);
});

it("at its time a pending post is due for its reminder, a scheduled post for its publication, and any other post for nothing", () => {
  expect(
    (["draft", "pending", "scheduled", "published", "failed"] as const).map((status) =>
      dueMessages(post(status)).map(({ body }) => body.kind),
    ),
  ).toEqual([[], ["post.remind"], ["post.publish"], [], []]);
});

it("the history names exactly the fields whose values an edit has changed", () => {
  const fields = ["text", "link", "hashtags", "scheduledAt"] as const;
  const given = { text: "New", link: null, hashtags: ["new"], scheduledAt: isoTime(now + 1) };
  fc.assert(
    fc.property(fc.subarray([...fields]), (names) => {
      const before = post("draft");
      const changes = Object.fromEntries(names.map((name) => [name, given[name]]));
      expect(editedFields(before, changedPost(before, changes, now))).toEqual(
        fields.filter((name) => names.includes(name)),
      );
    }),
  );
  const same = post("draft");
  expect(editedFields(same, changedPost(same, { text: same.content.text }, now))).toEqual([]);
});

it("the creation is the first entry of a post's history, by the service or by the person who wrote the post", () => {
  const made = post("published", { createdAs: "scheduled" });
  expect(creationEntry(made)).toMatchObject({ by: systemActor, status: "scheduled", at: made.createdAt });
  expect(creationEntry(post("draft", { createdBy: by }))).toMatchObject({ by, status: "draft" });
  const { entry } = move(made.status === "published" ? { ...made, status: "pending" } : made, "approve");
  expect(entry.id > creationEntry(made).id).toBe(true);
});

it("a review link shows the posts of its brand, or its one post; a key shows all posts", () => {
  const shown = post("pending");
  const { id: postId, brandId } = shown;
  const scope = { brandId, postId: null, mayApprove: false };
  expect(isInScope(null, shown)).toBe(true);
  expect(isInScope(scope, shown)).toBe(true);
  expect(isInScope({ ...scope, postId }, shown)).toBe(true);
  expect(isInScope({ ...scope, postId: newId("pst") }, shown)).toBe(false);
  expect(isInScope({ ...scope, brandId: newId("brd") }, shown)).toBe(false);
  expect(isInScope({ ...scope, brandId: newId("brd"), postId }, shown)).toBe(false);
  const caller = { keyId: newId("rvl"), name: "Ada", review: scope };
  expect(callerActor(caller)).toEqual({ type: "review_link", id: caller.keyId, name: "Ada" });
});
