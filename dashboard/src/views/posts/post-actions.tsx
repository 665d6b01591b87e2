import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { type BatchAction, deletePost, type Post } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { useNow } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { isDue } from "./batch-rules.ts";
import { isOutcomeUnknown } from "./failure-advice.ts";
import { showDeleted } from "./post-queries.ts";
import { RequestChanges } from "./request-changes.tsx";
import { ResolveOutcome } from "./resolve-outcome.tsx";
import { usePostAction } from "./use-post-actions.ts";
import { useSingle } from "./use-single.ts";

type OpenDialog = "request-changes" | "resolve" | "delete" | "retry" | null;

interface PostActionsProps {
  post: Post;
  /** Whether the actions get the focus when they appear. */
  takesFocus: boolean;
  /** Undefined while the post cannot be edited. */
  onEdit: (() => void) | undefined;
}

/** The actions that the status of a post allows. */
export function PostActions({ post, takesFocus, onEdit }: PostActionsProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) group.current?.focus();
  }, [takesFocus]);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A closed dialog gives the focus back to its button. The button may be gone, because the status has changed.
    if (wasOpen.current && open === null && document.activeElement === document.body) group.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  const nowMs = useNow();
  const move = usePostAction(post);
  const single = useSingle();
  const isUnknown = isOutcomeUnknown(post);
  const act = (action: BatchAction) => {
    // The button disappears when the status changes: the focus stays near it.
    single((onSettled) => move.mutate(action, { onSuccess: () => group.current?.focus(), onSettled }));
  };
  const close = () => setOpen(null);
  const { status } = post;
  const button = (action: BatchAction, words: string, look: "normal" | "primary" = "normal") => (
    <Button look={look} busy={move.isPending} onClick={() => act(action)}>
      {words}
    </Button>
  );
  return (
    <div className="stack stack-tight">
      <div ref={group} tabIndex={-1} role="group" aria-label="Actions" className="row">
        {status === "pending" ? button("approve", "Approve", "primary") : null}
        {status === "draft" ? button("submit", "Submit for approval", "primary") : null}
        {status === "failed" && isUnknown ? (
          <Button look="primary" onClick={() => setOpen("resolve")}>
            Say what the channel shows
          </Button>
        ) : null}
        {status === "failed" ? (
          <Button
            look={isUnknown ? "normal" : "primary"}
            busy={move.isPending}
            onClick={() => (isUnknown ? setOpen("retry") : act("retry"))}
          >
            Retry
          </Button>
        ) : null}
        {status === "pending" ? (
          <>
            <Button onClick={() => setOpen("request-changes")}>Request changes</Button>
            {button("reject", "Reject")}
          </>
        ) : null}
        {status === "published" || onEdit === undefined ? null : <Button onClick={onEdit}>Edit</Button>}
        {status === "scheduled" ? button("cancel", "Cancel publication") : null}
        {status === "scheduled" || status === "published" ? null : (
          <Button look="danger" onClick={() => setOpen("delete")}>
            Delete
          </Button>
        )}
      </div>
      {status === "pending" && isDue(post, nowMs) ? (
        <p className="small soft">The post has no future time: approval publishes it at once.</p>
      ) : null}
      <ErrorNotice error={move.error} />
      {open === "request-changes" ? <RequestChanges post={post} onClose={close} /> : null}
      {open === "resolve" ? <ResolveOutcome post={post} onClose={close} /> : null}
      {open === "delete" ? <DeletePost post={post} onClose={close} /> : null}
      {open === "retry" ? (
        <Confirm
          title="Retry without knowing the outcome?"
          action="Retry all the same"
          busy={move.isPending}
          error={move.error}
          onConfirm={() => move.mutate("retry", { onSuccess: close })}
          onClose={close}
        >
          The channel may show this post already. It would then appear twice.
        </Confirm>
      ) : null}
    </div>
  );
}

function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => dataOf(deletePost({ id: post.id })),
    onSuccess: async () => {
      await navigate({ to: "/app/posts", ignoreBlocker: true });
      showDeleted(post.id);
      showToast("The post is deleted.");
    },
  });
  return (
    <Confirm
      title="Delete this post?"
      action="Delete the post"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      The post is deleted for good, with its comments and its history.
    </Confirm>
  );
}
