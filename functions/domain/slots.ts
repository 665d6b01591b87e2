import { type PostingSlot, weekdayOf } from "./brand.ts";
import { instantOf, localDateMs } from "./local-time.ts";
import { dayMs } from "./time.ts";

/**
 * Returns the times of a brand's posting slots from `fromMs` up to, but without, `toMs`, in epoch milliseconds and ascending
 * order. Slots at the same instant count once. A slot at a local time that the clock skips is moved forward by the gap; of
 * a local time that comes twice, the first is the slot.
 */
export function slotsBetween(
  slots: readonly PostingSlot[],
  timezone: string,
  fromMs: number,
  toMs: number,
): number[] {
  const times = new Set<number>();
  // A gap can move a slot into the next day.
  const firstDayMs = localDateMs(fromMs, timezone) - dayMs;
  for (let dayAtMs = firstDayMs; dayAtMs <= localDateMs(toMs, timezone); dayAtMs += dayMs) {
    const weekday = weekdayOf(dayAtMs);
    const date = new Date(dayAtMs);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    for (const slot of slots) {
      if (slot.weekday !== weekday) continue;
      const [hour = 0, minute = 0] = slot.time.split(":").map(Number);
      const instantMs = instantOf({ year, month, day, hour, minute }, timezone);
      if (instantMs >= fromMs && instantMs < toMs) times.add(instantMs);
    }
  }
  return [...times].toSorted((one, other) => one - other);
}
