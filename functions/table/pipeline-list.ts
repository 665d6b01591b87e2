import { type PipelineStatus, pipelineStatuses } from "../domain/pipeline.ts";
import { pipelinesOfOrganization } from "./index-keys.ts";
import { type ListedPipeline, pipelinesOfBrand } from "./pipelines.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Selects pipelines of an organization. Undefined selects all. */
interface PipelineFilter {
  brandId: string | undefined;
  statuses: readonly PipelineStatus[] | undefined;
}

/**
 * The order in which the lists of these statuses are read. A pipeline that changes its status while they are read is found in
 * a later list. Paused pipelines can become active again, so the list of active ones is read a second time.
 */
function readingOrder(statuses: readonly PipelineStatus[]): PipelineStatus[] {
  const forwards = pipelineStatuses.filter((status) => statuses.includes(status));
  const canGoBack = statuses.includes("active") && statuses.includes("paused");
  return canGoBack ? [...forwards, "active"] : forwards;
}

/**
 * Reads one page of an organization's pipelines, in the order of creation: a query of keys per status and one read of the
 * page, or the whole list of a brand.
 */
export async function pageOfPipelines(
  table: Table,
  organizationId: string,
  { brandId, statuses = pipelineStatuses }: PipelineFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: ListedPipeline[]; next: string | null }> {
  const isAskedFor = ({ status }: ListedPipeline) => statuses.includes(status);
  if (brandId !== undefined) {
    const newestFirst = (await pipelinesOfBrand(table, organizationId, brandId)).filter(isAskedFor);
    const sorted = order === "asc" ? newestFirst.toReversed() : newestFirst;
    const rest = sorted.filter(({ id }) => after === null || (order === "asc" ? id > after : id < after));
    return { rows: rest.slice(0, limit), next: rest.length > limit ? (rest[limit - 1]?.id ?? null) : null };
  }
  const lists = readingOrder(statuses).map((status) => ({
    indexName: "orgByCreated",
    partitionName: "orgList",
    partition: pipelinesOfOrganization(organizationId, status),
    sortName: "createdSort",
  }));
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  return { rows: await readIndexed(table, keys, isAskedFor), next };
}
