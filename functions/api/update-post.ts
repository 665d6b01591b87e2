import { postRoutes } from "../contract/routes/posts.ts";
import { callerActor } from "../domain/actor.ts";
import { changedPost, schedulingMessages } from "../domain/post.ts";
import { editedFields, historyEntry } from "../domain/post-history.ts";
import { dueMessages } from "../domain/post-moves.ts";
import { reminderMessages } from "../domain/post-reminder.ts";
import { postView } from "../domain/post-view.ts";
import { postProblems } from "../pipeline/post-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { historyPut } from "../table/post-history.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(
  postRoutes.updatePost,
  async ({ caller, id, body }, { table, nowMs, newId }) =>
    changePost(table, caller.organizationId, id, (current) => {
      if (Object.keys(body).length === 0) return { post: current };
      const now = nowMs();
      const post = changedPost(current, body, now);
      const fields = editedFields(current, post);
      if (fields.length === 0) return { post };
      const entry = historyEntry(post, "edited", callerActor(caller), { newId, nowMs: now }, { fields });
      const alongside = [historyPut(post, entry)];
      if (post.scheduledAt === current.scheduledAt) return { post, alongside };
      return {
        post,
        alongside,
        messages: [...schedulingMessages(post, newId, now), ...reminderMessages(post)],
        withdrawn: dueMessages(current),
      };
    }).then(postView),
  { alsoCheck: (body) => postProblems(body, { allowLoopback: allowsLoopback() }) },
);
