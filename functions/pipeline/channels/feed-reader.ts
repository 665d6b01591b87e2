import { createHash } from "node:crypto";
import { dayMs, isoTime } from "../../domain/time.ts";

/** Readers are stored until the last measurement of a post. */
const keptDays = 4;

/** The UTC day of a moment. Readers of a feed are counted per UTC day. */
export function dayOf(epochMs: number): string {
  return isoTime(epochMs).slice(0, 10);
}

/**
 * Identifies the reader of a feed by a name that does not reveal its IP address, with the number of its subscribers.
 * Aggregators send that number in their User-Agent ("Feedly/1.0 (…; 12 subscribers)"); any other reader counts as one.
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
  // An aggregator uses many addresses and one name. For other readers the address is part of the name.
  const who = subscribers > 1 ? agent.replaceAll(/\d+/g, "") : `${agent}|${address.replace(/:\d+$/, "")}`;
  return {
    day: dayOf(nowMs),
    name: createHash("sha256").update(`${brandId}|${who}`).digest("base64url").slice(0, 16),
    subscribers: Math.max(1, subscribers),
    expiresAtSeconds: Math.floor((nowMs + keptDays * dayMs) / 1000),
  };
}
