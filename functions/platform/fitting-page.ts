/** Lambda returns 6 MB at most. Attempts hold what endpoints sent, which can be six times as long in JSON. */
const pageBytesMax = 4 * 1024 * 1024;

/** Cuts a page to what one response can hold, at least one row; the rest is the next page. @param sortOf the position of a row in its list */
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
