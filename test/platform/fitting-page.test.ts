import { expect, it } from "vitest";
import { fittingPage } from "../../functions/platform/fitting-page.ts";

const mebibyte = 1_024 * 1_024;
const responseBytesMax = 6 * mebibyte;

/** A list of rows with these sizes, ordered by their names. */
function listOf(...sizes: number[]) {
  const rows = sizes.map((size, index) => ({ name: `row ${index}`, text: "ü".repeat(size / 2) }));
  return {
    names: rows.map(({ name }) => name),
    after(name: string | null) {
      const start = name === null ? 0 : rows.findIndex((row) => row.name === name) + 1;
      return { rows: rows.slice(start), next: null };
    },
  };
}

it.each([
  ["small", [10, 10, 10], 1],
  ["too many for one response", Array.from({ length: 12 }, () => mebibyte), 4],
  ["each larger than a page", [5 * mebibyte, 5 * mebibyte, 5 * mebibyte], 3],
])(
  "a walk over rows that are %s returns each row once, in pages that are small enough",
  (_, sizes, pages) => {
    const list = listOf(...sizes);
    const names: string[] = [];
    let next: string | null = null;
    let count = 0;
    do {
      const page: { data: { name: string }[]; next: string | null } = fittingPage(
        list.after(next),
        (row) => row,
        ({ name }) => name,
      );
      expect(Buffer.byteLength(JSON.stringify(page.data))).toBeLessThan(responseBytesMax);
      expect(page.data.length).toBeGreaterThan(0);
      names.push(...page.data.map(({ name }) => name));
      next = page.next;
      count += 1;
    } while (next !== null);
    expect(names).toEqual(list.names);
    expect(count).toBe(pages);
  },
);

it("a page that fits continues where the list continues", () => {
  const page = { rows: ["a", "b"], next: "b" };
  expect(
    fittingPage(
      page,
      (row) => row,
      (row) => row,
    ),
  ).toEqual({ data: ["a", "b"], next: "b" });
});
