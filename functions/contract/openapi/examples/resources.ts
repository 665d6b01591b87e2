import type * as z from "zod/mini";
import { runStages } from "../../../domain/run.ts";
import type { runAnalytics, weeklyAnalytics } from "../../schemas/analytics.ts";
import type { apiKey } from "../../schemas/api-key.ts";
import type { brand } from "../../schemas/brand.ts";
import type { organization } from "../../schemas/organization.ts";
import type { pipeline } from "../../schemas/pipeline.ts";
import type { post } from "../../schemas/post.ts";
import type { run } from "../../schemas/run.ts";
import { exampleIds, exampleTimes, exampleWeekTimes } from "./ids.ts";

const { made, due, measured } = exampleTimes;
const { week, startsAt, endsAt, refreshedAt } = exampleWeekTimes;
const times = { createdAt: made, updatedAt: made };
const { org, key, brd, pip, run: runId, pst } = exampleIds;

export const exampleOrganization: z.output<typeof organization> = { id: org, name: "Acme", ...times };

export const exampleBrand: z.output<typeof brand> = {
  id: brd,
  name: "Acme Coffee",
  timezone: "Europe/Zurich",
  settings: {
    approval: "manual",
    voice: "Plain and friendly.",
    hashtags: ["coffee"],
    postingSlots: [{ weekday: "monday", time: "09:30" }],
    channels: ["feed"],
    utm: { utm_source: "feed" },
    valuePerClick: 0.5,
    currency: "EUR",
  },
  ...times,
};

export const examplePipeline: z.output<typeof pipeline> = {
  id: pip,
  brandId: brd,
  name: "Coffee news",
  status: "active",
  schedule: "0 9 * * 1-5",
  sources: [{ type: "feed", url: "https://example.com/news.xml" }],
  topics: ["espresso"],
  channels: ["feed"],
  postsPerRun: 3,
  generator: { type: "template" },
  ...times,
};

const started = { status: "succeeded" as const, startedAt: made, finishedAt: made };

export const exampleRun: z.output<typeof run> = {
  runId,
  pipelineId: pip,
  brandId: brd,
  trigger: "manual",
  status: "succeeded",
  outputs: [pst],
  stages: [
    { name: "discover", ...started, detail: "12 items of 1 source" },
    {
      name: "rank",
      ...started,
      detail: "3 candidates on the pipeline's topics, 1 trend; 2 posted by earlier runs",
    },
    { name: "write", ...started, detail: "1 post" },
    { name: "plan", ...started, detail: "the next posting slots" },
  ],
  error: null,
  createdAt: made,
  startedAt: made,
  finishedAt: made,
};

/** A run as it is when it was just asked for. */
export const exampleQueuedRun: z.output<typeof run> = {
  ...exampleRun,
  status: "queued",
  outputs: [],
  stages: runStages.map((name) => ({
    name,
    status: "pending",
    startedAt: null,
    finishedAt: null,
    detail: null,
  })),
  startedAt: null,
  finishedAt: null,
};

export const examplePost: z.output<typeof post> = {
  id: pst,
  brandId: brd,
  pipelineId: pip,
  runId,
  channel: "feed",
  content: {
    text: "How long should an espresso take? Twenty-five seconds, say the new champions.",
    link: "https://example.com/espresso?utm_source=feed",
    hashtags: ["coffee", "espresso"],
    media: [],
  },
  status: "pending",
  scheduledAt: due,
  publishedAt: null,
  externalUrl: null,
  failure: null,
  ...times,
};

export const exampleAnalytics: z.output<typeof runAnalytics> = {
  runId,
  status: "ready",
  reach: 1200,
  engagementRate: 0.04,
  clicks: 48,
  estimatedRoi: 24,
  currency: "EUR",
  posts: 1,
  availableAt: measured,
  updatedAt: measured,
};

export const exampleWeek: z.output<typeof weeklyAnalytics> = {
  brandId: brd,
  week,
  startsAt,
  endsAt,
  status: "ready",
  posts: 1,
  reach: 1200,
  engagementRate: 0.04,
  clicks: 48,
  estimatedRoi: 24,
  currency: "EUR",
  computedAt: endsAt,
  updatedAt: refreshedAt,
};

export const exampleApiKey: z.output<typeof apiKey> = {
  id: key,
  name: "Nightly export",
  role: "read",
  rateLimit: 120,
  status: "active",
  createdAt: made,
  expiresAt: null,
  rotatedTo: null,
  lastUsedAt: null,
};

/** Its checksum is wrong on purpose: nobody has it. */
export const exampleKey = "cps_0example0example0example0example0example";

export const exampleCursor = "kXW9k3YJ1Fq0l3bq1n7Rr2Yb9wTQ5mZt0a8sVb6cD4eF2gH";
