import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { issueKey } from "../../../functions/domain/keyring.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { insertBrand } from "../../../functions/table/brands.ts";
import { insertFeedEntry } from "../../../functions/table/feeds.ts";
import { insertApiKey } from "../../../functions/table/keyring.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import { linkChange } from "../../../functions/table/links.ts";
import { storeModelEndpoint } from "../../../functions/table/model-endpoints.ts";
import { insertPipeline } from "../../../functions/table/pipelines.ts";
import { completeRun, insertRun, leaseRun } from "../../../functions/table/runs.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import { trendPut } from "../../../functions/table/trends.ts";
import { insertWebhook } from "../../../functions/table/webhooks.ts";
import { digestPut } from "../../../functions/table/weekly-digests.ts";
import type { Organization } from "../../../lib/local/service-file.ts";
import { storeBulkReplay } from "../delivery/bulk-replays.ts";
import { storeDeadLettered } from "../delivery/deliveries.ts";
import { provided } from "../setup/provided.ts";
import { aTrend } from "../table/a-trend.ts";
import {
  aBrand,
  aDelivery,
  aDigest,
  aModelEndpoint,
  aPipeline,
  aPost,
  aRun,
  aWebhook,
  newId,
  testTimeMs,
} from "../table/entities.ts";
import { storeReviewLink } from "../table/review-links.ts";
import { tableAt } from "../table/table.ts";
import { connectWebhook } from "./connected-webhook.ts";
import { newOrganization } from "./organization.ts";
import { bodyOf, caseOf, pathOf } from "./valid-requests.ts";

/**
 * An organization with one resource for every kind of path, and with a digest of its brand for the week 2026-W47. The brand has
 * connected the channel `webhook`, and has a model endpoint.
 */
export interface Fixtures {
  organizationId: string;
  keys: Organization["keys"];
  ids: Record<
    Extract<IdPrefix, "brd" | "pip" | "run" | "pst" | "whk" | "dlv" | "dlt" | "rpl" | "key" | "trd" | "rvl">,
    string
  > & {
    /** A post in each status but `pending`, which the post `pst` has. */
    [Status in Exclude<Post["status"], "pending">]: string;
  } & {
    /** A brand without pipelines. */
    emptyBrd: string;
    /** A run that has not ended. */
    queuedRun: string;
  };
}

/** Nothing listens on this port, so every request to it fails at once. */
const closedPort = "localhost:1";

/** Makes an organization with all resources. */
export async function newFixtures(): Promise<Fixtures> {
  const { fixtures, stores } = await openFixtures();
  for (const store of Object.values(stores)) await store();
  return fixtures;
}

/**
 * Makes an organization with the resources that the valid request of a route needs. The other ids name nothing. The tests of all
 * routes make hundreds of organizations, and most routes need few resources.
 */
export async function newFixturesFor(name: string): Promise<Fixtures> {
  const { fixtures, stores } = await openFixtures();
  const { ids } = fixtures;
  const { route, query, needs, idInResponse } = caseOf(name);
  const request = JSON.stringify([pathOf(route, fixtures), query?.(ids), bodyOf(name, fixtures)]);
  const named = Object.entries(ids).filter(([, id]) => request.includes(id));
  const kinds = new Set<string | undefined>([...named.map(([kind]) => kind), needs, idInResponse]);
  for (const [kind, store] of Object.entries(stores)) if (kinds.has(kind)) await store();
  return fixtures;
}

