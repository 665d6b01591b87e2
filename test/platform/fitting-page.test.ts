import { expect, it } from "vitest";
import { fittingPage } from "../../functions/platform/fitting-page.ts";

const mebibyte = 1_024 * 1_024;
const answerMax = 6 * mebibyte;

/** Rows whose views are of these sizes, as a list that is walked by their names. */
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
  ["small ones", [10, 10, 10], 1],
  ["more than one answer holds", Array.from({ length: 12 }, () => mebibyte), 4],
  ["each more than a page holds", [5 * mebibyte, 5 * mebibyte, 5 * mebibyte], 3],
])("rows that are %s are all met once on a walk, and no answer is too large", (_, sizes, pages) => {
  const list = listOf(...sizes);
  const met: string[] = [];
  let next: string | null = null;
  let count = 0;
  do {
    const page: { data: { name: string }[]; next: string | null } = fittingPage(
      list.after(next),
      (row) => row,
      ({ name }) => name,
    );
    expect(Buffer.byteLength(JSON.stringify(page.data))).toBeLessThan(answerMax);
    expect(page.data.length).toBeGreaterThan(0);
    met.push(...page.data.map(({ name }) => name));
    next = page.next;
    count += 1;
  } while (next !== null);
  expect(met).toEqual(list.names);
  expect(count).toBe(pages);
});

it("a page that fits goes on where the list says that it does", () => {
  const page = { rows: ["a", "b"], next: "b" };
  expect(
    fittingPage(
      page,
      (row) => row,
      (row) => row,
    ),
  ).toEqual({ data: ["a", "b"], next: "b" });
});
