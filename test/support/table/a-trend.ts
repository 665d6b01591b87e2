import { isoTime } from "../../../functions/domain/time.ts";
import { bucketOf, bucketStartMs, type Trend, type TrendTerms } from "../../../functions/domain/trend.ts";
import { scoreOf } from "../../../functions/domain/trend-score.ts";
import { newId } from "./entities.ts";

const terms: TrendTerms = {
  observed: 4,
  expected: 0,
  halfLifeHours: 12,
  evidenceMax: 3,
  sources: ["Tidings", "Harbour News"].map((source) => ({ source, observed: 2, expected: 0 })),
};

/** A rising trend, which two sources report. */
export function aTrend(
  brand: { organizationId: string; brandId: string },
  nowMs: number,
  changes: Partial<Trend> = {},
): Trend {
  const at = isoTime(nowMs);
  const item = { title: "Solar ferry sails", url: "https://tidings.example/ferry", source: "Tidings" };
  return {
    ...brand,
    id: newId("trd"),
    title: item.title,
    score: scoreOf(terms),
    status: "rising",
    firstSeenAt: at,
    lastSeenAt: at,
    sources: ["Harbour News", "Tidings"],
    items: [{ ...item, publishedAt: at }],
    terms,
    curve: [0, 0, 1, 0, 0, 1, 1, 3, 4].map((observed, index) => ({
      from: isoTime(bucketStartMs(bucketOf(nowMs) - 8 + index)),
      observed,
      expected: 0.4,
    })),
    updatedAt: at,
    ...changes,
  };
}
