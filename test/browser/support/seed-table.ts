import { newDelivery } from "../../../functions/domain/delivery.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letter-records.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { trendPut } from "../../../functions/table/trends.ts";
import { digestPut } from "../../../functions/table/weekly-digests.ts";
import { provided } from "../../support/setup/provided.ts";
import { aTrend } from "../../support/table/a-trend.ts";
import { bulkStorePosts } from "../../support/table/bulk-store-posts.ts";
import { aDigest, aPost, aStart, aWebhook } from "../../support/table/entities.ts";
import { manyPosts } from "../../support/table/many-posts.ts";
import { tableAt } from "../../support/table/table.ts";
import type { Texts } from "./texts.ts";

interface Owner {
  organizationId: string;
  brandId: string;
  webhook: { id: string; url: string };
}

/** Stores what only time or a failing platform brings about: a failed post, a trend, a weekly digest and a dead letter. */
export async function storeWhatTheApiCannotCreate(owner: Owner, texts: Texts) {
  const { organizationId, brandId } = owner;
  const table = tableAt(provided("service").database);
  const nowMs = Date.now();
  const failure = { code: "outcome_unknown", message: texts("The platform did not answer.", 1_000) };
  const content = {
    text: texts("Three new blends for the winter.", 5_000),
    link: null,
    hashtags: [],
    media: [],
  };
  const failed = aPost(organizationId, {
    brandId,
    pipelineId: null,
    runId: null,
    status: "failed",
    failure,
    content,
    scheduledAt: isoTime(nowMs),
    createdAt: isoTime(nowMs),
    updatedAt: isoTime(nowMs),
  });
  await bulkStorePosts(table, [failed].values());
  const title = texts("Solar ferry sails", 300);
  const item = { title, url: "https://tidings.example/ferry", source: texts("Tidings", 100) };
  const items = [{ ...item, publishedAt: isoTime(nowMs) }];
  const trend = aTrend({ organizationId, brandId }, nowMs, { title, items });
  await commit(table, [trendPut(trend, nowMs), digestPut(aDigest(organizationId, brandId))]);
  const deadLetter = await storeDeadLetter(table, owner, texts);
  return { failed: failed.id, trend: trend.id, deadLetter };
}

const minuteMs = 60_000;

/** Stores a delivery whose five attempts failed just now, and its dead letter. Returns the dead letter's id. */
export async function storeDeadLetter(
  table: Table,
  { organizationId, webhook }: Pick<Owner, "organizationId" | "webhook">,
  texts: Texts,
): Promise<string> {
  const nowMs = Date.now();
  const start = aStart({ ...aWebhook(organizationId), ...webhook });
  const body = JSON.stringify({
    id: start.eventId,
    type: start.type,
    data: { note: texts("A post is out", 5_000) },
  });
  const attempt = { statusCode: 503, latencyMs: 41, error: "status 503" };
  const delivery = {
    ...newDelivery({ ...start, body, createdAt: isoTime(nowMs - 8 * minuteMs) }),
    status: "dead_lettered" as const,
    nextAttempt: 6,
    nextAttemptAt: isoTime(nowMs + 30 * minuteMs),
    attempts: [1, 2, 3, 4, 5].map((number) => ({
      ...attempt,
      number,
      at: isoTime(nowMs - (6 - number) * minuteMs),
      response: texts("Service Unavailable", 1_024),
    })),
  };
  await storeDelivery(table, delivery, nowMs);
  await recordDeadLetter(table, delivery, nowMs);
  return deadLetterIdOf(delivery.id);
}

/** Stores so many posts of a year for a brand. A tenth more belongs to other organizations. */
export async function storeManyPosts(
  { organizationId, brandId }: Pick<Owner, "organizationId" | "brandId">,
  count: number,
): Promise<void> {
  const owner = { organizationId, brandIds: [brandId] as const };
  const { each } = manyPosts(Math.ceil(count / 0.9), { owner });
  await bulkStorePosts(tableAt(provided("service").database), each());
}
