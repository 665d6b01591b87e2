import { newDelivery } from "../../../../functions/domain/delivery.ts";
import { firstDigest } from "../../../../functions/domain/digest-chain.ts";
import type { IdPrefix } from "../../../../functions/domain/ids.ts";
import type { Post } from "../../../../functions/domain/post.ts";
import { dayMs, isoTime } from "../../../../functions/domain/time.ts";
import { insertBrand } from "../../../../functions/table/brands.ts";
import { recordDeadLetter } from "../../../../functions/table/dead-letter-records.ts";
import { storeDelivery } from "../../../../functions/table/deliveries.ts";
import { insertFeedEntry } from "../../../../functions/table/feeds.ts";
import { deadLetterIdOf } from "../../../../functions/table/keys.ts";
import { linkChange } from "../../../../functions/table/links.ts";
import { storeMetrics } from "../../../../functions/table/metrics.ts";
import { insertPipeline } from "../../../../functions/table/pipelines.ts";
import { completeRun, insertRun, leaseRun } from "../../../../functions/table/runs.ts";
import { commit } from "../../../../functions/table/store/commit.ts";
import { trendPut } from "../../../../functions/table/trends.ts";
import { insertWebhook } from "../../../../functions/table/webhooks.ts";
import { digestPut } from "../../../../functions/table/weekly-digests.ts";
import type { Organization } from "../../../../lib/local/service-file.ts";
import { exampleBrand } from "../../../../lib/openapi/resources/brands.ts";
import { exampleEvents } from "../../../../lib/openapi/resources/example-events.ts";
import { examplePipeline } from "../../../../lib/openapi/resources/pipelines.ts";
import { examplePost } from "../../../../lib/openapi/resources/posts.ts";
import { exampleTrend } from "../../../../lib/openapi/resources/trends.ts";
import { exampleWebhook } from "../../../../lib/openapi/resources/webhooks.ts";
import { newOrganization } from "../../api/organization.ts";
import { provided } from "../../setup/provided.ts";
import { aBrand, aPost, aRun, aStart, aWebhook, newId, testTimeMs } from "../../table/entities.ts";
import { tableAt } from "../../table/table.ts";
import { attempted } from "./attempted.ts";
import { executed } from "./executed.ts";
import { digestOfWeek, measuredPost } from "./measured.ts";

/**
 * An organization with the resources of the document's examples, with ids of its own. The brand, the pipeline, the post,
 * the feed entry and the subscription are stored as the examples show them. The service's own code makes the run, the
 * attempts, the dead letter and the metrics from them.
 */
export interface Story {
  organizationId: string;
  keys: Organization["keys"];
  /** The id of the resource of each kind. */
  ids: Partial<Record<IdPrefix, string>>;
}

/** How a story differs from the default one. */
export interface StoryChanges {
  post?: Partial<Post>;
  withoutPipeline?: true;
  delivery?: "succeeded" | "dead-lettered";
}

/** The URL of a story's subscription. Nothing listens there. */
export const nowhere = "https://localhost:1/hook";

/** A time that stays in the future. */
const aheadMs = Date.UTC(2098, 10, 23);

export async function newStory(changes: StoryChanges = {}): Promise<Story> {
  const { organizationId, keys } = await newOrganization();
  const table = tableAt(provided("service").database);
  // An older brand, so that a page of one brand has a next page.
  await insertBrand(table, aBrand(organizationId));
  const nextDigest = firstDigest(exampleBrand.timezone, Date.now());
  const { suggestedSlots: _suggestedSlots, ...stored } = exampleBrand;
  const brand = { ...aBrand(organizationId), ...stored, nextDigest, id: newId("brd") };
  await insertBrand(table, brand);
  const pipeline = {
    ...examplePipeline,
    channels: ["feed" as const],
    id: newId("pip"),
    brandId: brand.id,
    organizationId,
    nextTick: null,
  };
  if (changes.withoutPipeline !== true) await insertPipeline(table, pipeline);

  const run = aRun(organizationId, pipeline.id, brand.id);
  // The run's own post is planned for later, so that the story's post is the first of the list. It has the slot on Monday,
  // 1 December.
  await executed(table, run, { pipeline, brand, nowMs: aheadMs + 3 * dayMs });
  const { nextAttempt: _nextAttempt, reason, ...written } = examplePost;
  const post = aPost(organizationId, {
    ...written,
    ...(reason !== null && { reason }),
    id: newId("pst"),
    channel: "feed",
    brandId: brand.id,
    pipelineId: pipeline.id,
    runId: run.runId,
    scheduledAt: isoTime(aheadMs),
    ...changes.post,
  });
  // The post belongs to another run, which no example lists.
  await storeRun(aRun(organizationId), [post]);
  await storeMetrics(table, organizationId, run.runId, measuredPost(post.id));
  await commit(table, [digestPut(digestOfWeek(organizationId, brand.id, post.id))]);
  await storePublication(brand.id, post);

  const { url: _url, ...shown } = exampleWebhook;
  const webhook = {
    ...aWebhook(organizationId),
    url: nowhere,
    events: shown.events,
    description: shown.description,
    sealedSecret: "sealed",
  };
  await insertWebhook(table, webhook);
  const trend = { ...exampleTrend, organizationId, brandId: brand.id, id: newId("trd") };
  await commit(table, [trendPut(trend, Date.now())]);
  const ids = {
    org: organizationId,
    brd: brand.id,
    pip: pipeline.id,
    run: run.runId,
    pst: post.id,
    whk: webhook.id,
    trd: trend.id,
  };
  if (changes.delivery === undefined) return { organizationId, keys, ids };

  const { body } = exampleEvents["post.published"];
  const started = newDelivery({ ...aStart(webhook), eventId: newId("evt"), body: JSON.stringify(body) });
  const statuses = changes.delivery === "succeeded" ? [503, 204] : [503, 503, 503, 503, 503];
  const delivery = await attempted(started, statuses);
  await storeDelivery(table, delivery, Date.now());
  if (changes.delivery === "dead-lettered") await recordDeadLetter(table, delivery, Date.now());
  return {
    organizationId,
    keys,
    ids: { ...ids, dlv: delivery.id, dlt: deadLetterIdOf(delivery.id), evt: delivery.eventId },
  };
}

async function storeRun(run: ReturnType<typeof aRun>, posts: readonly Post[]): Promise<void> {
  const table = tableAt(provided("service").database);
  await insertRun(table, run, []);
  await leaseRun(table, run, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
  await completeRun(table, run, "t", { posts, stages: run.stages, nowMs: testTimeMs, messages: [] });
}

async function storePublication(brandId: string, { id: postId, content }: Post): Promise<void> {
  const { database } = provided("service");
  const publishedAt = isoTime(testTimeMs);
  const { text, hashtags, link } = content;
  const entry = { postId, url: `/r/${postId}`, text, hashtags, publishedAt };
  await insertFeedEntry(tableAt(database), brandId, publishedAt, entry, [linkChange(entry.postId, link)]);
}
