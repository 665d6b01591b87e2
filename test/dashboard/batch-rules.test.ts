import { describe, expect, it } from "vitest";
import { batchActions, inRequests, isAllowed, undoOf } from "../../dashboard/src/views/posts/batch-rules.ts";
import { movedPost, type Post, postStatuses } from "../../functions/domain/post.ts";

const nowMs = Date.parse("2026-11-23T08:00:00Z");

function post(status: Post["status"]): Post {
  return {
    id: "pst_1",
    organizationId: "org_1",
    brandId: "brd_1",
    pipelineId: null,
    runId: null,
    channel: "feed",
    content: { text: "Cold brew comes to trains.", link: null, hashtags: [], media: [] },
    status,
    scheduledAt: "2026-11-24T08:00:00.000Z",
    publishedAt: null,
    externalUrl: null,
    failure: null,
    createdAt: "2026-11-22T08:00:00.000Z",
    updatedAt: "2026-11-22T08:00:00.000Z",
  };
}

describe("the actions of a batch", () => {
  it("are offered exactly for the statuses for which the service allows them", () => {
    for (const action of batchActions)
      for (const status of postStatuses) {
        const move = () => movedPost(post(status), action, nowMs);
        if (isAllowed(action, status)) expect(move).not.toThrow();
        else expect(move).toThrow("cannot be");
      }
  });

  it("have an undo that restores the status and the time of the post", () => {
    for (const action of batchActions) {
      const { steps } = undoOf[action];
      if (steps.length === 0) continue;
      const status = postStatuses.find((one) => isAllowed(action, one)) ?? "draft";
      const before = post(status);
      let after = movedPost(before, action, nowMs);
      for (const step of steps) after = movedPost(after, step, nowMs);
      expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
    }
  });

  it("are sent for at most 100 posts in a request, each post once and in order", () => {
    const ids = Array.from({ length: 250 }, (_, index) => `pst_${index}`);
    const requests = inRequests(ids);
    expect(requests.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(requests.flat()).toEqual(ids);
    expect(inRequests([])).toEqual([]);
  });
});
