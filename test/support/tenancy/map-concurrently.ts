/** Enough to keep two processors busy. With more, every function would start more threads. */
const concurrency = 4;

/**
 * Calls `act` with each item, four at a time, but one after another with the items of one group. Returns the results in the
 * order of the items.
 * @param groupOf @default each item is a group
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  groupOf: (item: Item) => unknown = (item) => item,
): Promise<Result[]> {
  const results: Result[] = [];
  const groups = [...Map.groupBy(items.entries(), ([, item]) => groupOf(item)).values()];
  // The largest first: one that starts last would run alone.
  const remaining = groups.toSorted((one, other) => other.length - one.length).values();
  const work = async () => {
    for (const group of remaining) for (const [index, item] of group) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
