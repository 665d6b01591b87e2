import { measureAfterMs } from "../domain/analytics.ts";
import type { Brand } from "../domain/brand.ts";
import type { Post } from "../domain/post.ts";
import { hourMs, isoTime, secondMs } from "../domain/time.ts";
import type { Measured } from "../pipeline/channels/channel.ts";
import { channels } from "../pipeline/channels/channels.ts";
import { publisherOf } from "../pipeline/channels/credentials.ts";
import type { Effects } from "../platform/effects.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { logger } from "../platform/logger.ts";
import { postponedReasonOf } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { storeMetrics } from "../table/metrics.ts";
import { readPost } from "../table/posts.ts";
import { commit } from "../table/store/commit.ts";

const secrets = openSecretBox();

/** If a platform gives no response, it is asked again after this time. */
const retryMs = hourMs;
/** How late a measurement may be. */
const lateMsMax = 6 * hourMs;

/**
 * Measures a published post on its channel, 24 and 48 hours after its publication. A platform that gives no response for
 * six hours leaves the metrics as they are.
 */
export const handler = worker<"analytics">(async (message, { table, nowMs }) => {
  const { organizationId, runId, postId, stage } = message;
  const post = await readPost(table, organizationId, postId);
  if (post === null || post.publishedAt === null) return;
  const brand = await readBrand(table, organizationId, post.brandId);
  const now = nowMs();
  const measurement = { postId, publishedAt: post.publishedAt, stage, updatedAt: isoTime(now) };
  // A deleted brand has no feed and no connections any more: what was measured before stays.
  if (brand === null) return storeMetrics(table, organizationId, runId, measurement);
  const measured = await measure(post, stage, { table, nowMs });
  if (measured !== null) {
    const metrics = metricsOf(measured, brand.settings);
    return storeMetrics(table, organizationId, runId, { ...measurement, ...metrics });
  }
  const again = {
    queue: "analytics" as const,
    body: message,
    notBeforeMs: now + retryMs,
    group: organizationId,
  };
  await commit(table, [], { messages: [again] });
});

const unknown: Measured = { reach: null, engagements: null, clicks: null };

/** Returns what the platform gives; null if it gave no response and is asked again. */
async function measure(
  post: Post,
  stage: "first" | "final",
  { table, nowMs }: Pick<Effects, "table" | "nowMs">,
): Promise<Measured | null> {
  const publisher = await publisherOf({ table, nowMs, secrets }, post);
  if (publisher === null) return unknown;
  const { credentials, account, sessions } = publisher;
  const service = { table, nowMs: nowMs(), timeoutMs: 10 * secondMs, allowLoopback: allowsLoopback() };
  try {
    return await channels[post.channel].measure(post, { ...service, credentials, account, sessions });
  } catch (error) {
    if (postponedReasonOf(error) !== null) throw error;
    const { id: postId, organizationId, channel } = post;
    logger.warn("a post could not be measured", { organizationId, postId, channel, error });
    const dueMs = Date.parse(post.publishedAt ?? "") + measureAfterMs[stage];
    return nowMs() + retryMs > dueMs + lateMsMax ? unknown : null;
  }
}

function metricsOf({ reach, engagements, clicks }: Measured, { valuePerClick, currency }: Brand["settings"]) {
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
