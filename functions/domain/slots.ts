import { type PostingSlot, weekdays } from "./brand.ts";
import { instantOf, localTimeAt } from "./local-time.ts";

/**
 * Returns the next `count` times of the slots, strictly after `afterMs`, in epoch milliseconds and ascending order.
 * Slots at the same instant count once. Without slots there are no times.
 */
export function nextSlots(
  slots: readonly PostingSlot[],
  timezone: string,
  afterMs: number,
  count: number,
): number[] {
  if (slots.length === 0) return [];
  const times = new Set<number>();
  const today = localTimeAt(afterMs, timezone);
  for (let ahead = 0; times.size < count + slots.length; ahead += 1) {
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + ahead));
    const weekday = weekdays[(date.getUTCDay() + 6) % 7];
    for (const slot of slots) {
      if (slot.weekday !== weekday) continue;
      const [hour = 0, minute = 0] = slot.time.split(":").map(Number);
      const instant = instantOf(
        { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour, minute },
        timezone,
      );
      if (instant > afterMs) times.add(instant);
    }
  }
  return [...times].toSorted((one, other) => one - other).slice(0, count);
}
