/** Handles all items, at most so many at once, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  handle: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await handle(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, work));
  return results;
}
