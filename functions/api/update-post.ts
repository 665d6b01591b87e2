import { postRoutes } from "../contract/routes/posts.ts";
import { changedPost, publicationMessages, schedulingMessages } from "../domain/post.ts";
import { postView } from "../domain/post-view.ts";
import { postProblems } from "../pipeline/post-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(
  postRoutes.updatePost,
  async ({ caller, id, body }, { table, nowMs, newId }) =>
    changePost(table, caller.organizationId, id, (current) => {
      if (Object.keys(body).length === 0) return { post: current };
      const now = nowMs();
      const post = changedPost(current, body, now);
      if (post.scheduledAt === current.scheduledAt) return { post };
      return {
        post,
        messages: schedulingMessages(post, newId, now),
        withdrawn: publicationMessages(current),
      };
    }).then(postView),
  { alsoCheck: (body) => postProblems(body, { allowLoopback: allowsLoopback() }) },
);
