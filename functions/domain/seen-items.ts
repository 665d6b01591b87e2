/** What a pipeline remembers of its runs. */
export interface SeenItems {
  /** Counts the writes. Null: nothing is stored yet. */
  version: number | null;
  /**
   * The fingerprints of posted items that the pipeline has remembered by itself, in earlier versions, by UTC day. The brand
   * remembers them now: see posted-stories.ts.
   */
  days: Readonly<Record<string, readonly string[]>>;
  /** The posting slots (epoch seconds) that posts of the pipeline have, by channel. */
  slots: Readonly<Record<string, readonly number[]>>;
}

/** Two runs of the largest size. A pipeline that makes more posts than it has slots shares them from then on. */
const slotsPerChannelMax = 100;

/** The slots that are taken on a channel, in epoch milliseconds; none if there are so many that slots must be shared. */
export function takenSlots({ slots }: SeenItems, channel: string): Set<number> {
  const taken = slots[channel] ?? [];
  return new Set(taken.length < slotsPerChannelMax ? taken.map((seconds) => seconds * 1000) : []);
}

/**
 * Returns what the pipeline remembers after a run; `before` itself if there is nothing to store. Forgets slots that have passed.
 * @param used the slots (epoch milliseconds) of the run's posts, by channel
 */
export function afterRun(
  before: SeenItems,
  used: ReadonlyMap<string, readonly number[]>,
  nowMs: number,
): SeenItems {
  if (used.size === 0) return before;
  return { version: (before.version ?? 0) + 1, days: {}, slots: slotsAfter(before, used, nowMs) };
}

function slotsAfter(
  before: SeenItems,
  used: ReadonlyMap<string, readonly number[]>,
  nowMs: number,
): Record<string, number[]> {
  const channels = new Set([...Object.keys(before.slots), ...used.keys()]);
  const slots = [...channels].map((channel): [string, number[]] => {
    const taken = [...takenSlots(before, channel), ...(used.get(channel) ?? [])];
    const ahead = taken.filter((slotMs) => slotMs > nowMs).map((slotMs) => slotMs / 1000);
    return [channel, [...new Set(ahead)].toSorted((one, other) => one - other)];
  });
  return Object.fromEntries(slots.filter(([, seconds]) => seconds.length > 0));
}
