import { formatMoney, formatNumber, formatPercent } from "../../text/numbers.ts";

/** The metrics of a post, a run, a week or a group of posts. Null is not known, which is never 0. */
interface Metrics {
  posts: number | null;
  reach: number | null;
  engagementRate: number | null;
  clicks: number | null;
  estimatedRoi: number | null;
  currency: string | null;
}

interface Metric {
  name: string;
  of: (metrics: Metrics) => number | null;
  format: (value: number | null) => string;
}

/** The metrics that are numbers without a currency. */
export const metrics = [
  { name: "Posts", of: ({ posts }) => posts, format: formatNumber },
  { name: "Reach", of: ({ reach }) => reach, format: formatNumber },
  { name: "Engagement rate", of: ({ engagementRate }) => engagementRate, format: formatPercent },
  { name: "Clicks", of: ({ clicks }) => clicks, format: formatNumber },
] as const satisfies readonly Metric[];

interface Comparison {
  name: string;
  now: string;
  before: string;
  change: string;
}

/** The metrics of a week beside those of the week before, which is null if there are none. */
export function comparisonOf(now: Metrics, before: Metrics | null): Comparison[] {
  const rows = metrics.map(({ name, of, format }) => {
    const [current, previous] = [of(now), before === null ? null : of(before)];
    const change =
      name === "Engagement rate"
        ? changeInPoints(current, previous)
        : changeOf(current, previous, formatNumber);
    return { name, now: format(current), before: format(previous), change };
  });
  const isComparable = before !== null && now.currency !== null && now.currency === before.currency;
  const formatSame = (value: number) => formatMoney(value, now.currency);
  return [
    ...rows,
    {
      name: "Estimated ROI",
      now: formatMoney(now.estimatedRoi, now.currency),
      before: formatMoney(before?.estimatedRoi ?? null, before?.currency ?? null),
      change: isComparable ? changeOf(now.estimatedRoi, before.estimatedRoi, formatSame) : "not known",
    },
  ];
}

/** "+12 (+8%)". Without a percentage if the figure before was 0. */
function changeOf(now: number | null, before: number | null, format: (value: number) => string): string {
  if (now === null || before === null) return "not known";
  const change = now - before;
  if (change === 0) return "no change";
  const share = before === 0 ? "" : ` (${signed(Math.round((change / before) * 100), formatNumber)}%)`;
  return signed(change, format) + share;
}

function changeInPoints(now: number | null, before: number | null): string {
  if (now === null || before === null) return "not known";
  const points = Math.round((now - before) * 10_000) / 100;
  if (points === 0) return "no change";
  return `${signed(points, formatNumber)} percentage ${Math.abs(points) === 1 ? "point" : "points"}`;
}

const signed = (value: number, format: (value: number) => string) =>
  `${value > 0 ? "+" : value < 0 ? "−" : "±"}${format(Math.abs(value))}`;
