import type { Brand } from "../domain/brand.ts";
import type { Post } from "../domain/post.ts";
import { isoTime } from "../domain/time.ts";
import { channels } from "../pipeline/channels/channels.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { storeMetrics } from "../table/metrics.ts";
import { readPost } from "../table/posts.ts";
import type { Table } from "../table/store/table.ts";

/** Measures a published post on its channel, 24 and 48 hours after its publication. */
export const handler = worker<"analytics">(
  async ({ organizationId, runId, postId, stage }, { table, nowMs }) => {
    const post = await readPost(table, organizationId, postId);
    if (post === null || post.publishedAt === null) return;
    const brand = await readBrand(table, organizationId, post.brandId);
    const now = nowMs();
    const measurement = { postId, publishedAt: post.publishedAt, stage, updatedAt: isoTime(now) };
    // A deleted brand has no feed and no connections any more: what was measured before stays.
    const metrics = brand === null ? {} : await measured(post, brand.settings, { table, nowMs: now });
    await storeMetrics(table, organizationId, runId, { ...measurement, ...metrics });
  },
);

async function measured(
  post: Post,
  { valuePerClick, currency }: Brand["settings"],
  measuring: { table: Table; nowMs: number },
) {
  const { reach, engagements, clicks } = await channels[post.channel].measure(post, measuring);
  return {
    // The channel gives null for what it does not know. It may have known it a day before.
    reach: reach ?? undefined,
    engagements: engagements ?? undefined,
    clicks: clicks ?? undefined,
    value: valueOf(clicks, valuePerClick),
    currency: valuePerClick === null ? null : currency,
  };
}

/** The value of clicks to a millionth; undefined if the clicks are not known, null if they have no value. */
function valueOf(clicks: number | null, valuePerClick: number | null): number | null | undefined {
  if (valuePerClick === null) return null;
  return clicks === null ? undefined : Math.round(clicks * valuePerClick * 1e6) / 1e6;
}
