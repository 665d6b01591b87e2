import { isoTime } from "../domain/time.ts";
import { channels } from "../pipeline/channels/channels.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { storeMetrics } from "../table/metrics.ts";
import { readPost } from "../table/posts.ts";

/** Measures a published post on its channel, 24 and 48 hours after its publication. */
export const handler = worker<"analytics">(
  async ({ organizationId, runId, postId, stage }, { table, nowMs }) => {
    const post = await readPost(table, organizationId, postId);
    if (post === null || post.publishedAt === null) return;
    const brand = await readBrand(table, organizationId, post.brandId);
    const now = nowMs();
    const { reach, engagements, clicks } = await channels[post.channel].measure(post, { table, nowMs: now });
    const valuePerClick = brand?.settings.valuePerClick ?? null;
    await storeMetrics(table, organizationId, runId, {
      postId,
      publishedAt: post.publishedAt,
      stage,
      reach,
      engagements,
      clicks,
      value:
        valuePerClick === null || clicks === null ? null : Math.round(clicks * valuePerClick * 1e6) / 1e6,
      currency: valuePerClick === null ? null : (brand?.settings.currency ?? null),
      updatedAt: isoTime(now),
    });
  },
);
