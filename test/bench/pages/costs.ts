import { pageOfPosts } from "../../../functions/table/posts.ts";
import { meteredTable } from "../../support/table/metered-table.ts";
import {
  describePage,
  type PageCase,
  type PostListModel,
  readUnitsMax,
} from "../../support/table/post-list-model.ts";

export interface Costs {
  pages: number;
  /** Pages that do not hold just the rows of the model. */
  wrong: string[];
  /** Pages of which the engine's units are not those by DynamoDB's rule. */
  miscounted: number;
  /** The page that comes nearest to the bar, and how near. */
  worst: { page: string; units: number; barUnits: number; ofBar: number };
  /** By page size and number of statuses: the most that a page took. */
  most: Record<string, { pages: number; calls: number; units: number; barUnits: number }>;
}

/** Reads each page once and counts what it took. */
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
    worst: { page: "", units: 0, barUnits: 0, ofBar: 0 },
    most: {},
  };
  for (const page of cases) {
    const { filter, order, limit } = page;
    const { after, ids, next } = lists.page(filter, page);
    const found = await pageOfPosts(table, organizationId, filter, { order, limit, after });
    const { calls, units, engineUnits } = takeCost();
    const isRight = found.rows.map(({ id }) => id).join() === ids.join() && found.next === next;
    if (!isRight) costs.wrong.push(describePage(page));
    if (units !== engineUnits) costs.miscounted += 1;
    const bar = readUnitsMax(page, lists.meanItemBytes);
    if (units / bar > costs.worst.ofBar)
      costs.worst = { page: describePage(page), units, barUnits: bar, ofBar: units / bar };
    const barUnitsShown = Number(bar.toFixed(1));
    const most = (costs.most[groupOf(page)] ??= { pages: 0, calls: 0, units: 0, barUnits: barUnitsShown });
    most.pages += 1;
    most.calls = Math.max(most.calls, calls);
    most.units = Math.max(most.units, units);
  }
  table.client.destroy();
  return costs;
}

/** What a page's cost and time depend on. */
export function groupOf({ filter: { statuses }, limit }: PageCase): string {
  const count = statuses?.length ?? 5;
  return `${limit} rows, ${count} ${count === 1 ? "status" : "statuses"}`;
}
