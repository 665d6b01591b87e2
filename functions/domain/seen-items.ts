import { dayMs, isoTime } from "./time.ts";

/** What a pipeline remembers of its runs. */
export interface SeenItems {
  /** Counts the writes. Null: nothing is stored yet. */
  version: number | null;
  /**
   * The fingerprints of the source items of which the pipeline has made posts, and of other reports of the same stories, by
   * the UTC day on which a source last had them.
   */
  days: Readonly<Record<string, readonly string[]>>;
}

/** An item that no source has had for so long does not come back. */
const keptDays = 60;
/**
 * Some 65 kB, of the 400 kB that an item can have. Twenty sources have at most 2,000 items at a time, so none of those is
 * forgotten.
 */
const fingerprintsMax = 5_000;

/** The fingerprints that a pipeline has seen. */
export function seenFingerprints({ days }: SeenItems): Set<string> {
  return new Set(Object.values(days).flat());
}

/**
 * Returns what the pipeline remembers after a run; `before` itself if there is nothing to store. Forgets first
 * the items that no source has had for the longest time.
 * @param sighted the fingerprints to remember that a source has today
 */
export function afterRun(before: SeenItems, sighted: readonly string[], nowMs: number): SeenItems {
  const today = isoTime(nowMs).slice(0, 10);
  const known = new Set(before.days[today]);
  if (sighted.every((fingerprint) => known.has(fingerprint))) return before;
  const oldest = isoTime(nowMs - keptDays * dayMs).slice(0, 10);
  const now = new Set(sighted);
  const days: Record<string, string[]> = {};
  let room = fingerprintsMax;
  for (const day of [...new Set([today, ...Object.keys(before.days)])].toSorted().toReversed()) {
    const earlier = (before.days[day] ?? []).filter((fingerprint) => !now.has(fingerprint));
    const kept = (day === today ? [...now, ...earlier] : earlier).slice(0, room);
    if (kept.length === 0 || day < oldest) continue;
    days[day] = kept;
    room -= kept.length;
  }
  return { version: (before.version ?? 0) + 1, days };
}
