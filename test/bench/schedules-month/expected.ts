import { dayMs, hourMs, minuteMs } from "../../../functions/domain/time.ts";
import { clockOf } from "../../support/clock/wall-clock.ts";

// Computes when things are due by a walk along the wall clock, minute by minute, and shares no code with the service.

/** A brand of the benchmark: a time of day for its schedule and one for its posting slots, as minutes of the day. */
export interface Planned {
  timezone: string;
  scheduleMinute: number;
  slotMinute: number;
}

/**
 * Each brand has a run and a slot a day, around the hour in which the clocks change. The schedules are from 01:58 to 02:02, ten
 * brands in each minute and zone. Each slot is eight minutes behind its schedule.
 */
export function plannedBrands(count: number): Planned[] {
  const zones = ["Europe/Berlin", "America/New_York"];
  return Array.from({ length: count }, (_, index) => {
    const scheduleMinute = 118 + (Math.floor(index / zones.length) % 5);
    return {
      timezone: zones[index % zones.length] ?? "UTC",
      scheduleMinute,
      slotMinute: scheduleMinute + 8,
    };
  });
}

/** `HH:MM` */
export const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

interface Day {
  /** The first instant at which the clock shows each minute of the day. */
  firstAt: ReadonlyMap<number, number>;
}

const days = new Map<string, Day>();

function dayOf(dateMs: number, timezone: string): Day {
  const name = `${timezone} ${dateMs}`;
  const known = days.get(name);
  if (known !== undefined) return known;
  const clock = clockOf(timezone);
  const firstAt = new Map<number, number>();
  for (let at = dateMs - 15 * hourMs; at < dateMs + 40 * hourMs; at += minuteMs) {
    const minute = (clock(at) - dateMs) / minuteMs;
    if (minute >= 0 && minute < 1_440 && !firstAt.has(minute)) firstAt.set(minute, at);
  }
  days.set(name, { firstAt });
  return { firstAt };
}

/** When a schedule is due on each date: at the first minute that the clock shows which is not earlier. */
export function scheduleTimes(
  minute: number,
  timezone: string,
  firstDateMs: number,
  count: number,
): number[] {
  return datesFrom(firstDateMs, count).map((date) => {
    const { firstAt } = dayOf(date, timezone);
    let shown = minute;
    while (!firstAt.has(shown)) shown += 1;
    return firstAt.get(shown) ?? Number.NaN;
  });
}

/** When a slot is due on each date: as long after the last minute that the clock shows before it. */
export function slotTimes(minute: number, timezone: string, firstDateMs: number, count: number): number[] {
  return datesFrom(firstDateMs, count).map((date) => {
    const { firstAt } = dayOf(date, timezone);
    let shown = minute;
    while (!firstAt.has(shown)) shown -= 1;
    return (firstAt.get(shown) ?? Number.NaN) + (minute - shown) * minuteMs;
  });
}

const datesFrom = (firstDateMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => firstDateMs + index * dayMs);

/** The stretches of time in which something is due, with some minutes before and after. */
export function busyTimes(dueMs: readonly number[]): { fromMs: number; toMs: number }[] {
  const [beforeMs, afterMs] = [2 * minuteMs, 2 * minuteMs];
  const all: { fromMs: number; toMs: number }[] = [];
  for (const at of dueMs.toSorted((one, other) => one - other)) {
    const last = all.at(-1);
    if (last !== undefined && at - beforeMs <= last.toMs) last.toMs = at + afterMs;
    else all.push({ fromMs: at - beforeMs, toMs: at + afterMs });
  }
  return all;
}
