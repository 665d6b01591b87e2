import { type FormEvent, useState } from "react";
import { type Post, requestChanges } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextArea } from "../../parts/field.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { showChanged } from "./post-queries.ts";
import { undoWith } from "./use-post-actions.ts";
import { useSingle } from "./use-single.ts";

/** Makes a post a draft again, with a comment that says what must change. */
export function RequestChanges({ post, onClose }: { post: Post; onClose: () => void }) {
  const [comment, setComment] = useState("");
  const send = (text: string, idempotencyKey: string) =>
    dataOf(requestChanges({ id: post.id, idempotencyKey, changesRequest: { comment: text } }));
  const request = useKeyedMutation(send, {
    onSuccess: (changed) => {
      showChanged([changed]);
      showToast(
        "Sent back: the post is a draft now. Undo does not remove the comment.",
        undoWith(post.id, ["submit"]),
      );
      onClose();
    },
  });
  const single = useSingle();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    single((onSettled) => request.mutate(comment, { onSettled }));
  };
  return (
    <Dialog title="Request changes" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextArea
          label="What must change?"
          hint="It becomes a comment on the post. The post becomes a draft."
          required
          maxLength={5_000}
          dir="auto"
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          error={fieldErrorOf(request.error, "comment")}
        />
        <ErrorNotice error={request.error} />
        <div className="row">
          <Button type="submit" look="primary" busy={request.isPending} disabled={comment.trim() === ""}>
            Send back
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
