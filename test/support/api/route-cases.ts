import type { routes } from "../../../functions/contract/routes.ts";
import { channelCases } from "./route-cases/channels.ts";
import { modelEndpointCases } from "./route-cases/model-endpoints.ts";
import { postReviewCases } from "./route-cases/post-review.ts";
import { postCases } from "./route-cases/posts.ts";
import { reviewLinkCases } from "./route-cases/review-links.ts";
import { invalidPages, type RouteCase } from "./route-cases/route-case.ts";
import { trendCases } from "./route-cases/trends.ts";
import { newBrand, newPipeline, newWebhook } from "./valid-bodies.ts";

/** One case for each row of the route table. A row without a case does not compile. */
export const routeCases: Record<keyof typeof routes, RouteCase> = {
  listBrands: { idInResponse: "brd", invalidRequests: invalidPages },
  createBrand: {
    body: newBrand,
    invalidRequests: [
      { body: {}, fields: ["name", "timezone"] },
      { body: { name: " ", timezone: "Mars/Olympus" }, fields: ["name", "timezone"] },
      { body: { name: "a".repeat(121), timezone: 1 }, fields: ["name", "timezone"] },
      {
        body: {
          ...newBrand,
          settings: {
            approval: "perhaps",
            hashtags: ["two words"],
            postingSlots: [{ weekday: "monday", time: "25:00" }, { weekday: "someday" }],
            currency: "euro",
            trendThreshold: 3,
            utm: { source: "feed" },
            quietHours: [{ start: "7:00", end: "24:00", weekdays: [] }, {}],
            blackoutDates: ["2026-02-29", "2026-12-26/2026-12-24", "2026-01-01/2027-01-02", "christmas"],
          },
        },
        fields: [
          "settings.approval",
          "settings.hashtags[0]",
          "settings.postingSlots[0].time",
          "settings.postingSlots[1].weekday",
          "settings.postingSlots[1].time",
          "settings.currency",
          "settings.trendThreshold",
          "settings.utm.source",
          "settings.quietHours[0].start",
          "settings.quietHours[0].end",
          "settings.quietHours[0].weekdays",
          "settings.quietHours[1].start",
          "settings.quietHours[1].end",
          "settings.blackoutDates[0]",
          "settings.blackoutDates[1]",
          "settings.blackoutDates[2]",
          "settings.blackoutDates[3]",
        ],
      },
    ],
  },
  getBrand: { idInResponse: "brd", invalidRequests: [] },
  updateBrand: {
    body: newBrand,
    idInResponse: "brd",
    invalidRequests: [
      { body: { name: "", timezone: "+02:00" }, fields: ["name", "timezone"] },
      { body: { settings: null, name: null }, fields: ["settings", "name"] },
      {
        body: { settings: { approval: null, hashtags: null, postingSlots: {}, valuePerClick: -1 } },
        fields: ["settings.approval", "settings.hashtags", "settings.postingSlots", "settings.valuePerClick"],
      },
    ],
  },
  deleteBrand: { idInPath: "emptyBrd", invalidRequests: [] },
  getCalendar: {
    query: () => ({ from: "2026-11-21", to: "2026-12-22" }),
    idInResponse: "brd",
    invalidRequests: [
      { query: "", fields: ["from", "to"] },
      { query: "from=2026-02-29&to=2026-13-01", fields: ["from", "to"] },
      { query: "from=2026-11-23T00:00:00&to=tomorrow", fields: ["from", "to"] },
      { query: "from=2026-11-23&to=2026-11-23", fields: ["to"] },
      { query: "from=2026-11-23&to=2026-12-25", fields: ["to"] },
      { query: "from=2026-11-23&to=2026-11-24T00:00:00Z", fields: ["to"] },
      { query: "from=2026-10-01T00:00:00Z&to=2026-11-01T01:00:01Z", fields: ["to"] },
    ],
  },
  ...channelCases,
  ...modelEndpointCases,
  listPipelines: { idInResponse: "pip", invalidRequests: [] },
  createPipeline: {
    body: newPipeline,
    invalidRequests: [
      { body: {}, fields: ["name", "sources", "channels"] },
      {
        body: { name: "", status: "gone", sources: [], topics: [""], channels: ["x"], postsPerRun: 51 },
        fields: ["name", "status", "sources", "topics[0]", "channels[0]", "postsPerRun"],
      },
      {
        body: {
          ...newPipeline,
          sources: [
            { type: "feed", url: "http://10.0.0.1/feed" },
            { type: "feed", url: "https://[fd00::1]/" },
          ],
        },
        fields: ["sources[0].url", "sources[1].url"],
      },
      { body: { ...newPipeline, generator: { type: "gpt" } }, fields: ["generator.type"] },
      {
        body: {
          ...newPipeline,
          generator: {
            type: "bedrock",
            model: "arn:aws:bedrock:eu-central-1::foundation-model/a",
            guardrail: { id: "ARN", version: "0" },
            pricePerMillionTokens: { input: -1 },
          },
        },
        fields: [
          "generator.model",
          "generator.guardrail.id",
          "generator.guardrail.version",
          "generator.pricePerMillionTokens.input",
          "generator.pricePerMillionTokens.output",
        ],
      },
    ],
  },
  getPipeline: { idInResponse: "pip", invalidRequests: [] },
  updatePipeline: {
    body: newPipeline,
    idInResponse: "pip",
    invalidRequests: [
      {
        body: { name: "", status: "gone", sources: [], topics: [""], channels: [], postsPerRun: 0 },
        fields: ["name", "status", "sources", "topics[0]", "channels", "postsPerRun"],
      },
      {
        body: {
          schedule: "every day",
          sources: [{ type: "feed", url: "http://10.0.0.1/feed" }],
          generator: null,
        },
        fields: ["schedule", "sources[0].url", "generator"],
      },
    ],
  },
  deletePipeline: { invalidRequests: [] },
  listOrganizationPipelines: {
    idInResponse: "pip",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=done&order=newest&brandId=&limit=x",
        fields: ["status", "order", "brandId", "limit"],
      },
    ],
  },
  triggerRun: { idInResponse: "pip", invalidRequests: [] },
  listRuns: {
    idInResponse: "run",
    invalidRequests: [
      ...invalidPages,
      { query: "order=newest&sort=status&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
  getRun: { idInResponse: "run", invalidRequests: [] },
  listOrganizationRuns: {
    idInResponse: "run",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=done&order=newest&brandId=&pipelineId=&limit=x",
        fields: ["status", "order", "brandId", "pipelineId", "limit"],
      },
    ],
  },
  cancelRun: { idInPath: "queuedRun", idInResponse: "queuedRun", invalidRequests: [] },
  previewRun: { invalidRequests: [] },
  ...postCases,
  ...postReviewCases,
  ...reviewLinkCases,
  getRunAnalytics: { idInResponse: "run", invalidRequests: [] },
  getPostAnalytics: { idInPath: "published", idInResponse: "published", invalidRequests: [] },
  getWeeklyAnalytics: {
    query: ({ brd: brandId }) => ({ brandId, week: "2026-W47" }),
    idInResponse: "brd",
    invalidRequests: [
      { query: "", fields: ["brandId", "week"] },
      { query: "brandId=&week=", fields: ["brandId", "week"] },
      { query: `brandId=${"b".repeat(201)}&week=2026-11-16`, fields: ["brandId", "week"] },
      ...["2026-W54", "2026-W00", "2026-W7", "2026W47", "2026-w47", "2025-W53", "2027-W53", "+2026-W47"].map(
        (week) => ({ query: `brandId=brd&week=${encodeURIComponent(week)}`, fields: ["week"] }),
      ),
    ],
  },
  getBrandAnalytics: {
    query: () => ({ by: "hour", weeks: "12" }),
    idInResponse: "brd",
    invalidRequests: [
      { query: "by=day&weeks=0", fields: ["by", "weeks"] },
      ...["13", "1.5", "", "four"].map((weeks) => ({ query: `weeks=${weeks}`, fields: ["weeks"] })),
    ],
  },
  listWebhooks: { idInResponse: "whk", invalidRequests: invalidPages },
  createWebhook: {
    body: newWebhook,
    invalidRequests: [
      { body: {}, fields: ["url", "events"] },
      {
        body: {
          url: "http://example.com",
          events: ["post.gone", "post.published", 3],
          secret: "",
          description: 1,
        },
        fields: ["url", "events[0]", "events[2]", "secret", "description"],
      },
      { body: { ...newWebhook, events: [] }, fields: ["events"] },
      { body: { ...newWebhook, url: "https://169.254.169.254/latest" }, fields: ["url"] },
      { body: { ...newWebhook, secret: "a".repeat(256) }, fields: ["secret"] },
    ],
  },
  getWebhook: { idInResponse: "whk", invalidRequests: [] },
  updateWebhook: {
    body: { ...newWebhook, status: "disabled" },
    idInResponse: "whk",
    invalidRequests: [
      {
        body: { url: "ftp://example.com", events: "all", secret: 1, status: "off", description: [] },
        fields: ["url", "events", "secret", "status", "description"],
      },
      { body: { url: "https://0xa.1/hook", events: ["post.failed"] }, fields: ["url"] },
    ],
  },
  deleteWebhook: { invalidRequests: [] },
  testWebhook: { idInResponse: "whk", invalidRequests: [] },
  rotateWebhookSecret: {
    body: { secret: "another secret", graceSeconds: 60 },
    idInResponse: "whk",
    invalidRequests: [
      { body: {}, fields: ["secret"] },
      { body: { secret: "", graceSeconds: -1 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: null, graceSeconds: 604_801 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: "a".repeat(256), graceSeconds: 1.5 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: "a\u0000b", graceSeconds: "60" }, fields: ["secret", "graceSeconds"] },
    ],
  },
  listDeliveries: {
    idInResponse: "dlv",
    invalidRequests: [
      ...invalidPages,
      { query: "order=newest&sort=status&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
  listDeadLetters: {
    idInResponse: "dlt",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=lost&order=newest&webhookId=&limit=x",
        fields: ["status", "order", "webhookId", "limit"],
      },
    ],
  },
  getDeadLetter: { idInResponse: "dlt", invalidRequests: [] },
  replayDeadLetter: { idInResponse: "dlt", invalidRequests: [] },
  replayDeadLetters: {
    body: { status: ["exhausted", "final_attempt_pending"] },
    invalidRequests: [
      { body: { status: ["resolved"] }, fields: ["status[0]"] },
      { body: { status: ["exhausted", "replaying", 1] }, fields: ["status[1]", "status[2]"] },
      { body: { status: [], webhookId: "" }, fields: ["status", "webhookId"] },
      { body: { status: "exhausted", webhookId: null }, fields: ["status", "webhookId"] },
    ],
  },
  getBulkReplay: { idInResponse: "rpl", invalidRequests: [] },
  listApiKeys: { idInResponse: "key", invalidRequests: invalidPages },
  createApiKey: {
    body: { name: "Deploy", role: "write", expiresAt: "2099-01-01T02:00:00+02:00", rateLimit: 600 },
    invalidRequests: [
      { body: {}, fields: ["name", "role"] },
      { body: { name: " ", role: "owner", rateLimit: 0 }, fields: ["name", "role", "rateLimit"] },
      {
        body: { name: "a".repeat(121), role: "read", rateLimit: 10_001, expiresAt: "2020-01-01T00:00:00Z" },
        fields: ["name", "rateLimit", "expiresAt"],
      },
      {
        body: { name: 1, role: null, rateLimit: 1.5, expiresAt: "2099-02-30T00:00:00Z" },
        fields: ["name", "role", "rateLimit", "expiresAt"],
      },
      { body: { name: "a", role: "read", expiresAt: "2100-01-01T00:00:00Z" }, fields: ["expiresAt"] },
      { body: { name: "a", role: "read", expiresAt: 32_503_680_000 }, fields: ["expiresAt"] },
    ],
  },
  deleteApiKey: { invalidRequests: [] },
  rotateApiKey: {
    body: { graceSeconds: 60 },
    idInResponse: "key",
    invalidRequests: [
      { body: { graceSeconds: -1 }, fields: ["graceSeconds"] },
      { body: { graceSeconds: 604_801 }, fields: ["graceSeconds"] },
      { body: { graceSeconds: "60" }, fields: ["graceSeconds"] },
      { body: { graceSeconds: null }, fields: ["graceSeconds"] },
    ],
  },
  getOrganization: { invalidRequests: [] },
  updateOrganization: {
    body: { name: "Acme and Sons" },
    invalidRequests: [
      { body: { name: "" }, fields: ["name"] },
      { body: { name: null }, fields: ["name"] },
      { body: { name: "a\nb" }, fields: ["name"] },
    ],
  },
  readFeed: { idInResponse: "pst", invalidRequests: [] },
  followLink: { invalidRequests: [] },
  getOpenapi: { invalidRequests: [] },
  ...trendCases,
};
