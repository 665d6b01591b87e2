import { publicRoutes } from "../contract/routes/public.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { followLink } from "../table/links.ts";

export const handler = endpoint(publicRoutes.followLink, async ({ id: postId }, { table }) => {
  const target = await followLink(table, postId);
  if (target === null) throw notFound("post");
  // Headers are ASCII: encode host names and paths in other scripts.
  return { headers: { Location: new URL(target).href, "Cache-Control": "private, no-store" }, body: "" };
});
