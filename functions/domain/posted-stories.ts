import { dayMs, isoTime } from "./time.ts";

/** What a brand remembers of the stories that it has posted, by runs of any of its pipelines. */
export interface PostedStories {
  /** Counts the writes. Null: nothing is stored yet. */
  version: number | null;
  /**
   * The fingerprints of the source items that the brand has posted, and of other reports of the same stories, by the UTC day on
   * which a source last had them.
   */
  days: Readonly<Record<string, readonly string[]>>;
}

/** 48 bits: with 2,000 items and a full memory, a run in some ten million takes an item for a posted one by mistake. */
export const fingerprintLength = 8;
/** An item that no source has had for so long does not come back. The contract asks for 30. */
export const rememberedDays = 60;
/**
 * Some 96 kB, of the 400 kB that an item can have. It is enough for 100 pipelines that post two stories a day for 30 days, if
 * each story has two reports. Twenty sources have at most 2,000 items at a time.
 */
const fingerprintsMax = 12_000;

const oldestDay = (nowMs: number): string => isoTime(nowMs - rememberedDays * dayMs).slice(0, 10);

/** The fingerprints that a brand remembers now. */
export function postedFingerprints({ days }: PostedStories, nowMs: number): Set<string> {
  const oldest = oldestDay(nowMs);
  return new Set(Object.entries(days).flatMap(([day, fingerprints]) => (day < oldest ? [] : fingerprints)));
}

/**
 * Returns what a brand remembers after a run; `before` itself if there is nothing to store. If there are too many items, it
 * forgets those first that no source has had for the longest time.
 * @param sighted the fingerprints to remember, of items that a source has today
 */
export function afterSighting(
  before: PostedStories,
  sighted: readonly string[],
  nowMs: number,
): PostedStories {
  const today = isoTime(nowMs).slice(0, 10);
  const known = new Set(before.days[today]);
  if (sighted.every((fingerprint) => known.has(fingerprint))) return before;
  const oldest = oldestDay(nowMs);
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
