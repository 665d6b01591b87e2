import { type Brand, openBrand } from "../../../functions/domain/brand.ts";
import { type Delivery, newDelivery } from "../../../functions/domain/delivery.ts";
import type { NewId } from "../../../functions/domain/ids.ts";
import type { DeliveryStart } from "../../../functions/domain/message.ts";
import { type ModelEndpoint, newModelEndpoint } from "../../../functions/domain/model-endpoint.ts";
import { newPost } from "../../../functions/domain/new-post.ts";
import { openPipeline, type Pipeline } from "../../../functions/domain/pipeline.ts";
import { type Post } from "../../../functions/domain/post.ts";
import { queueRun, type Run } from "../../../functions/domain/run.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { openWebhook, type Webhook } from "../../../functions/domain/webhook.ts";
import { type WeeklyDigest, weeklyDigest } from "../../../functions/domain/weekly-digest.ts";
import { idMaker } from "../../../functions/platform/ids.ts";

/** 21 November 2026, a Saturday. */
export const testTimeMs = Date.UTC(2026, 10, 21, 12);

let lastIdMs = testTimeMs;
/** Makes ids in ascending order: the time of each is one second after the one before it. */
export const newId: NewId = idMaker(() => {
  lastIdMs += 1_000;
  return lastIdMs;
});

/** A brand in Zurich that waits for its first weekly digest, that of the week of `testTimeMs`. */
export function aBrandWithDigests(organizationId: string): Brand {
  return openBrand(
    { id: newId("brd"), organizationId, name: "Acme", timezone: "Europe/Zurich", settings: {} },
    testTimeMs,
  );
}

/** A brand older than weekly digests, so that no digest is caught up once `testTimeMs` is in the past. */
export function aBrand(organizationId: string): Brand {
  const { nextDigest: _, ...brand } = aBrandWithDigests(organizationId);
  return brand;
}

/** The digest of the week of `testTimeMs`, for a brand that published nothing. */
export function aDigest(organizationId: string, brandId: string): WeeklyDigest {
  const startsAt = "2026-11-15T23:00:00.000Z";
  const endsAt = "2026-11-22T23:00:00.000Z";
  return weeklyDigest(
    { organizationId, brandId, week: "2026-W47", startsAt, endsAt },
    { posts: [], previous: null, brand: aBrand(organizationId) },
    Date.parse(endsAt),
  );
}

export function aPipeline(organizationId: string, brandId: string): Pipeline {
  return openPipeline(
    {
      id: newId("pip"),
      organizationId,
      brandId,
      name: "News",
      status: "active",
      schedule: null,
      sources: [
        {
          type: "feed",
          url: "https://example.com/feed.xml",
        },
      ],
      topics: [],
      channels: ["feed"],
      postsPerRun: 5,
      generator: { type: "template" },
    },
    testTimeMs,
  );
}

/** A model endpoint without a key. Nothing listens there. */
export function aModelEndpoint(organizationId: string, brandId: string): ModelEndpoint {
  const given = { organizationId, brandId, url: "https://localhost:1/v1", model: "small-writer" };
  return newModelEndpoint({ ...given, sealedApiKey: null }, testTimeMs);
}

export function aRun(organizationId: string, pipelineId = newId("pip"), brandId = newId("brd")): Run {
  return queueRun(
    { runId: newId("run"), organizationId, pipelineId, brandId, trigger: "manual" },
    testTimeMs,
  );
}

export function aPost(organizationId: string, changes: Partial<Post> = {}): Post {
  const ids = { brandId: newId("brd"), pipelineId: newId("pip"), runId: newId("run") };
  const content = { text: "Hello", link: "https://example.com/hello", hashtags: ["#hello"], media: [] };
  const given = { id: newId("pst"), organizationId, ...ids, channel: "feed" as const, content };
  return { ...newPost(given, "manual", testTimeMs, testTimeMs), ...changes };
}

export function aWebhook(organizationId: string): Webhook {
  return openWebhook(
    {
      id: newId("whk"),
      organizationId,
      url: "https://example.com/hook",
      events: ["post.published"],
      sealedSecret: null,
      description: null,
    },
    testTimeMs,
  );
}

/** The start of a delivery to a subscription, as its message has it. */
export function aStart({ organizationId, id: webhookId, url }: Webhook): DeliveryStart {
  const id = newId("dlv");
  return {
    id,
    organizationId,
    webhookId,
    url,
    eventId: newId("evt"),
    type: "post.published",
    body: JSON.stringify({ bytes: `of ${id}` }),
    createdAt: isoTime(testTimeMs),
  };
}

export function aDelivery(webhook: Webhook): Delivery {
  return newDelivery(aStart(webhook));
}
