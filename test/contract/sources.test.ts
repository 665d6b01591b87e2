import { expect, it } from "vitest";
import { newPipeline } from "../../functions/contract/schemas/pipeline.ts";
import { pipelineProblems } from "../../functions/pipeline/pipeline-problems.ts";
import { joinProblems, validate } from "../../functions/platform/validate.ts";
import { exampleSources } from "../../lib/openapi/resources/sources.ts";

async function problemsOf(source: unknown) {
  const body = { name: "News", channels: ["feed"], sources: [source] };
  return joinProblems(validate(newPipeline, body).problems, await pipelineProblems(body, {}));
}

it.each(exampleSources.map((source) => [source.type, source] as const))(
  "a pipeline takes a source of the type %s",
  async (_, source) => {
    expect(await problemsOf(source)).toEqual([]);
  },
);

it.each([
  { type: "hackernews" },
  { type: "hackernews", minPoints: 0 },
  { type: "mastodon_trends", instance: "https://social.example/", kind: "tags" },
  { type: "wikipedia_pageviews", project: "be-tarask.wikipedia" },
  { type: "wikipedia_pageviews", project: "simple.wikipedia" },
  ...["math", "astro-ph.GA", "cond-mat.mtrl-sci", "physics.acc-ph", "q-bio.NC", "quant-ph"].map(
    (category) => ({
      type: "arxiv",
      category,
    }),
  ),
])("a pipeline takes the source %j", async (source) => {
  expect(await problemsOf(source)).toEqual([]);
});

const types = "feed, hackernews, mastodon_trends, bluesky_trends, wikipedia_pageviews, google_trends, arxiv";

it.each<[unknown, string, string]>([
  [{}, "type", "is required"],
  [{ type: "reddit" }, "type", `must be one of ${types}`],
  [{ type: null }, "type", `must be one of ${types}`],
  [{ type: "feed" }, "url", "is required"],
  [{ type: "feed", url: "ftp://a.example/" }, "url", "must be an http or https URL"],
  [{ type: "feed", url: "http://10.0.0.1/feed" }, "url", "must point to a public address"],
  [{ type: "hackernews", query: " " }, "query", "must not be blank"],
  [{ type: "hackernews", query: "x".repeat(101) }, "query", "must be at most 100 characters"],
  [{ type: "hackernews", minPoints: -1 }, "minPoints", "must be at least 0"],
  [{ type: "hackernews", minPoints: "50" }, "minPoints", "must be a number"],
  [
    { type: "mastodon_trends", instance: "http://social.example", kind: "tags" },
    "instance",
    "must be an https URL",
  ],
  [
    { type: "mastodon_trends", instance: "https://social.example/@mia", kind: "tags" },
    "instance",
    "must be the address of the instance without a path, such as https://mastodon.social",
  ],
  [
    { type: "mastodon_trends", instance: "https://[fd00::1]", kind: "tags" },
    "instance",
    "must point to a public address",
  ],
  [
    { type: "mastodon_trends", instance: "https://social.example", kind: "people" },
    "kind",
    "must be one of tags, links, statuses",
  ],
  [
    { type: "wikipedia_pageviews", project: "en.wikipedia.org" },
    "project",
    "must be a Wikipedia by its language, such as en.wikipedia",
  ],
  [
    { type: "google_trends", country: "ch" },
    "country",
    "must be a country's code of two capital letters (ISO 3166), such as CH",
  ],
  [
    { type: "arxiv", category: "cs.AI/../../x" },
    "category",
    "must be a category of arXiv, such as cs.AI or math",
  ],
])("a pipeline rejects the source %j: its field %s %s", async (source, field, reason) => {
  expect(await problemsOf(source)).toEqual([{ field: `sources[0].${field}`, reason }]);
});
