import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changedPost,
  movedPost,
  type Post,
  type PostMove,
  type PostStatus,
  postStatuses,
  schedulingMessages,
} from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const passed = isoTime(now - 1);
const later = isoTime(now + 1);

/** The contract's arrows (section 4), written once more. */
const arrows: Record<PostMove, [from: PostStatus, to: PostStatus]> = {
  approve: ["pending", "scheduled"],
  reject: ["pending", "draft"],
  submit: ["draft", "pending"],
  cancel: ["scheduled", "draft"],
  retry: ["failed", "scheduled"],
};
const moves = Object.keys(arrows).filter((name): name is PostMove => name in arrows);
const everyMove = moves.flatMap((move) =>
  postStatuses.map((status): [PostMove, PostStatus] => [move, status]),
);

const post = (status: PostStatus, changes: Partial<Post> = {}) =>
  aPost(newId("org"), { status, scheduledAt: later, ...changes });

describe("a move of a post", () => {
  it.each(everyMove)(
    "%s of one in %s goes where the contract's arrow leads, or is refused",
    (move, status) => {
      const [from, to] = arrows[move];
      const current = post(status, { failure: { code: "refused", message: "No." } });
      if (status === from) {
        const moved = movedPost(current, move, now);
        expect(moved).toEqual({ ...current, status: to, failure: null, updatedAt: isoTime(now) });
      } else {
        expect(() => movedPost(current, move, now)).toThrow(`it must be ${from}.`);
      }
    },
  );

  it("schedules for now what has no time, or one that has passed; anything else keeps its time", () => {
    for (const [scheduledAt, expected] of [
      [null, isoTime(now)],
      [passed, isoTime(now)],
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

  it("is followed by one publication and one event when it schedules, by nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 20 }), (walk) => {
        let current = post("pending");
        for (const move of walk) {
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
});

describe("a change of a post", () => {
  it("is refused once it is published, and while it is being published", () => {
    expect(() => changedPost(post("published"), { text: "New" }, now)).toThrow(
      "status published cannot be changed",
    );
    const leased = post("scheduled", { publicationLeaseUntilMs: now });
    expect(() => changedPost(leased, { text: "New" }, now)).toThrow("being published");
    expect(() => movedPost(leased, "cancel", now)).toThrow("being published");
  });

  it("changes what it names and nothing else, in every other status", () => {
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

  it("moves a scheduled post to now when its new time has passed or is none; others keep what they are given", () => {
    for (const scheduledAt of [passed, null]) {
      expect(changedPost(post("scheduled"), { scheduledAt }, now).scheduledAt).toBe(isoTime(now));
      expect(changedPost(post("draft"), { scheduledAt }, now).scheduledAt).toBe(scheduledAt);
    }
    // It is due: naming the time that it has does not put it off.
    expect(
      changedPost(post("scheduled", { scheduledAt: passed }), { scheduledAt: passed }, now),
    ).toMatchObject({
      scheduledAt: passed,
    });
  });
});
