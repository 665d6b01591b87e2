import type { TrendSource, TrendTerms } from "../../../../client/api.ts";
import { formatNumber } from "../../text/numbers.ts";

interface Explained {
  term: string;
  sentence: string;
}

/** What a trend's score says, and what it is computed from: a sentence for each term. */
export function explanationOf(
  { score, terms }: { score: number; terms: TrendTerms },
  /** The brand's `trendThreshold`; undefined while it is not known. */
  threshold: number | undefined,
): Explained[] {
  const { observed, expected, halfLifeHours, evidenceMax, sources } = terms;
  return [
    {
      term: "Score",
      sentence: `The mentions are ${formatNumber(score)} standard deviations above what is expected.${
        threshold === undefined
          ? ""
          : ` A topic of this brand rises from ${formatNumber(threshold)} on, and fades below ${formatNumber(threshold / 2)}.`
      }`,
    },
    {
      term: "Observed",
      sentence: `The recent mentions count ${formatNumber(observed)}. A new mention counts 1, and up to 4 if it gets more reactions than its source usually gets.`,
    },
    {
      term: "Expected",
      sentence: `${formatNumber(expected)} would be usual: as many as the topic would have with its usual share of what ${
        sources.length === 1 ? "its source publishes" : "its sources publish"
      } now.`,
    },
    {
      term: "Half-life",
      sentence: `A mention counts half after ${formatNumber(halfLifeHours)} hours, and a quarter after ${formatNumber(halfLifeHours * 2)} hours.`,
    },
    {
      term: "Limit per source",
      sentence: `One source adds at most ${formatNumber(evidenceMax)} before all are weighed together, so a source that writes much about one topic makes no trend.`,
    },
  ];
}

/** "8 times as many as expected", for people who do not want to divide. */
export function comparisonInWords({
  observed,
  expected,
}: Pick<TrendSource, "observed" | "expected">): string {
  if (observed === 0) return "no recent mention";
  if (expected === 0) return "no mention was expected";
  const times = observed / expected;
  if (times >= 1.1) return `${formatNumber(oneDecimal(times))} times as many as expected`;
  return times > 0.9 ? "as many as expected" : "fewer than expected";
}

const oneDecimal = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
