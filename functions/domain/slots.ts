import { type PostingSlot, weekdayOf } from "./brand.ts";
import { instantOf, localDateMs, timeOfDayMs } from "./local-time.ts";
import { dayMs } from "./time.ts";

/**
 * Returns the times of a brand's posting slots from `fromMs` until before `toMs`, in epoch milliseconds and ascending order.
 * Slots at the same instant count once. A slot at a local time that the clock skips is moved forward by the gap. Of a
 * local time that comes twice, the first is the slot.
 */
export function slotsBetween(
  slots: readonly PostingSlot[],
  timezone: string,
  fromMs: number,
  toMs: number,
): number[] {
  const times = new Set<number>();
  // A gap can move a slot into the next day.
  const firstDateMs = localDateMs(fromMs, timezone) - dayMs;
  const lastDateMs = localDateMs(toMs, timezone);
  for (let dateMs = firstDateMs; dateMs <= lastDateMs; dateMs += dayMs) {
    const weekday = weekdayOf(dateMs);
    for (const slot of slots) {
      if (slot.weekday !== weekday) continue;
      const instantMs = instantOf(dateMs + timeOfDayMs(slot.time), timezone);
      if (instantMs >= fromMs && instantMs < toMs) times.add(instantMs);
    }
  }
  return [...times].toSorted((one, other) => one - other);
}
