import { analyticsRoutes } from "../contract/routes/analytics.ts";
import { postAnalytics } from "../domain/analytics.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { metricsOfPost } from "../table/metrics.ts";
import { readPost } from "../table/posts.ts";

export const handler = endpoint(analyticsRoutes.getPostAnalytics, async ({ caller, id }, { table }) => {
  const post = await readPost(table, caller.organizationId, id);
  if (post === null) throw notFound("post");
  return postAnalytics(post, post.publishedAt === null ? null : await metricsOfPost(table, post));
});
