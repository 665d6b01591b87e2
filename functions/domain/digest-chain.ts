import type { OutgoingMessage } from "./message.ts";
import { isOverdue } from "./overdue.ts";
import { isoTime } from "./time.ts";
import { type Week, weekAfter, weekAt, weekStartMs } from "./week.ts";

/**
 * The week whose digest a brand waits for. It begins when the week before it ended, also if the brand has changed its
 * time zone since. So each post is in exactly one week.
 */
export interface NextDigest {
  week: Week;
  startsAt: string;
}

interface DigestedBrand {
  id: string;
  organizationId: string;
  timezone: string;
}

/** How many weeks are caught up, if no digest was computed for longer. */
const missedWeeksMax = 8;

/** The first digest that a new brand waits for: the one of the current week. */
export function firstDigest(timezone: string, nowMs: number): NextDigest {
  return digestOf(weekAt(nowMs, timezone), timezone);
}

/** The digest that a brand waits for after another one: the next week's, or the first one that is caught up. */
export function digestAfter(
  { week, endsAt }: { week: Week; endsAt: string },
  timezone: string,
  nowMs: number,
): NextDigest {
  const next = weekAfter(week);
  const earliest = weekAfter(weekAt(nowMs, timezone), -missedWeeksMax);
  return next < earliest ? digestOf(earliest, timezone) : { week: next, startsAt: endsAt };
}

function digestOf(week: Week, timezone: string): NextDigest {
  return { week, startsAt: isoTime(weekStartMs(week, timezone)) };
}

/** When a week ends in a time zone, in epoch milliseconds: the next Monday at 00:00 local time. */
export function weekEndMs(week: Week, timezone: string): number {
  return weekStartMs(weekAfter(week), timezone);
}

/** The message that computes the digest of a week. It is due when the week ends in the brand's time zone. */
export function digestMessage(
  { id: brandId, organizationId, timezone }: DigestedBrand,
  { week }: NextDigest,
): OutgoingMessage {
  return {
    queue: "digests",
    body: { kind: "digest.compute", organizationId, brandId, week, timezone },
    notBeforeMs: weekEndMs(week, timezone),
    group: organizationId,
  };
}

/** Returns the message of the digest that a brand waits for, if it is overdue: its first message was lost. */
export function overdueDigestMessages(
  brand: DigestedBrand & { nextDigest?: NextDigest },
  nowMs: number,
): OutgoingMessage[] {
  const { nextDigest: next, timezone } = brand;
  return next !== undefined && isOverdue(weekEndMs(next.week, timezone), nowMs)
    ? [digestMessage(brand, next)]
    : [];
}
