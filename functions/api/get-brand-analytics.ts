import { analyticsRoutes } from "../contract/routes/analytics.ts";
import { analyticsGroups } from "../domain/brand-analytics.ts";
import { notFound } from "../domain/errors.ts";
import { isoTime, weekMs } from "../domain/time.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { measuredPosts } from "../table/measured-posts.ts";

/** So that a request ends in time: 1,000 posts take 22 calls of the table. */
const postsMax = 1_000;
/** The groups are sorted, so those with the fewest reactions are left out. */
const groupsMax = 200;

export const handler = endpoint(analyticsRoutes.getBrandAnalytics, async ({ caller, id, query }, effects) => {
  const { table, nowMs } = effects;
  const { organizationId } = caller;
  const { by, weeks } = query;
  const brand = await readBrand(table, organizationId, id);
  if (brand === null) throw notFound("brand");
  const now = nowMs();
  const span = { startsAt: isoTime(now - weeks * weekMs), endsAt: isoTime(now) };
  const posts = await measuredPosts(table, { organizationId, brandId: id }, span, postsMax);
  const { timezone, settings } = brand;
  const groups = analyticsGroups(posts, by, { timezone, hashtags: settings.hashtags });
  return {
    brandId: id,
    by,
    ...span,
    posts: posts.length,
    isComplete: posts.length < postsMax && groups.length <= groupsMax,
    groups: groups.slice(0, groupsMax),
  };
});
