import { createHash } from "node:crypto";
import { dayMs, isoTime } from "../../domain/time.ts";

/** Readers are kept long enough for the last measurement of a post, and no longer. */
const keptDays = 4;

/** The UTC day of a moment, as the readers of a feed are counted. */
export function dayOf(epochMs: number): string {
  return isoTime(epochMs).slice(0, 10);
}

/**
 * Who fetches a feed: a name that says nothing of the address behind it, and how many people the reader speaks for.
 * Aggregators say so in their User-Agent ("Feedly/1.0 (…; 12 subscribers)"); anybody else is one.
 */
export function readerOf(
  brandId: string,
  headers: Readonly<Record<string, string | undefined>>,
  sourceIp: string,
  nowMs: number,
): { day: string; name: string; subscribers: number; expiresAtSeconds: number } {
  const agent = headers["user-agent"] ?? "";
  const address = headers["cloudfront-viewer-address"] ?? sourceIp;
  const subscribers = Number(/\b(\d{1,7}) (?:subscribers|readers)\b/i.exec(agent)?.[1] ?? 1);
  // An aggregator fetches from many addresses and names itself; a person's reader is known by its address too.
  const who = subscribers > 1 ? agent.replaceAll(/\d+/g, "") : `${agent}|${address.replace(/:\d+$/, "")}`;
  return {
    day: dayOf(nowMs),
    name: createHash("sha256").update(`${brandId}|${who}`).digest("base64url").slice(0, 16),
    subscribers: Math.max(1, subscribers),
    expiresAtSeconds: Math.floor((nowMs + keptDays * dayMs) / 1000),
  };
}
