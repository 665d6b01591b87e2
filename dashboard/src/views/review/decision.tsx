import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { approvePost, type Post, requestChanges } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { TextArea } from "../../parts/field.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { commentLengthMax } from "./post-comments.tsx";
import { useReviewer } from "./reviewer.ts";

interface DecisionProps {
  post: Post;
  /** Whether the reviewer has seen the post as it is now. */
  isRead: boolean;
  onTouch: () => void;
}

/** Approves a post, or sends it back with what must change. */
export function Decision({ post, isRead, onTouch }: DecisionProps) {
  const { options } = useReviewer();
  const [isAsking, setAsking] = useState(false);
  const [wish, setWish] = useState("");
  const client = useQueryClient();
  const settle = (changed: Post, words: string) => {
    onTouch();
    setAsking(false);
    setWish("");
    client.setQueryData(["post", post.id], changed);
    void client.invalidateQueries({ queryKey: ["posts"] });
    void client.invalidateQueries({ queryKey: ["comments", post.id] });
    showToast(words);
  };
  const approve = useKeyedMutation(
    (id: string, idempotencyKey) => dataOf(approvePost({ id, idempotencyKey }, options)),
    { onSuccess: (changed) => settle(changed, "The post is approved.") },
  );
  const askForChanges = useKeyedMutation(
    (comment: string, idempotencyKey) =>
      dataOf(requestChanges({ id: post.id, idempotencyKey, changesRequest: { comment } }, options)),
    { onSuccess: (changed) => settle(changed, "The post goes back to its authors with your comment.") },
  );
  const isBusy = approve.isPending || askForChanges.isPending;
  const isPending = post.status === "pending";
  const wishError = fieldErrorOf(askForChanges.error, "comment");
  // Someone else may have decided while the reviewer was writing: the text stays.
  if (!isPending && wish === "") return null;
  return (
    <div className="stack">
      {isPending ? null : (
        <Notice kind="warning">
          Someone else has decided on this post meanwhile. You can still add your text as a comment.
        </Notice>
      )}
      <ErrorNotice error={approve.error} />
      <div className="row">
        <Button
          look="primary"
          busy={isBusy}
          disabled={!isRead || !isPending}
          onClick={() => {
            onTouch();
            approve.mutate(post.id);
          }}
        >
          Approve
        </Button>
        <Button disabled={isBusy} aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Request changes
        </Button>
      </div>
      {isAsking ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            onTouch();
            askForChanges.mutate(wish);
          }}
        >
          <TextArea
            label="What must change"
            required
            maxLength={commentLengthMax}
            readOnly={askForChanges.isPending}
            value={wish}
            error={wishError}
            onChange={(event) => {
              onTouch();
              setWish(event.target.value);
            }}
          />
          {wishError === undefined ? <ErrorNotice error={askForChanges.error} /> : null}
          <div>
            <Button type="submit" look="primary" busy={isBusy} disabled={!isPending}>
              Send back
            </Button>
          </div>
        </form>
      ) : null}
    </div>
  );
}
