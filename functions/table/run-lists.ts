import type { Run, RunStatus } from "../domain/run.ts";
import { trusted } from "../domain/trusted.ts";
import { failedRunsOfOrganization, inStatus, runsOfPipeline } from "./index-keys.ts";
import { brandRunsPartition, runKey, runsPartition } from "./keys.ts";
import { type StoredRun, withStages } from "./runs.ts";
import { type List, type Order, pageOfItems, pageOfKeys } from "./store/list.ts";
import { readIndexed } from "./store/read.ts";
import type { Table } from "./store/table.ts";

interface Page {
  order: Order;
  limit: number;
  after: string | null;
}

interface PageOfRuns {
  rows: Run[];
  next: string | null;
}

/** Selects runs of an organization. Undefined selects all. */
interface RunFilter {
  brandId?: string | undefined;
  pipelineId?: string | undefined;
  statuses?: readonly RunStatus[] | undefined;
}

/** How many times a page with a filter of statuses reads on, and how many runs it reads each time. */
const readsMax = 3;
const runsPerRead = 100;

/**
 * Reads one page of an organization's runs, in the order of creation. Also finds the runs of a deleted pipeline. All runs
 * take one query; those of a brand or a pipeline, and failed ones of the organization or a pipeline, take a query of keys
 * and one read. Other statuses have no list: the page reads at most 300 runs, and may be short although more follow.
 */
export async function pageOfRuns(
  table: Table,
  organizationId: string,
  filter: RunFilter,
  { order, limit, after }: Page,
  nowMs: number,
): Promise<PageOfRuns> {
  const { brandId, statuses } = filter;
  const matches = (run: StoredRun) =>
    (statuses?.includes(run.status) ?? true) && (brandId === undefined || run.brandId === brandId);
  const readRuns = readerOf(table, organizationId, filter, order);
  const count = statuses === undefined ? limit : runsPerRead;
  const found: StoredRun[] = [];
  let next = after;
  for (let reads = 0; reads < readsMax; reads += 1) {
    const { runs, next: following } = await readRuns(count, next);
    found.push(...runs.filter(matches));
    next = following;
    // All runs of a pipeline have one brand.
    if (
      filter.pipelineId !== undefined &&
      runs.some((run) => brandId !== undefined && run.brandId !== brandId)
    )
      return { rows: [], next: null };
    if (found.length > limit) next = found[limit - 1]?.runId ?? null;
    if (next === null || found.length >= limit || statuses === undefined) break;
  }
  return { rows: await withStages(table, found.slice(0, limit), nowMs), next };
}

/** Reads so many runs of a list, from a position on. */
type ReadRuns = (count: number, after: string | null) => Promise<{ runs: StoredRun[]; next: string | null }>;

function readerOf(table: Table, organizationId: string, filter: RunFilter, order: Order): ReadRuns {
  const list = keyListOf(organizationId, filter);
  if (list === null)
    return async (count, after) => {
      const partition = runsPartition(organizationId);
      const { items, next } = await pageOfItems(table, partition, order, count, after);
      return { runs: items.map((item) => trusted<StoredRun>(item)), next };
    };
  return async (count, after) => {
    const { keys, next } = await pageOfKeys(table, [list], order, count, after);
    const runs = await readIndexed<StoredRun>(
      table,
      keys.map(({ sk }) => runKey(organizationId, sk)),
    );
    return { runs, next };
  };
}

/** The list of keys for a filter; null if it is the partition of the runs themselves. Its keys end with the ids of runs. */
function keyListOf(organizationId: string, { brandId, pipelineId, statuses }: RunFilter): List | null {
  const onlyFailed = statuses?.every((status) => status === "failed") === true;
  if (pipelineId !== undefined) {
    const list = { partitionName: "parentList", partition: runsOfPipeline(organizationId, pipelineId) };
    return onlyFailed
      ? { ...list, indexName: "parentByStatus", sortName: "statusSort", prefix: inStatus("failed") }
      : { ...list, indexName: "parentByCreated", sortName: "createdSort" };
  }
  if (brandId !== undefined)
    return { partitionName: "pk", partition: brandRunsPartition(organizationId, brandId), sortName: "sk" };
  if (!onlyFailed) return null;
  const partition = failedRunsOfOrganization(organizationId);
  return { partitionName: "orgList", partition, indexName: "orgByCreated", sortName: "createdSort" };
}
