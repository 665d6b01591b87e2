import { HttpError, ok, type RequestOpts } from "@oazapfts/runtime";
import { expect, vi } from "vitest";
import * as api from "../../../client/api.ts";
import { serveFeed } from "../../../lib/demo/feed-server.ts";
import { openHttpClient } from "../../support/client/http-client.ts";
import { requestOptions } from "../../support/e2e/request-options.ts";
import { provided } from "../../support/setup/provided.ts";
import { newDashboardOrganization } from "./organization.ts";
import { storeWhatTheApiCannotCreate } from "./seed-table.ts";
import { plainTexts, type Texts } from "./texts.ts";

const dayMs = 86_400_000;

/** An organization with data for every view. */
export interface Seeded {
  organizationId: string;
  keys: Awaited<ReturnType<typeof newDashboardOrganization>>["keys"];
  /** The ids of what the views show. `pending`, `draft`, `scheduled` and `failed` are posts. */
  ids: Record<
    | "brand"
    | "pipeline"
    | "run"
    | "trend"
    | "webhook"
    | "deadLetter"
    | "pending"
    | "draft"
    | "scheduled"
    | "failed",
    string
  >;
}

/** Sends requests through the generated client with a key, until `work` ends. An error of the API fails the test in its words. */
export async function withApi<Result>(
  key: string,
  work: (options: RequestOpts) => Promise<Result>,
): Promise<Result> {
  const client = openHttpClient(provided("service"));
  try {
    return await work(requestOptions(client, key));
  } catch (error) {
    throw error instanceof HttpError ? new Error(JSON.stringify(error.data), { cause: error }) : error;
  } finally {
    client.close();
  }
}

/**
 * Creates an organization with a brand, a pipeline and its run, posts in every status, a trend, a weekly digest, a
 * subscription with a dead letter, a second key and a review link.
 * @param texts gives the text of every field that takes one
 */
export async function seedOrganization(texts: Texts = plainTexts): Promise<Seeded> {
  const { organizationId, keys } = await newDashboardOrganization();
  return withApi(keys.admin, async (options) => {
    await ok(api.updateOrganization({ organizationChanges: { name: texts("Northwind", 120) } }, options));
    const brand = await ok(api.createBrand({ newBrand: newBrand(texts) }, options));
    const channelCredentials = { url: `${provided("service").channelOrigin}/in/northwind` };
    await ok(api.connectChannel({ id: brand.id, channel: "webhook", channelCredentials }, options));
    const { pipelineId, runId } = await runPipeline(brand.id, texts, options);
    const posts = await createPosts(brand.id, texts, options);
    const newWebhookSubscription = {
      // Nothing listens there.
      url: `https://localhost:1/${"hook/".repeat(texts("", 100).length + 1)}`,
      events: ["post.published" as const, "post.failed" as const],
      secret: "a secret",
      description: texts("Tells the newsroom what is out", 500),
    };
    const webhook = await ok(api.createWebhook({ newWebhookSubscription }, options));
    const newApiKey = { name: texts("Reporting", 120), role: "read" as const };
    await ok(api.createApiKey({ newApiKey }, options));
    const newReviewLink = { brandId: brand.id, name: texts("Ada of the agency", 120) };
    await ok(api.createReviewLink({ newReviewLink }, options));
    const stored = await storeWhatTheApiCannotCreate({ organizationId, brandId: brand.id, webhook }, texts);
    return {
      organizationId,
      keys,
      ids: { brand: brand.id, pipeline: pipelineId, run: runId, webhook: webhook.id, ...posts, ...stored },
    };
  });
}

function newBrand(texts: Texts): api.NewBrand {
  const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
  return {
    name: texts("Northwind Coffee", 120),
    timezone: "Europe/Berlin",
    settings: {
      voice: texts("Warm and plain. No exclamation marks.", 1_000),
      hashtags: ["northwind"],
      postingSlots: weekdays.flatMap((weekday) => ["09:30", "16:00"].map((time) => ({ weekday, time }))),
      avoid: [texts("layoffs", 100)],
      utm: { utm_source: texts("feed", 200) },
      valuePerClick: 0.5,
      currency: "EUR",
    },
  };
}

async function runPipeline(brandId: string, texts: Texts, options: RequestOpts) {
  const feed = await serveFeed();
  try {
    const newPipeline: api.NewPipeline = {
      name: texts("Morning news", 120),
      status: "active",
      schedule: "0 7 * * 1-5",
      sources: [{ type: "feed", url: feed.url }],
      topics: [texts("coffee", 80)],
      channels: ["feed"],
      postsPerRun: 6,
    };
    const pipeline = await ok(api.createPipeline({ id: brandId, newPipeline }, options));
    const { runId } = await ok(api.triggerRun({ id: pipeline.id }, options));
    await vi.waitFor(
      async () => expect((await ok(api.getRun({ id: runId }, options))).status).toBe("succeeded"),
      { timeout: 60_000, interval: 200 },
    );
    return { pipelineId: pipeline.id, runId };
  } finally {
    feed.close();
  }
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Creates posts by hand that are pending, draft and scheduled, with comments. */
async function createPosts(brandId: string, texts: Texts, options: RequestOpts) {
  const create = async (changes: Partial<api.NewPost>) => {
    const newPost: api.NewPost = {
      brandId,
      // The channel `feed` takes texts of 500 characters only.
      channel: "webhook",
      text: texts("The new roastery opens on Saturday. Come by for a cup and a look around.", 5_000),
      link: "https://example.com/roastery",
      hashtags: [texts("#opening", 60).replaceAll(/[^#\p{L}\p{N}]/gu, "")],
      media: [
        {
          url: provided("browser").pictureUrl,
          alt: texts("The sun over the hills behind the roastery", 1_000),
        },
      ],
      ...changes,
    };
    return (await ok(api.createPost({ newPost }, options))).id;
  };
  const pending = await create({ status: "pending", scheduledAt: inDays(1) });
  const newComment = { text: texts("Which door do visitors take?", 2_000) };
  await ok(api.createComment({ id: pending, newComment }, options));
  const draft = await create({ status: "pending" });
  const changesRequest = { comment: texts("Please name the street.", 2_000) };
  await ok(api.requestChanges({ id: draft, changesRequest }, options));
  const scheduled = await create({ status: "pending", scheduledAt: inDays(2) });
  await ok(api.approvePost({ id: scheduled }, options));
  const published = await create({ status: "pending" });
  await ok(api.approvePost({ id: published }, options));
  return { pending, draft, scheduled };
}
