import type { IncomingHttpHeaders } from "node:http";
import { secondMs } from "../domain/time.ts";

/** How long a response asks to wait by its `Retry-After` header, in seconds or until a date (RFC 9110). */
export function retryAfterMsIn(
  { "retry-after": text = "" }: IncomingHttpHeaders,
  nowMs: number,
): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  const untilMs = Date.parse(text);
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs - nowMs);
}
