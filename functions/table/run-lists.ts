import type { Run, RunStatus } from "../domain/run.ts";
import { inStatus, runsOfOrganization, runsOfPipeline } from "./index-keys.ts";
import { brandRunsPartition, type Key, runKey } from "./keys.ts";
import { type StoredRun, withStages } from "./runs.ts";
import { type List, type Order, pageOfKeys } from "./store/list.ts";
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
 * Reads one page of an organization's runs, in the order of creation. Also finds the runs of a deleted pipeline. Without
 * statuses, and for failed runs of the organization or of a pipeline, it takes one query of keys and one read. Other
 * statuses have no list: the page reads at most 300 runs, and may be short although more follow.
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
  const list = listOf(organizationId, filter);
  const count = statuses === undefined ? limit : runsPerRead;
  const found: StoredRun[] = [];
  let next = after;
  for (let reads = 0; reads < readsMax; reads += 1) {
    const { keys, next: following } = await pageOfKeys(table, [list], order, count, next);
    const runs = await readIndexed<StoredRun>(
      table,
      keys.map((key) => keyOfRun(organizationId, key)),
    );
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

function listOf(organizationId: string, { brandId, pipelineId, statuses }: RunFilter): List {
  if (pipelineId === undefined && brandId !== undefined)
    return { partitionName: "pk", partition: brandRunsPartition(organizationId, brandId), sortName: "sk" };
  const [owner, partition] =
    pipelineId === undefined
      ? (["org", runsOfOrganization(organizationId)] as const)
      : (["parent", runsOfPipeline(organizationId, pipelineId)] as const);
  const list = { partitionName: `${owner}List`, partition };
  return statuses?.every((status) => status === "failed") === true
    ? { ...list, indexName: `${owner}ByStatus`, sortName: "statusSort", prefix: inStatus("failed") }
    : { ...list, indexName: `${owner}ByCreated`, sortName: "createdSort" };
}

/** The key of a run that a list names by its own key, or by its id alone. */
const keyOfRun = (organizationId: string, key: Key): Key =>
  key.sk.startsWith("run_") ? runKey(organizationId, key.sk) : key;
