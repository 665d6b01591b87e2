import { useMutation, useQueryClient } from "@tanstack/react-query";
import { approvePost, cancelPost, type Post, rejectPost, submitPost } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, ErrorNotice } from "../../parts/notices.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { PostLine } from "./post-line.tsx";

/** The posts that wait for approval, each with the buttons that decide about it. */
export function ApprovalList({ posts }: { posts: readonly Post[] }) {
  if (posts.length === 0) return <Empty>Nothing waits for approval.</Empty>;
  return (
    <ul className="list">
      {posts.map((post) => (
        <li key={post.id} className="stack stack-tight">
          <PostLine post={post} />
          <Decision post={post} />
        </li>
      ))}
    </ul>
  );
}

const decisions = {
  approve: { send: approvePost, done: "The post is approved." },
  reject: { send: rejectPost, done: "The post is rejected. It is a draft again." },
};

function Decision({ post }: { post: Post }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["posts"] });
  const decide = useMutation({
    mutationFn: (decision: keyof typeof decisions) => dataOf(decisions[decision].send({ id: post.id })),
    onSuccess: (_, decision) => showToast(decisions[decision].done, () => undo.mutate(decision)),
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: async (decision: keyof typeof decisions) => {
      if (decision === "approve") await dataOf(cancelPost({ id: post.id }));
      await dataOf(submitPost({ id: post.id }));
    },
    onSuccess: () => showToast("The post waits for approval again."),
    onError: (error) => showToast(`Not undone: ${messageOf(error)}`),
    onSettled: refresh,
  });
  if (!useMay("write")) return null;
  const busy = decide.isPending || undo.isPending;
  return (
    <>
      <div className="row">
        <Button small look="primary" busy={busy} onClick={() => decide.mutate("approve")}>
          Approve
        </Button>
        <Button small busy={busy} onClick={() => decide.mutate("reject")}>
          Reject
        </Button>
      </div>
      <ErrorNotice error={decide.error} />
    </>
  );
}
