import { type FeedReader, slotCount, subscribersMax } from "../../../domain/audience.ts";
import { dayMs, isoTime, secondMs } from "../../../domain/time.ts";
import { visitorDigest } from "../../visitors.ts";

/** Readers are stored until the last measurement of a post. */
const keptDays = 4;

/** The UTC day of a moment. Readers of a feed are counted per UTC day. */
export function dayOf(epochMs: number): string {
  return isoTime(epochMs).slice(0, 10);
}

/** The day on which a reader is counted, and when its record is deleted (epoch seconds). */
export function countingDay(nowMs: number): { day: string; expiresAtSeconds: number } {
  return { day: dayOf(nowMs), expiresAtSeconds: Math.floor((nowMs + keptDays * dayMs) / secondMs) };
}

/**
 * The aggregators that send the number of a feed's subscribers in their User-Agent, such as
 * `Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; …)`, by a word that names them.
 */
const aggregators =
  /(?<![\w-])(bazqux|bloglovin|feedbin|feedly|feed wrangler|g2reader|inoreader|netvibes|newsblur|theoldreader)(?![\w-])/i;

/**
 * Identifies the reader of a feed. Only a known aggregator counts for the number of subscribers that it declares, and an
 * aggregator counts once, whatever else its User-Agent says. Any other reader counts as one.
 */
export function readerOf(brandId: string, agent: string, address: string): FeedReader {
  const aggregator = aggregators.exec(agent)?.[1];
  if (aggregator !== undefined) {
    const declared = Number(/(?<!\d)(\d+) (?:subscriber|reader)s?\b/i.exec(agent)?.[1] ?? 1);
    const subscribers = Math.min(Math.max(declared, 1), subscribersMax);
    return { kind: "aggregator", name: aggregator.toLowerCase(), subscribers };
  }
  return { kind: "single", slot: visitorDigest(brandId, address).readUInt32BE(0) % slotCount };
}
