/** Enough to keep two processors busy. With more, every function would start more threads. */
const concurrency = 4;

/** Calls `act` with each item, four at a time. Returns the results in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  const work = async () => {
    for (const [index, item] of remaining) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
