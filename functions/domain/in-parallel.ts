/** Does the work for each item, and for at most `atOnceMax` of them at the same time. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const rest = items.entries();
  const takeAll = async () => {
    for (const [index, item] of rest) await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, takeAll));
}
