import type * as z from "zod/mini";
import type { trendRoutes } from "../../../functions/contract/routes/trends.ts";
import * as trends from "../../../functions/contract/schemas/trend.ts";
import { scoreOf } from "../../../functions/domain/trend-score.ts";
import { enumSchema, id, pageSchema, responseSchema } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged } from "../operation-text.ts";

const { made } = exampleTimes;
const terms: z.output<typeof trends.trendTerms> = {
  observed: 4.402,
  expected: 0.061,
  halfLifeHours: 12,
  evidenceMax: 3,
  sources: [
    { source: "Coffee Daily", observed: 2.612, expected: 0.02 },
    { source: "The Barista", observed: 1.79, expected: 0.041 },
  ],
};

export const exampleTrend: z.output<typeof trends.trend> = {
  id: exampleIds.trd,
  brandId: exampleIds.brd,
  title: "Champions of milk and espresso meet in Trieste",
  score: scoreOf(terms),
  status: "rising",
  firstSeenAt: "2026-11-21T03:10:00.000Z",
  lastSeenAt: "2026-11-21T07:40:00.000Z",
  sources: ["Coffee Daily", "The Barista"],
  items: [
    {
      title: "Trieste is full: the espresso championship begins",
      url: "https://barista.example/trieste",
      source: "The Barista",
      publishedAt: "2026-11-21T07:40:00.000Z",
    },
    {
      title: "Champions of milk and espresso meet in Trieste",
      url: "https://coffee.example/champions",
      source: "Coffee Daily",
      publishedAt: "2026-11-21T03:10:00.000Z",
    },
  ],
  terms,
  curve: [
    { from: "2026-11-20T18:00:00.000Z", observed: 0, expected: 0.02 },
    { from: "2026-11-21T00:00:00.000Z", observed: 2, expected: 0.02 },
    { from: "2026-11-21T06:00:00.000Z", observed: 2.904, expected: 0.035 },
  ],
  updatedAt: made,
};

export const trendComponents = {
  Trend: responseSchema(
    trends.trend,
    "A topic of which a brand's sources report more than they usually do. All values are as of `updatedAt`. A trend can be read for 30 days after its last change.",
    {
      id: id("trd", "The id of the trend."),
      brandId: id("brd", "The brand whose pipelines read the sources."),
      title: "The title of the item that fits the topic best. It can change when new items are found.",
      score:
        "How far the mentions are above what is expected, in standard deviations. See `terms` for the formula.",
      status:
        "`rising`: the score was at least the brand's `trendThreshold`, and has not been below half of it since. `fading`: it has been below half of it since.",
      firstSeenAt: "When the first known item on the topic was published.",
      lastSeenAt: "When the last known item on the topic was published.",
      sources: "The names of the sources that report on the topic.",
      items: "The newest items on the topic, newest first, at most 10.",
      terms: "What the score is computed from.",
      curve:
        "The mentions of the topic in each six hours, oldest first, at most 28. The last six hours may not be over. Six hours that no run has seen within two days are left out.",
      updatedAt: "When the run that found the latest change was created.",
    },
  ),
  TrendStatus: enumSchema(trends.trendStatus, "The status of a trend."),
  TrendItem: responseSchema(trends.trendItem, "An item of a source.", {
    title: "The title of the item.",
    url: "The address of the item.",
    source: "The name of the source.",
    publishedAt: "When the item was published; `null` if the source does not say.",
  }),
  TrendTerms: responseSchema(
    trends.trendTerms,
    "The terms of a score. With o and e, the `observed` and the `expected` of each source: score = Σ min(`evidenceMax`, √o + √(o + 1) − √(4e + 1)) / √(1 + Σ min(1, e)).",
    {
      observed: "The sum of the observed mentions of the sources.",
      expected: "The sum of the expected mentions of the sources.",
      halfLifeHours: "After this time a mention counts half, after twice this time a quarter.",
      evidenceMax: "The most that one source can add to the score.",
      sources: "The terms of each source that reports or has reported on the topic.",
    },
  ),
  TrendSource: responseSchema(trends.trendSource, "The terms of one source.", {
    source: "The name of the source.",
    observed:
      "The recent mentions of the topic, each with its weight by age. A mention with more engagement than is usual in its source weighs up to 4.",
    expected:
      "How many mentions the source would have if the topic had its usual share of what the source publishes now.",
  }),
  TrendPoint: responseSchema(trends.trendPoint, "Six hours of a trend's curve.", {
    from: "When the six hours begin.",
    observed: "The mentions of the topic by all its sources. They have no weight by age.",
    expected:
      "How many mentions there would have been if the topic had had its usual share of what its sources published in these six hours.",
  }),
  TrendPage: pageSchema(trends.trends, "trends"),
};

export const trendOperations: Tagged<Record<keyof typeof trendRoutes, OperationText>> = {
  tag: "Trends",
  description: "A trend is a topic of which a brand's sources report more than they usually do.",
  operations: {
    listTrends: {
      summary: "List trends",
      description: "Returns the trends of the organization. You can filter them by brand and status.",
      query: ["TrendStatus", "TrendBrand", "Limit", "Cursor", "Order", "CreatedSort"],
      success: {
        text: "A page of trends.",
        query: { brandId: exampleIds.brd, status: "rising" },
        example: { data: [exampleTrend], nextCursor: null },
      },
      errors: [
        invalidExample({ query: { status: "hot" } }, [
          { field: "status", reason: "must be one or more of rising, fading, separated by commas" },
        ]),
      ],
    },
    getTrend: {
      summary: "Get a trend",
      description: "Returns a trend with its items and with the terms of its score.",
      success: { text: "The trend.", example: exampleTrend },
    },
  },
};
