import { firstRiseDay, sampleDays } from "./plan.ts";
import { type Method, methods, replay } from "./replay.ts";
import { makeSample, risingTopics } from "./sample.ts";

export const top = 5;

export interface Quality {
  /** The part of the named trends that are planted rises of their day. A second trend of the same rise does not count. */
  precision: number;
  /** The part of each day's planted rises, at most `top`, that are named. */
  recall: number;
  /** How many of the planted rises were named on any day. */
  found: number;
}

/** Measures each method on the sample of a seed. */
export function measure(seed: number): Record<Method, Quality> {
  const sample = makeSample(seed);
  const rising = risingTopics(sample);
  const best = replay(sample, top);
  const days = Array.from({ length: sampleDays - firstRiseDay }, (_, index) => firstRiseDay + index);
  const qualityOf = (method: Method): Quality => {
    const hits = days.map((day) => new Set(best[method][day]?.filter((topic) => rising[day]?.has(topic))));
    const hitCount = hits.reduce((sum, { size }) => sum + size, 0);
    const named = days.reduce((sum, day) => sum + (best[method][day]?.length ?? 0), 0);
    const possible = days.reduce((sum, day) => sum + Math.min(top, rising[day]?.size ?? 0), 0);
    const found = new Set(hits.flatMap((topics) => [...topics])).size;
    return { precision: hitCount / named, recall: hitCount / possible, found };
  };
  const [service, counts, zScores] = methods;
  return { [service]: qualityOf(service), [counts]: qualityOf(counts), [zScores]: qualityOf(zScores) };
}
