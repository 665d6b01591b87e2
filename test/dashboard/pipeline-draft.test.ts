import { expect, it } from "vitest";
import * as z from "zod/mini";
import type { Pipeline, Run, Source } from "../../client/api.ts";
import { generatorDraftOf, generatorOf } from "../../dashboard/src/views/pipelines/generator-draft.ts";
import {
  changesIn,
  differencesOf,
  draftOf,
  fieldInWords,
  givenIn,
  postsOfRunMax,
} from "../../dashboard/src/views/pipelines/pipeline-draft.ts";
import { sourceHealth } from "../../dashboard/src/views/pipelines/source-health.ts";
import {
  nameInStages,
  sourceDraftOf,
  sourceOf,
  sourceTypes,
} from "../../dashboard/src/views/pipelines/source-types.ts";
import { generator } from "../../functions/contract/schemas/generator.ts";
import { sourceSchemas } from "../../functions/contract/schemas/source.ts";
import { postsPerRunTimesChannelsMax } from "../../functions/domain/pipeline.ts";
import { requestOf } from "../../functions/pipeline/sources/requests.ts";

const sources: Source[] = [
  { type: "feed", url: "https://example.com/news.xml?page=1" },
  { type: "hackernews" },
  { type: "hackernews", query: "coffee", minPoints: 20 },
  { type: "mastodon_trends", instance: "https://mastodon.social", kind: "tags" },
  { type: "bluesky_trends" },
  { type: "wikipedia_pageviews", project: "en.wikipedia" },
  { type: "google_trends", country: "CH" },
  { type: "arxiv", category: "cs.AI" },
];

const pipeline: Pipeline = {
  id: "pip_1",
  brandId: "brd_1",
  name: "News",
  status: "active",
  schedule: "0 9 * * 1-5",
  sources,
  topics: ["tea", "coffee"],
  channels: ["feed", "mastodon"],
  postsPerRun: 5,
  generator: { type: "template" },
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: "2026-11-20T09:00:00.000Z",
};

it("a form can make every type of source that the contract has, with all its fields", () => {
  for (const [type, schema] of Object.entries(sourceSchemas)) {
    const offered = Object.entries(sourceTypes).find(([name]) => name === type)?.[1].fields ?? [];
    const fields = Object.keys(schema.shape).filter((name) => name !== "type");
    expect(offered.map(({ name }) => name).toSorted(), type).toEqual(fields.toSorted());
  }
});

it.each(sources)("a source comes back unchanged from its draft: %j", (source) => {
  expect(sourceOf(sourceDraftOf(source, 0))).toEqual(source);
});

it.each(sources)("a source has the name that the stages of a run give it: %j", (source) => {
  expect(nameInStages(source)).toBe(requestOf(source, 0).name);
});

it.each([
  { type: "template" as const },
  { type: "bedrock" as const, model: "eu.amazon.nova-lite-v1:0" },
  {
    type: "bedrock" as const,
    model: "eu.amazon.nova-lite-v1:0",
    guardrail: { id: "gr1", version: "DRAFT" },
    pricePerMillionTokens: { input: 0, output: 1.5 },
  },
  { type: "openai_compatible" as const, pricePerMillionTokens: { input: 0.5, output: 1.5 } },
])("a generator comes back unchanged from its draft: %j", (given) => {
  expect(generatorOf(generatorDraftOf(given))).toEqual(given);
  expect(z.safeParse(generator, given).success).toBe(true);
});

it("a form that changes nothing sends nothing", () => {
  expect(changesIn(draftOf(pipeline), pipeline)).toEqual({});
});

it("a form sends only the fields that were changed", () => {
  const draft = { ...draftOf(pipeline), name: " Other ", topics: "tea\n\n tea \nmilk" };
  expect(changesIn(draft, pipeline)).toEqual({ name: "Other", topics: ["tea", "milk"] });
});

it("a change by someone else is named by its fields", () => {
  expect(differencesOf(pipeline, { ...pipeline, postsPerRun: 6, status: "paused" })).toEqual([
    "status",
    "posts per run",
  ]);
});

it.each([
  ["sources[1].url", "source 2"],
  ["postsPerRun", "posts per run"],
  ["generator.guardrail.id", "generator"],
  ["Idempotency-Key", "Idempotency-Key"],
])("the rejected field %s is called %s", (field, words) => {
  expect(fieldInWords(field)).toBe(words);
});

it("a draft gives all fields of a new pipeline", () => {
  const { name, schedule, topics, channels, postsPerRun } = pipeline;
  const given = { name, schedule, topics, channels, postsPerRun, sources, generator: pipeline.generator };
  expect(givenIn(draftOf(pipeline))).toEqual(given);
});

it("the form knows the service's limit of posts in a run", () => {
  expect(postsOfRunMax).toBe(postsPerRunTimesChannelsMax);
});

const [feed, hackernews, coffee] = sources;
const runWith = (detail: string, status: "succeeded" | "failed" = "succeeded"): Run => ({
  runId: "run_1",
  pipelineId: "pip_1",
  brandId: "brd_1",
  trigger: "manual",
  status,
  outputs: [],
  stages: [{ name: "discover", status, startedAt: null, finishedAt: null, detail }],
  error: null,
  createdAt: "2026-11-21T09:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  usage: null,
});

it("the health of a source is what the last run's stage says about it", () => {
  if (feed === undefined || hackernews === undefined || coffee === undefined) throw new Error("no sources");
  const problem = "https://example.com/news.xml responded with status 500";
  const run = runWith(`12 items of 2 sources; ${problem}; Hacker News (coffee) responded with status 429`);
  expect(sourceHealth(feed, pipeline, run)).toEqual({ state: "problem", text: problem });
  expect(sourceHealth(hackernews, pipeline, run)).toEqual({ state: "read" });
  expect(sourceHealth(coffee, pipeline, run)).toMatchObject({ state: "problem" });
  const failed = runWith(`No source could be read: ${problem}`, "failed");
  expect(sourceHealth(feed, pipeline, failed)).toEqual({ state: "problem", text: problem });
});

it("the health of a source is unknown without a run, and if the pipeline has changed since and no problem names it", () => {
  if (feed === undefined) throw new Error("no sources");
  expect(sourceHealth(feed, pipeline, undefined)).toEqual({ state: "unknown" });
  const changed = { updatedAt: "2026-11-22T09:00:00.000Z" };
  expect(sourceHealth(feed, changed, runWith("3 items of 1 source"))).toEqual({ state: "unknown" });
  expect(sourceHealth(feed, pipeline, runWith("The run was cancelled.", "failed"))).toEqual({
    state: "unknown",
  });
});
