import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createComment } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { rowsOf } from "../../api/pages.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { TextArea } from "../../parts/field.tsx";
import { Empty, ErrorNotice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { ActorName } from "./actor-name.tsx";
import { commentsQuery } from "./post-queries.ts";
import { useSingle } from "./use-single.ts";

/** What people have said about a post. */
export function PostComments({ postId, zone }: { postId: string; zone: string | undefined }) {
  const query = useInfiniteQuery(commentsQuery(postId));
  const mayWrite = useMay("write");
  return (
    <Panel title="Comments">
      <QueryView query={query}>
        {(data) => {
          const comments = rowsOf(data);
          return comments.length === 0 ? (
            <Empty>There are no comments yet.</Empty>
          ) : (
            <ul className="list">
              {comments.map(({ id, text, author, createdAt }) => (
                <li key={id}>
                  <div className="small soft">
                    <ActorName actor={author} />, <Time at={createdAt} zone={zone} />
                  </div>
                  <UserText block>{text}</UserText>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
      <div className="row">
        <MoreButton query={query} />
      </div>
      {mayWrite ? <AddComment postId={postId} /> : null}
    </Panel>
  );
}

function AddComment({ postId }: { postId: string }) {
  const [text, setText] = useState("");
  const send = (comment: string, idempotencyKey: string) =>
    dataOf(createComment({ id: postId, idempotencyKey, newComment: { text: comment } }));
  const add = useKeyedMutation(send, {
    onSuccess: () => {
      setText("");
      return queryClient.invalidateQueries({ queryKey: ["post", postId] });
    },
  });
  const single = useSingle();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    single((onSettled) => add.mutate(text, { onSettled }));
  };
  return (
    <form className="stack stack-tight" onSubmit={submit}>
      <TextArea
        label="Your comment"
        rows={3}
        maxLength={5_000}
        dir="auto"
        value={text}
        readOnly={add.isPending}
        onChange={(event) => setText(event.target.value)}
        error={fieldErrorOf(add.error, "text")}
      />
      <ErrorNotice error={add.error} />
      <div className="row">
        <Button type="submit" busy={add.isPending} disabled={text.trim() === ""}>
          Add comment
        </Button>
      </div>
    </form>
  );
}
