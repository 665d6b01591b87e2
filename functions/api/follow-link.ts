import { publicRoutes } from "../contract/routes/public.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { followLink } from "../table/feeds.ts";

export const handler = endpoint(publicRoutes.followLink, async ({ id: postId }, { table }) => {
  const target = await followLink(table, postId);
  if (target === null) throw notFound("post");
  return { headers: { Location: target, "Cache-Control": "private, no-store" }, body: "" };
});
