import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type Post, type PostResolution, resolvePost } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { showChanged } from "./post-queries.ts";
import { useSingle } from "./use-single.ts";

/** Asks what the channel shows of a post whose outcome is unknown. */
export function ResolveOutcome({ post, onClose }: { post: Post; onClose: () => void }) {
  const name = useId();
  const [status, setStatus] = useState<PostResolution["status"]>("published");
  const [externalUrl, setExternalUrl] = useState("");
  const resolve = useMutation({
    mutationFn: () =>
      dataOf(
        resolvePost({
          id: post.id,
          postResolution: status === "published" ? { status, externalUrl: externalUrl.trim() } : { status },
        }),
      ),
    onSuccess: (changed) => {
      showChanged([changed]);
      showToast(
        status === "published"
          ? "The post counts as published."
          : "The post is not published. It can be retried.",
      );
      onClose();
    },
  });
  const single = useSingle();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    single((onSettled) => resolve.mutate(undefined, { onSettled }));
  };
  return (
    <Dialog title="What does the channel show?" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>Look at the account on the channel first. This cannot be undone.</p>
        <fieldset className="stack stack-tight">
          <legend className="visually-hidden">What the channel shows</legend>
          <label className="check">
            <input
              type="radio"
              name={name}
              checked={status === "published"}
              onChange={() => setStatus("published")}
            />
            <span>The channel shows the post</span>
          </label>
          <label className="check">
            <input
              type="radio"
              name={name}
              checked={status === "failed"}
              onChange={() => setStatus("failed")}
            />
            <span>The channel does not show the post</span>
          </label>
        </fieldset>
        {status === "published" ? (
          <TextField
            label="Address of the post on the channel"
            type="url"
            required
            placeholder="https://"
            value={externalUrl}
            onChange={(event) => setExternalUrl(event.target.value)}
            error={fieldErrorOf(resolve.error, "externalUrl")}
          />
        ) : null}
        <ErrorNotice error={resolve.error} />
        <div className="row">
          <Button type="submit" look="primary" busy={resolve.isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