/** Makes an organization without resources, and the functions that store them. */
async function openFixtures() {
  const { organizationId, keys } = await newOrganization();
  const table = tableAt(provided("service").database);
  const brand = aBrand(organizationId);
  const emptyBrand = aBrand(organizationId);
  const sources = [{ type: "feed" as const, url: `http://${closedPort}/feed.xml` }];
  const pipeline = { ...aPipeline(organizationId, brand.id), sources };
  const run = aRun(organizationId, pipeline.id, brand.id);
  const post = aPost(organizationId, { brandId: brand.id, pipelineId: pipeline.id, runId: run.runId });
  const others = {
    draft: aPost(organizationId, { status: "draft" }),
    scheduled: aPost(organizationId, { status: "scheduled", scheduledAt: isoTime(Date.UTC(2099, 0)) }),
    published: aPost(organizationId, { status: "published", publishedAt: isoTime(testTimeMs) }),
    failed: aPost(organizationId, {
      // A retry needs the brand.
      brandId: emptyBrand.id,
      status: "failed",
      failure: { code: "outcome_unknown", message: "The outcome is unknown." },
    }),
  };
  const queuedRun = aRun(organizationId, newId("pip"), emptyBrand.id);
  const webhook = { ...aWebhook(organizationId), url: `https://${closedPort}/hook` };
  const delivery = aDelivery(webhook);
  const apiKey = issueKey(
    { id: newId("key"), name: "another", role: "read", hash: newId("key") },
    testTimeMs,
  );
  const trend = aTrend({ organizationId, brandId: brand.id }, Date.now());
  const { draft, scheduled, published, failed } = others;
  const ids = {
    trd: trend.id,
    key: apiKey.id,
    rvl: newId("rvl"),
    brd: brand.id,
    emptyBrd: emptyBrand.id,
    pip: pipeline.id,
    run: run.runId,
    queuedRun: queuedRun.runId,
    pst: post.id,
    draft: draft.id,
    scheduled: scheduled.id,
    published: published.id,
    failed: failed.id,
    whk: webhook.id,
    dlv: delivery.id,
    dlt: deadLetterIdOf(delivery.id),
    rpl: newId("rpl"),
  };

  const storeBrands = once(async () => {
    await insertBrand(table, brand);
    await commit(table, [digestPut(aDigest(organizationId, brand.id))]);
    await connectWebhook(table, organizationId, brand.id);
    await storeModelEndpoint(table, aModelEndpoint(organizationId, brand.id));
    await insertBrand(table, emptyBrand);
  });
  const storeContent = once(async () => {
    await storeBrands();
    await insertPipeline(table, pipeline);
    await insertRun(table, run, []);
    await leaseRun(table, run, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    const posts = [post, ...Object.values(others)];
    await completeRun(table, run, "t", { posts, stages: run.stages, nowMs: testTimeMs, messages: [] });
    await insertFeedEntry(table, brand.id, isoTime(testTimeMs), feedEntry(post), [
      linkChange(post.id, "https://example.com/hello"),
    ]);
  });
  const storeWebhook = once(async () => {
    await insertWebhook(table, webhook);
    await storeDeadLettered(table, delivery);
  });
  const stores: Record<keyof Fixtures["ids"], () => Promise<unknown>> = {
    brd: storeBrands,
    emptyBrd: storeBrands,
    pip: storeContent,
    run: storeContent,
    pst: storeContent,
    draft: storeContent,
    scheduled: storeContent,
    published: storeContent,
    failed: storeContent,
    queuedRun: async () => {
      await storeBrands();
      await insertRun(table, queuedRun, []);
    },
    whk: storeWebhook,
    dlv: storeWebhook,
    dlt: storeWebhook,
    rpl: async () => {
      await storeWebhook();
      await storeBulkReplay(table, organizationId, { webhookId: webhook.id }, Date.now(), ids.rpl);
    },
    key: () => insertApiKey(table, { organizationId, cursorKey: "" }, apiKey, testTimeMs),
    trd: async () => {
      await storeBrands();
      await commit(table, [trendPut(trend, Date.now())]);
    },
    rvl: async () => {
      await storeBrands();
      await storeReviewLink(table, { organizationId, brandId: brand.id, id: ids.rvl });
    },
  };
  return { fixtures: { organizationId, keys, ids }, stores };
}

/** Returns a function that calls `act` at its first call only. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

function feedEntry({ id: postId, content }: Post) {
  const { text, hashtags } = content;
  return { postId, url: `/r/${postId}`, text, hashtags, publishedAt: isoTime(testTimeMs) };
}
