import { useMutation } from "@tanstack/react-query";
import {
  approvePost,
  type BatchAction,
  cancelPost,
  type Post,
  rejectPost,
  retryPost,
  submitPost,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { showToast } from "../../parts/toasts.tsx";
import { isDue, undoOf } from "./batch-rules.ts";
import { rereadLists, showChanged } from "./post-queries.ts";

function send(action: BatchAction, id: string): Promise<Post> {
  switch (action) {
    case "approve":
      return dataOf(approvePost({ id }));
    case "reject":
      return dataOf(rejectPost({ id }));
    case "submit":
      return dataOf(submitPost({ id }));
    case "cancel":
      return dataOf(cancelPost({ id }));
    case "retry":
      return dataOf(retryPost({ id }));
  }
}

/** The toast after each action. */
const toasts: Record<BatchAction, string> = {
  approve: "Approved: the post is scheduled.",
  reject: "Rejected: the post is a draft now.",
  submit: "Submitted: the post waits for approval.",
  cancel: "Cancelled: the post is a draft that keeps its time. Submit and approve it to schedule it again.",
  retry: "The post is scheduled again.",
};

/** Does an action for one post, and shows a toast, with an undo if the action has one. */
export function usePostAction(post: Post) {
  return useMutation({
    mutationFn: (action: BatchAction) => send(action, post.id),
    onSuccess: (changed, action) => {
      showChanged([changed]);
      // A post that is published at once gets no undo.
      if (action === "approve" && isDue(post, Date.now()))
        showToast("Approved: the post is being published now.");
      else showToast(toasts[action], undoWith(post.id, undoOf[action].steps));
    },
    // Someone else may have changed the post: show it as it is now.
    onError: rereadLists,
  });
}

/** Returns a function that takes an action back by these steps; undefined if there are none. */
export function undoWith(id: string, steps: readonly BatchAction[]): (() => void) | undefined {
  if (steps.length === 0) return undefined;
  return () => {
    void undo(id, steps);
  };
}

async function undo(id: string, steps: readonly BatchAction[]): Promise<void> {
  try {
    for (const step of steps) showChanged([await send(step, id)]);
    showToast("Undone.");
  } catch (error) {
    showToast(`Not undone: ${messageOf(error)}`);
    rereadLists();
  }
}
