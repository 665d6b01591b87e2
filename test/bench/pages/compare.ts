import { describePage, type PageCase, type PostListModel } from "../../support/table/post-list-model.ts";
import { quantilesOf } from "../webhooks/quantiles.ts";
import { groupOf } from "./costs.ts";

/** One side of the comparison. */
export interface Side {
  lists: PostListModel;
  request: (page: PageCase) => Promise<string[]>;
}

interface Times {
  p50: number | null;
  p95: number | null;
}

export interface Comparison {
  pages: number;
  /** Pairs of measurements (one in each table), of all pages together. */
  pairs: number;
  /** Median time in the large table ÷ median time in the small table, over all pages. */
  ratios: { p50: number; p95: number; worst: number; worstPage: string; above: number };
  /** Milliseconds, by page size and number of statuses. */
  times: Record<string, { pages: number; small: Times; large: Times }>;
}

export const ratioMax = 1.5;
/**
 * A median of few values varies. Pages above this ratio are measured again, up to `pairsMax` times. All values count.
 */
const repeatAboveRatio = 1.25;
const pairsMax = 61;
const roundsMin = 3;

interface Measured {
  page: PageCase;
  smallMs: number[];
  largeMs: number[];
}

/**
 * Requests the same pages from both sides alternately, in sizes that the small table can fill, and compares the times.
 * `secondsMax` limits the duration of the rounds (there are at least three) and of the repeated measurements after them.
 * @throws when a page does not have the model's rows
 */
export async function compare(
  { small, large }: { small: Side; large: Side },
  cases: readonly PageCase[],
  { rounds, secondsMax }: { rounds: number; secondsMax: { rounds: number; repeats: number } },
): Promise<Comparison> {
  const measured: Measured[] = cases.flatMap((page) => {
    const limit = Math.min(page.limit, small.lists.length(page.filter));
    return limit === 0 ? [] : [{ page: { ...page, limit }, smallMs: [], largeMs: [] }];
  });
  const measure = async ({ page, smallMs, largeMs }: Measured, round: number) => {
    const sides = [
      { side: small, times: smallMs },
      { side: large, times: largeMs },
    ];
    for (const { side, times } of round % 2 === 0 ? sides : sides.toReversed())
      times.push(await timeOf(side, page));
  };
  // The first request of each page is not measured: it opens connections and fills caches.
  for (const { page } of measured) for (const side of [small, large]) await timeOf(side, page);
  const isWithin = timer(secondsMax.rounds);
  for (let round = 0; round < rounds && (round < roundsMin || isWithin()); round += 1)
    for (const one of measured) await measure(one, round);
  const isWithinRepeats = timer(secondsMax.repeats);
  for (let round = 0; round < pairsMax && isWithinRepeats(); round += 1)
    for (const one of measured)
      if (isWithinRepeats() && one.largeMs.length < pairsMax && ratioOf(one) > repeatAboveRatio)
        await measure(one, round);
  return summaryOf(measured, cases);
}

function timer(seconds: number): () => boolean {
  const endMs = performance.now() + seconds * 1_000;
  return () => performance.now() < endMs;
}

async function timeOf({ lists, request }: Side, page: PageCase): Promise<number> {
  const { ids } = lists.page(page.filter, page);
  const startedMs = performance.now();
  const found = await request(page);
  const durationMs = performance.now() - startedMs;
  if (found.join() !== ids.join()) throw new Error(`not the rows of the model: ${describePage(page)}`);
  return durationMs;
}

function ratioOf({ smallMs, largeMs }: Measured): number {
  return median(largeMs) / median(smallMs);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

function summaryOf(measured: readonly Measured[], cases: readonly PageCase[]): Comparison {
  const ratios = measured.map(ratioOf).toSorted((one, other) => one - other);
  const worst = measured.toSorted((one, other) => ratioOf(other) - ratioOf(one))[0];
  const share = (part: number) => ratios[Math.ceil(ratios.length * part) - 1] ?? Number.NaN;
  const groups = [...new Set(cases.map(groupOf))];
  return {
    pages: measured.length,
    pairs: measured.reduce((sum, { smallMs }) => sum + smallMs.length, 0),
    ratios: {
      p50: share(0.5),
      p95: share(0.95),
      worst: share(1),
      worstPage: worst === undefined ? "none" : describePage(worst.page),
      above: ratios.filter((ratio) => ratio > ratioMax).length,
    },
    times: Object.fromEntries(
      groups.flatMap((group) => {
        const members = measured.filter(({ page }) => groupOf(page) === group);
        if (members.length === 0) return [];
        const times = (of: (one: Measured) => number[]) => {
          const { p50, p95 } = quantilesOf(members.flatMap(of));
          return { p50, p95 };
        };
        const small = times(({ smallMs }) => smallMs);
        const large = times(({ largeMs }) => largeMs);
        return [[group, { pages: members.length, small, large }]];
      }),
    ),
  };
}
