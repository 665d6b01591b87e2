import { rangeOfDates } from "./blackout-dates.ts";
import { type Brand, planningSlots, type QuietHours, type SlottedBrand, weekdayOf } from "./brand.ts";
import { offsetPeriods, timeOfDayMs } from "./local-time.ts";
import { slotsBetween } from "./slots.ts";
import { dayMs } from "./time.ts";

// Planning puts posts only at open times of a brand: outside its quiet hours and blackout dates. What the wall clock of the
// brand shows decides. So quiet hours are an hour longer or shorter in a night in which the clock changes.

/** A brand as planning sees it. */
export type PlannedBrand = Pick<Brand, "timezone"> & SlottedBrand;

export const blockedReasons = ["blackout_date", "quiet_hours"] as const;
export type BlockedReason = (typeof blockedReasons)[number];

/** A stretch of time in which planning puts no post. */
export interface BlockedPeriod {
  reason: BlockedReason;
  fromMs: number;
  /** Not part of it. */
  toMs: number;
}

/** Planning looks so far ahead. */
const horizonMs = 53 * 7 * dayMs;
const stepMs = 7 * dayMs;

/**
 * Returns the periods between two instants in which planning puts no post, sorted by their beginning, and cut off at the two
 * instants. Periods of different reasons can overlap.
 */
export function blockedPeriods(
  { timezone, settings }: PlannedBrand,
  fromMs: number,
  toMs: number,
): BlockedPeriod[] {
  const { quietHours, blackoutDates } = settings;
  if (quietHours.length === 0 && blackoutDates.length === 0) return [];
  const ranges = blackoutDates.map(rangeOfDates);
  const found: BlockedPeriod[] = [];
  for (const period of offsetPeriods(fromMs, toMs, timezone)) {
    const add = (reason: BlockedReason, wallFromMs: number, wallToMs: number) => {
      const startMs = Math.max(wallFromMs - period.offsetMs, period.fromMs);
      const endMs = Math.min(wallToMs - period.offsetMs, period.toMs);
      if (startMs < endMs) found.push({ reason, fromMs: startMs, toMs: endMs });
    };
    const firstDay = Math.floor((period.fromMs + period.offsetMs) / dayMs) * dayMs - dayMs;
    for (let day = firstDay; day < period.toMs + period.offsetMs; day += dayMs) {
      if (ranges.some(({ firstMs, lastMs }) => firstMs <= day && day <= lastMs))
        add("blackout_date", day, day + dayMs);
      for (const hours of quietHours.filter((one) => one.weekdays?.includes(weekdayOf(day)) ?? true)) {
        const { startMs, endMs } = hoursOf(hours);
        add("quiet_hours", day + startMs, day + endMs);
      }
    }
  }
  return blockedReasons
    .flatMap((reason) => merged(found.filter((one) => one.reason === reason)))
    .toSorted((one, other) => one.fromMs - other.fromMs);
}

/** Joins periods of one reason that overlap or follow each other. */
function merged(periods: readonly BlockedPeriod[]): BlockedPeriod[] {
  const all: BlockedPeriod[] = [];
  for (const period of periods.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = all.at(-1);
    if (last !== undefined && period.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, period.toMs);
    else all.push({ ...period });
  }
  return all;
}

/** The reason for which an instant is blocked, `blackout_date` if both apply; null if it is open. */
export function blockedAt(periods: readonly BlockedPeriod[], atMs: number): BlockedReason | null {
  const around = periods.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  return blockedReasons.find((reason) => around.some((period) => period.reason === reason)) ?? null;
}

/** The first open time from `fromMs` on; null if there is none within a year. */
export function firstOpenTime(brand: PlannedBrand, fromMs: number): number | null {
  for (let startMs = fromMs; startMs < fromMs + horizonMs; startMs += stepMs) {
    let openMs = startMs;
    for (const period of blockedPeriods(brand, startMs, startMs + stepMs))
      if (period.fromMs <= openMs) openMs = Math.max(openMs, period.toMs);
    if (openMs < startMs + stepMs) return openMs;
  }
  return null;
}

/** Yields the posting slots of a brand that are open, after `afterMs` and in ascending order, for a year. */
export function* openSlotsAfter(brand: PlannedBrand, afterMs: number): Generator<number> {
  const postingSlots = planningSlots(brand);
  if (postingSlots.length === 0) return;
  for (let startMs = afterMs + 1; startMs < afterMs + horizonMs; startMs += stepMs) {
    const blocked = blockedPeriods(brand, startMs, startMs + stepMs);
    for (const slotMs of slotsBetween(postingSlots, brand.timezone, startMs, startMs + stepMs))
      if (blockedAt(blocked, slotMs) === null) yield slotMs;
  }
}

/** Whether an instant is one of the slots in which a brand's posts are planned, open or not. */
export function isSlot(brand: PlannedBrand, atMs: number): boolean {
  return slotsBetween(planningSlots(brand), brand.timezone, atMs, atMs + 1).length > 0;
}

/** The beginning and the end of quiet hours, in milliseconds after the midnight before they begin. */
function hoursOf({ start, end }: QuietHours): { startMs: number; endMs: number } {
  const [startMs, endMs] = [timeOfDayMs(start), timeOfDayMs(end)];
  return { startMs, endMs: endMs > startMs ? endMs : endMs + dayMs };
}
