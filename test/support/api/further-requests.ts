import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { dayMs, hourMs, isoTime } from "../../../functions/domain/time.ts";
import { hashApiKey, newSessionToken } from "../../../functions/platform/api-key.ts";
import { insertPipeline } from "../../../functions/table/pipelines.ts";
import { insertSession } from "../../../functions/table/sessions.ts";
import { listen } from "../../../lib/demo/listen.ts";
import { provided } from "../setup/provided.ts";
import { aPipeline, aPost, newId } from "../table/entities.ts";
import { storePosts } from "../table/posts.ts";
import { storeReviewLink } from "../table/review-links.ts";
import { tableAt } from "../table/table.ts";
import type { Fixtures } from "./fixtures.ts";

const table = tableAt(provided("service").database);

/** The differences from a route's valid request. */
export interface Variation {
  /** The status of the response. @default that of the route's success */
  status?: number;
  /** Sent instead of the key. */
  cookie?: string;
  headers?: Record<string, string>;
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** A further request of a route: it needs an action on the table that the valid request does not need. */
export const furtherRequests: Partial<
  Record<string, (fixtures: Fixtures) => Variation | Promise<Variation>>
> = {
  listPipelines: () => ({ id: newId("brd"), status: 404 }),
  listRuns: () => ({ id: newId("pip"), status: 404 }),
  updateBrand: () => ({ body: { timezone: "Asia/Tokyo" } }),
  updateWebhook: () => ({ body: {} }),
  updateOrganization: () => ({ body: {} }),
  getWeeklyAnalytics: () => ({ query: { brandId: newId("brd"), week: "2026-W47" }, status: 404 }),
  getBrandAnalytics: async ({ organizationId, ids: { brd: brandId } }) => {
    const publishedAt = isoTime(Date.now() - dayMs);
    await storePosts(table, [aPost(organizationId, { brandId, status: "published", publishedAt })]);
    return {};
  },
  listPosts: async ({ organizationId, ids }) => {
    const scope = { organizationId, brandId: ids.brd, postId: ids.pst };
    const { token } = await storeReviewLink(table, scope);
    return { headers: { Authorization: `Bearer ${token}` } };
  },
  batchPosts: ({ ids }) => ({ body: { action: "approve", ids: [ids.pst] } }),
  // A preview that can read a source looks up the links of what it chooses.
  previewRun: async ({ organizationId, ids }) => {
    const item = "<item><title>Cold brew on tap</title><link>https://example.com/a</link></item>";
    const feed = `<rss version="2.0"><channel><title>Example</title>${item}</channel></rss>`;
    const server = createServer((_, response) => response.end(feed)).unref();
    const sources = [{ type: "feed" as const, url: `http://127.0.0.1:${await listen(server)}/feed.xml` }];
    const pipeline = { ...aPipeline(organizationId, ids.brd), sources };
    await insertPipeline(table, pipeline);
    return { id: pipeline.id };
  },
  updatePost: ({ ids }) => ({ id: ids.scheduled }),
  deletePipeline: async ({ organizationId, ids }) => ({
    id: await storeScheduledPipeline(organizationId, ids.brd),
  }),
  replayDeadLetters: ({ ids }) => ({ body: { webhookId: ids.whk } }),
  deleteModelEndpoint: () => ({ id: newId("brd"), status: 404 }),
  deleteSession: async (fixtures) => ({ cookie: await cookieOf(fixtures) }),
  followLink: () => ({ headers: { "User-Agent": "Mozilla/5.0" } }),
};

/** Stores a pipeline that waits for a time of its schedule, and returns its id. */
async function storeScheduledPipeline(organizationId: string, brandId: string): Promise<string> {
  const nextTick = { at: "2099-01-01T09:00:00.000Z", schedule: "0 9 1 1 *", timezone: "Europe/Zurich" };
  const pipeline = { ...aPipeline(organizationId, brandId), schedule: nextTick.schedule, nextTick };
  await insertPipeline(table, pipeline);
  return pipeline.id;
}

/** Stores a session of the write key, and returns the Cookie header that a browser then sends. */
export async function cookieOf({ organizationId, keys }: Fixtures): Promise<string> {
  const token = newSessionToken(randomBytes);
  await insertSession(table, {
    hash: hashApiKey(token),
    keyHash: hashApiKey(keys.write),
    organizationId,
    role: "write",
    expiresAt: isoTime(Date.now() + hourMs),
  });
  return `__Host-session=${token}`;
}
