import { postRoutes } from "../contract/routes/posts.ts";
import { callerActor } from "../domain/actor.ts";
import { fieldOf } from "../domain/field-of.ts";
import { historyEntry } from "../domain/post-history.ts";
import { resolvedPost } from "../domain/post-resolution.ts";
import { postView } from "../domain/post-view.ts";
import { publishedMessages } from "../domain/publication.ts";
import { urlProblems } from "../http/url-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { emptyMetricsPut } from "../table/metrics.ts";
import { historyPut } from "../table/post-history.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(
  postRoutes.resolvePost,
  async ({ caller, id, body }, { table, nowMs, newId }) =>
    changePost(table, caller.organizationId, id, (current) => {
      const now = nowMs();
      const post = resolvedPost(current, body, now);
      const { publishedAt } = post;
      const entry = historyEntry(post, "resolved", callerActor(caller), { newId, nowMs: now });
      const resolved = historyPut(post, entry);
      if (publishedAt === null) return { post, alongside: [resolved] };
      return {
        post,
        alongside: [emptyMetricsPut(post, publishedAt), resolved],
        messages: publishedMessages(post, publishedAt, newId, now),
      };
    }).then(postView),
  {
    alsoCheck: (body) =>
      urlProblems(
        { externalUrl: fieldOf(body, "externalUrl") },
        { allowHttp: true, allowLoopback: allowsLoopback() },
      ),
  },
);
