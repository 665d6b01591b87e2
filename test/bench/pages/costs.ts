import { pageOfPosts } from "../../../functions/table/post-pages.ts";
import { meteredTable } from "../../support/table/metered-table.ts";
import {
  describePage,
  type PageCase,
  type PostListModel,
  readUnitsMax,
} from "../../support/table/post-list-model.ts";

export interface Costs {
  pages: number;
  /** Pages whose rows differ from the model's. */
  wrong: string[];
  /** Pages for which the engine counts other units than DynamoDB's rule gives. */
  miscounted: number;
  /** The page that takes the largest share of its limit. */
  worst: { page: string; units: number; limitUnits: number; shareOfLimit: number };
  /** The highest cost of a page, by page size and number of statuses. */
  max: Record<string, { pages: number; calls: number; units: number; limitUnits: number }>;
}

/** Reads each page once and counts its calls and read units. */
export async function costsOf(
  at: { endpoint: string; tableName: string },
  organizationId: string,
  lists: PostListModel,
  cases: readonly PageCase[],
): Promise<Costs> {
  const { table, takeCost } = meteredTable(at);
  const costs: Costs = {
    pages: cases.length,
    wrong: [],
    miscounted: 0,
    worst: { page: "", units: 0, limitUnits: 0, shareOfLimit: 0 },
    max: {},
  };
  for (const page of cases) {
    const { filter, order, limit } = page;
    const { after, ids, next } = lists.page(filter, page);
    const found = await pageOfPosts(table, organizationId, filter, { order, limit, after });
    const { calls, units, engineUnits } = takeCost();
    const isRight = found.rows.map(({ id }) => id).join() === ids.join() && found.next === next;
    if (!isRight) costs.wrong.push(describePage(page));
    if (units !== engineUnits) costs.miscounted += 1;
    const limitUnits = readUnitsMax(page, lists.meanItemBytes);
    if (units / limitUnits > costs.worst.shareOfLimit)
      costs.worst = { page: describePage(page), units, limitUnits, shareOfLimit: units / limitUnits };
    const limitUnitsShown = Number(limitUnits.toFixed(1));
    const max = (costs.max[groupOf(page)] ??= { pages: 0, calls: 0, units: 0, limitUnits: limitUnitsShown });
    max.pages += 1;
    max.calls = Math.max(max.calls, calls);
    max.units = Math.max(max.units, units);
  }
  return costs;
}

/** Returns the page size and the number of statuses, on which a page's cost and time depend. */
export function groupOf({ filter: { statuses }, limit }: PageCase): string {
  const count = statuses?.length ?? 5;
  return `${limit} rows, ${count} ${count === 1 ? "status" : "statuses"}`;
}
