import type { BatchAction, Post, PostStatus } from "../../../../client/api.ts";
import { isOutcomeUnknown } from "./failure-advice.ts";

/** The API takes at most this many ids in a request. */
const idsMax = 100;

export const batchActions = ["approve", "submit", "retry", "reject", "cancel"] as const;

/** The status that a post must have for an action (contract, section 4). */
const allowedFrom: Record<BatchAction, PostStatus> = {
  approve: "pending",
  reject: "pending",
  submit: "draft",
  cancel: "scheduled",
  retry: "failed",
};

/** Whether a post in a status allows an action. */
export const isAllowed = (action: BatchAction, status: PostStatus): boolean => allowedFrom[action] === status;

/** Whether a batch may include a post. It does not retry a post with an unknown outcome: the post could appear twice. */
export function takes(post: Post, action: BatchAction): boolean {
  return isAllowed(action, post.status) && !isOutcomeUnknown(post);
}

/** Whether a post would be published as soon as it is scheduled. */
export const isDue = ({ scheduledAt }: Pick<Post, "scheduledAt">, nowMs: number) =>
  scheduledAt === null || Date.parse(scheduledAt) <= nowMs;

/** The words on an action's button and in its report. */
export const batchWords: Record<BatchAction, { verb: string; done: string }> = {
  approve: { verb: "Approve", done: "approved" },
  submit: { verb: "Submit", done: "submitted for approval" },
  retry: { verb: "Retry", done: "scheduled again" },
  reject: { verb: "Reject", done: "rejected" },
  cancel: { verb: "Cancel", done: "cancelled" },
};

interface Undo {
  /** The actions that take it back, in their order. Empty if it cannot be undone. */
  steps: readonly BatchAction[];
  /** What an undo does and does not do. */
  explanation: string;
}

/** How each action is taken back. */
export const undoOf: Record<BatchAction, Undo> = {
  approve: {
    steps: ["cancel", "submit"],
    explanation:
      "Undo cancels the publication and lets the posts wait for approval again. A post that is being published stays.",
  },
  reject: { steps: ["submit"], explanation: "Undo lets the posts wait for approval again." },
  submit: { steps: ["reject"], explanation: "Undo makes the posts drafts again." },
  cancel: {
    steps: [],
    explanation:
      "The posts are drafts now and keep their time. To schedule them again, submit and approve them.",
  },
  retry: {
    steps: [],
    explanation:
      "This cannot be undone: a post that is not published yet can be cancelled, and is a draft then.",
  },
};

/** Splits ids into as many requests as they need. */
export function inRequests(ids: readonly string[]): string[][] {
  const requests: string[][] = [];
  for (let start = 0; start < ids.length; start += idsMax) requests.push(ids.slice(start, start + idsMax));
  return requests;
}
