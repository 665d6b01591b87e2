import { publicRoutes } from "../contract/routes/public.ts";
import { notFound } from "../domain/errors.ts";
import { isAutomatic, visitorDigest } from "../pipeline/visitors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { hourOf, readTarget, recordClick } from "../table/links.ts";

export const handler = endpoint(
  publicRoutes.followLink,
  async ({ id: postId, headers, viewer }, { table, nowMs }) => {
    const target = await readTarget(table, postId);
    if (target === null) throw notFound("post");
    if (!isAutomatic(headers)) {
      const now = nowMs();
      const visitor = visitorDigest(`${postId}|${hourOf(now)}`, viewer.address);
      await recordClick(table, postId, visitor, now);
    }
    // Headers are ASCII: encode host names and paths in other scripts.
    return { headers: { Location: new URL(target).href, "Cache-Control": "private, no-store" }, body: "" };
  },
);
