import { inject } from "vitest";
import { exampleEvents } from "../../../functions/contract/openapi/examples/events.ts";
import {
  exampleAnalytics,
  exampleBrand,
  examplePipeline,
  examplePost,
  exampleRun,
  exampleWeek,
} from "../../../functions/contract/openapi/examples/resources.ts";
import {
  exampleDeadLetter,
  exampleDelivery,
  exampleWebhook,
} from "../../../functions/contract/openapi/examples/webhooks.ts";
import { newDelivery } from "../../../functions/domain/delivery.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { insertBrand } from "../../../functions/table/brands.ts";
import { commit } from "../../../functions/table/commit.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import { insertFeedEntry } from "../../../functions/table/feeds.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { storeMetrics } from "../../../functions/table/metrics.ts";
import { insertPipeline } from "../../../functions/table/pipelines.ts";
import { claimRun, completeRun, insertRun } from "../../../functions/table/runs.ts";
import { insertWebhook } from "../../../functions/table/webhooks.ts";
import { digestPut } from "../../../functions/table/weekly-digests.ts";
import type { Organization } from "../../../lib/local/service-file.ts";
import { aBrand, aPost, aRun, aStart, aWebhook, newId, testTimeMs } from "../../support/entities.ts";
import { newOrganization } from "../../support/organization.ts";
import { tableAt } from "../../support/table.ts";

/** An organization with the very things that the document's examples speak of, under ids of its own. */
export interface Story {
  organizationId: string;
  keys: Organization["keys"];
  /** The thing of each kind. */
  ids: Partial<Record<IdPrefix, string>>;
}

/** How a story differs from the usual one. */
export interface StoryChanges {
  post?: Partial<Post>;
  withoutPipeline?: true;
  delivery?: "succeeded" | "given up";
}

/** What is sent to the subscription of a story goes nowhere. */
export const nowhere = "https://localhost:1/hook";

/** A time that stays ahead. */
const aheadMs = Date.UTC(2098, 10, 23);

export async function newStory(changes: StoryChanges = {}): Promise<Story> {
  const { organizationId, keys } = await newOrganization();
  const table = tableAt(inject("service").database);
  // Older than the story's own, so that a page of one has a next one.
  await insertBrand(table, aBrand(organizationId));
  const brand = { ...aBrand(organizationId), ...exampleBrand, id: newId("brd") };
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
  const post = aPost(organizationId, {
    ...examplePost,
    id: newId("pst"),
    channel: "feed",
    brandId: brand.id,
    pipelineId: pipeline.id,
    runId: run.runId,
    scheduledAt: isoTime(aheadMs),
    ...changes.post,
  });
  await storeRun(run, [post]);
  // Later in the order of the list that is shown.
  const later = { brandId: brand.id, status: "pending" as const, scheduledAt: isoTime(aheadMs + 1) };
  await storeRun(aRun(organizationId), [aPost(organizationId, later)]);
  await storeFigures(organizationId, brand.id, post);
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
  const ids = {
    org: organizationId,
    brd: brand.id,
    pip: pipeline.id,
    run: run.runId,
    pst: post.id,
    whk: webhook.id,
  };
  if (changes.delivery === undefined) return { organizationId, keys, ids };

  const { body } = exampleEvents["post.published"];
  const started = newDelivery({ ...aStart(webhook), eventId: newId("evt"), body: JSON.stringify(body) });
  const given = changes.delivery === "succeeded" ? exampleDelivery : exampleDeadLetter;
  const attempts = given.attempts.map(({ retryAfter: _none, ...attempt }) => attempt);
  const delivery =
    changes.delivery === "succeeded"
      ? { ...started, status: "succeeded" as const, nextAttempt: null, nextAttemptAt: null, attempts }
      : { ...started, status: "dead_lettered" as const, nextAttempt: 6, attempts };
  await storeDelivery(table, delivery);
  if (changes.delivery === "given up") await recordDeadLetter(table, delivery, testTimeMs);
  return {
    organizationId,
    keys,
    ids: { ...ids, dlv: delivery.id, dlt: deadLetterIdOf(delivery.id), evt: delivery.eventId },
  };
}

async function storeRun(run: ReturnType<typeof aRun>, posts: readonly Post[]): Promise<void> {
  const table = tableAt(inject("service").database);
  await insertRun(table, run, []);
  await claimRun(table, run, { token: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
  const { stages } = exampleRun;
  await completeRun(table, run, "t", { posts, stages, nowMs: testTimeMs, messages: [] });
}

async function storeFigures(organizationId: string, brandId: string, { id: postId, runId }: Post) {
  const table = tableAt(inject("service").database);
  const { reach, engagementRate, clicks, estimatedRoi: value, currency } = exampleAnalytics;
  const time = isoTime(testTimeMs);
  const measured = { reach, clicks, value, currency, publishedAt: time, updatedAt: time };
  const engagements = Math.round((reach ?? 0) * (engagementRate ?? 0));
  await storeMetrics(table, organizationId, runId, { postId, stage: "final", engagements, ...measured });
  const digest = { organizationId, refreshes: 0, status: "ready" as const, posts: exampleWeek.posts ?? 0 };
  await commit(table, [digestPut({ ...exampleWeek, ...digest, brandId, computedAt: time, updatedAt: time })]);
}

async function storePublication(brandId: string, { id: postId, content }: Post): Promise<void> {
  const service = inject("service");
  const publishedAt = isoTime(testTimeMs);
  const { text, hashtags, link } = content;
  const entry = { postId, url: `${service.url}/r/${postId}`, text, hashtags, publishedAt };
  await insertFeedEntry(tableAt(service.database), brandId, publishedAt, entry, link);
}
