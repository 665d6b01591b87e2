import { expect, it } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { type PostponedReason, postponed } from "../../functions/domain/redelivery.ts";

const body = { kind: "post.publish", organizationId: "org_1", postId: "pst_1", scheduledAt: "" } as const;
const message: OutgoingMessage = { queue: "publications", body, notBeforeMs: 0, group: "org_1" };

/** How long a message waits each time in seconds, if its work can never begin. */
function waitsSeconds(reason: PostponedReason, times: number): number[] {
  const waits: number[] = [];
  let current = message;
  let nowMs = 0;
  for (let time = 0; time < times; time += 1) {
    current = postponed(current, reason, nowMs);
    waits.push((current.notBeforeMs - nowMs) / 1_000);
    nowMs = current.notBeforeMs;
  }
  return waits;
}

it("a message that waits for a permit of its organization tries again after 15 s at most, however long it has waited", () => {
  expect(waitsSeconds("limit_reached", 8)).toEqual([3, 3, 3, 4.5, 6.75, 10.125, 15, 15]);
});

it("a message that waits for KMS, DynamoDB or another worker tries again after a minute at most", () => {
  for (const reason of ["key_unavailable", "throttled", "leased"] as const)
    expect(waitsSeconds(reason, 12).at(-1)).toBe(60);
});

it("a postponed message keeps its count of failures", () => {
  const failed = { ...message, failures: 2 };
  expect(postponed(failed, "limit_reached", 0)).toMatchObject({ failures: 2, postponedSinceMs: 0 });
});
