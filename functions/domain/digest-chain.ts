import type { OutgoingMessage } from "./message.ts";
import { isOverdue } from "./overdue.ts";
import { isoTime } from "./time.ts";
import { type Week, weekAfter, weekAt, weekStartMs } from "./week.ts";

/**
 * The week whose digest a brand waits for. It begins where the one before it has ended, also in another time zone:
 * so each post is in exactly one week.
 */
export interface NextDigest {
  week: Week;
  startsAt: string;
}

interface Planned {
  id: string;
  organizationId: string;
  timezone: string;
}

/** How many weeks are made up for, where nothing was computed for longer. */
const missedWeeksMax = 8;

/** What a brand waits for at first: the digest of the week that it is now. */
export function firstDigest(timezone: string, nowMs: number): NextDigest {
  return digestOf(weekAt(nowMs, timezone), timezone);
}

/** What a brand waits for after a digest that ended at a moment: the next week, or the first that is made up for. */
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

/** When a week ends in a zone, in epoch milliseconds: the next Monday at 00:00 there. */
export function weekEndMs(week: Week, timezone: string): number {
  return weekStartMs(weekAfter(week), timezone);
}

/** The message that computes the digest of a week when that ends in the brand's zone, and calls for the next one. */
export function digestMessage(
  { id: brandId, organizationId, timezone }: Planned,
  { week }: NextDigest,
): OutgoingMessage {
  return {
    queue: "digests",
    body: { kind: "digest.compute", organizationId, brandId, week, timezone },
    notBeforeMs: weekEndMs(week, timezone),
    group: organizationId,
  };
}

/** What calls again for the digest that a brand waits for, where that is overdue. */
export function overdueDigestMessages(
  brand: Planned & { nextDigest?: NextDigest },
  nowMs: number,
): OutgoingMessage[] {
  const { nextDigest: next, timezone } = brand;
  return next !== undefined && isOverdue(weekEndMs(next.week, timezone), nowMs)
    ? [digestMessage(brand, next)]
    : [];
}
