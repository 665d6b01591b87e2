/** Lambda answers with 6 MB at most; attempts hold what endpoints said, which JSON may spell six times as long. */
const pageBytesMax = 4 * 1024 * 1024;

/** As much of a page as one answer holds, at least a row; the rest is the next page. `sortOf` tells where a row stands in its list. */
export function fittingPage<Row, View>(
  page: { rows: readonly Row[]; next: string | null },
  view: (row: Row) => View,
  sortOf: (row: Row) => string,
): { data: View[]; next: string | null } {
  const data: View[] = [];
  let bytes = 0;
  let last: Row | undefined;
  for (const row of page.rows) {
    const seen = view(row);
    bytes += Buffer.byteLength(JSON.stringify(seen));
    if (last !== undefined && bytes > pageBytesMax) return { data, next: sortOf(last) };
    data.push(seen);
    last = row;
  }
  return { data, next: page.next };
}
