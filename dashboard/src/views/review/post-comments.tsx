import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Comment, createComment, listComments } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { readAll } from "../../api/pages.ts";
import { Button } from "../../parts/button.tsx";
import { TextArea } from "../../parts/field.tsx";
import { Empty, ErrorNotice } from "../../parts/notices.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useReviewer } from "./reviewer.ts";

/** The API takes this many characters. */
export const commentLengthMax = 5_000;

/** The comments on a post, which are read when they are opened, and a form for a new one. */
export function PostComments({ postId, onTouch }: { postId: string; onTouch: () => void }) {
  const { options } = useReviewer();
  const [isOpen, setOpen] = useState(false);
  const comments = useQuery({
    queryKey: ["comments", postId],
    queryFn: ({ signal }) =>
      readAll((page) => dataOf(listComments({ id: postId, order: "asc", ...page }, { ...options, signal }))),
    enabled: isOpen,
    refetchInterval: 60_000,
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Comments</summary>
      <div className="stack">
        {isOpen ? <QueryView query={comments}>{(data) => <CommentList comments={data} />}</QueryView> : null}
        <NewComment postId={postId} onTouch={onTouch} />
      </div>
    </details>
  );
}

function CommentList({ comments }: { comments: readonly Comment[] }) {
  if (comments.length === 0) return <Empty>There is no comment yet.</Empty>;
  return (
    <ul className="list">
      {comments.map(({ id, text, author, createdAt }) => (
        <li key={id}>
          <div className="soft small">
            <UserText>{author.name}</UserText>, <Time at={createdAt} />
          </div>
          <UserText block>{text}</UserText>
        </li>
      ))}
    </ul>
  );
}

function NewComment({ postId, onTouch }: { postId: string; onTouch: () => void }) {
  const { options } = useReviewer();
  const [text, setText] = useState("");
  const client = useQueryClient();
  const add = useKeyedMutation(
    (comment: string, idempotencyKey) =>
      dataOf(createComment({ id: postId, idempotencyKey, newComment: { text: comment } }, options)),
    {
      onSuccess: () => {
        setText("");
        return client.invalidateQueries({ queryKey: ["comments", postId] });
      },
    },
  );
  const error = fieldErrorOf(add.error, "text");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(text);
      }}
    >
      <TextArea
        label="New comment"
        required
        maxLength={commentLengthMax}
        value={text}
        error={error}
        readOnly={add.isPending}
        onChange={(event) => {
          onTouch();
          setText(event.target.value);
        }}
      />
      {error === undefined ? <ErrorNotice error={add.error} /> : null}
      <div>
        <Button type="submit" busy={add.isPending}>
          Add the comment
        </Button>
      </div>
    </form>
  );
}
