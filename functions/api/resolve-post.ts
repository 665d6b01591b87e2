import { postRoutes } from "../contract/routes/posts.ts";
import { fieldOf } from "../domain/field-of.ts";
import { resolvedPost } from "../domain/post-resolution.ts";
import { postView } from "../domain/post-view.ts";
import { publishedMessages } from "../domain/publication.ts";
import { urlProblems } from "../http/url-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { emptyMetricsPut } from "../table/metrics.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(
  postRoutes.resolvePost,
  async ({ caller, id, body }, { table, nowMs, newId }) =>
    changePost(table, caller.organizationId, id, (current) => {
      const now = nowMs();
      const post = resolvedPost(current, body, now);
      const { publishedAt } = post;
      if (publishedAt === null) return { post };
      return {
        post,
        alongside: [emptyMetricsPut(post, publishedAt)],
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
