import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
import { type Trend, type TrendStatus, trendStatuses } from "../domain/trend.ts";
import { trusted } from "../domain/trusted.ts";
import { trendIndexAttributes, trendsOfBrand, trendsOfOrganization } from "./index-keys.ts";
import { brandTrendsKey, trendKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { deleteItems } from "./store/delete-items.ts";
import { type List, type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed, readItem, readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";

type StoredTrend = Trend & Expiring;

/** Reads a trend that has risen; null when there is none, or when it has expired. */
export async function readTrend(
  table: Table,
  organizationId: string,
  trendId: string,
  nowMs: number,
): Promise<Trend | null> {
  const trend = await readItem<StoredTrend>(table, trendKey(organizationId, trendId));
  return trend === null || isExpired(trend, nowMs) ? null : trend;
}

/** Reads trends by id. Leaves out those that do not exist. One call for up to 100. */
export async function readTrends(
  table: Table,
  organizationId: string,
  trendIds: readonly string[],
): Promise<Map<string, Trend>> {
  const keys = trendIds.map((id) => trendKey(organizationId, id));
  const items = keys.length === 0 ? [] : await readItems(table, keys, { consistent: true });
  return new Map(items.map((item) => trusted<Trend>(item)).map((trend) => [trend.id, trend]));
}

/** The change that stores a trend in place of what is stored of it. */
export function trendPut(trend: Trend, nowMs: number): Change {
  const expiresAt = expiryOf(lifetimesMs.trend, nowMs);
  const key = trendKey(trend.organizationId, trend.id);
  return { kind: "put", item: { ...key, ...trend, ...trendIndexAttributes(trend), expiresAt } };
}

/** Selects trends. Undefined selects those of all brands, or both statuses. */
interface TrendFilter {
  brandId: string | undefined;
  statuses: readonly TrendStatus[] | undefined;
}

/** Reads one page of trends, from an index for any filter. Leaves out those that have expired. */
export async function pageOfTrends(
  table: Table,
  organizationId: string,
  { brandId, statuses = trendStatuses }: TrendFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
  nowMs: number,
): Promise<{ rows: Trend[]; next: string | null }> {
  // A trend moves from each list to the other one. The list that is read first and last has it before or after.
  const [first, ...others] = statuses;
  const readingOrder = first === undefined || others.length === 0 ? statuses : [first, ...others, first];
  const lists = readingOrder.map((status) => listOf(organizationId, brandId, status));
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  const rows = await readIndexed<StoredTrend>(table, keys, ({ status }) => statuses.includes(status));
  return { rows: rows.filter((trend) => !isExpired(trend, nowMs)), next };
}

function listOf(organizationId: string, brandId: string | undefined, status: TrendStatus): List {
  if (brandId === undefined) {
    const partition = trendsOfOrganization(organizationId, status);
    return { indexName: "orgByCreated", partitionName: "orgList", sortName: "createdSort", partition };
  }
  const partition = trendsOfBrand(organizationId, brandId, status);
  return { indexName: "parentByCreated", partitionName: "parentList", sortName: "createdSort", partition };
}

/**
 * Deletes trends of a deleted brand, and what the brand has tracked. A run that ends later may store some again: those expire.
 * @param itemsMax at most this many trends
 * @returns whether there may be more
 */
export async function removeTrends(
  table: Table,
  organizationId: string,
  brandId: string,
  itemsMax: number,
): Promise<boolean> {
  await deleteItems(table, [brandTrendsKey(organizationId, brandId)]);
  const lists = trendStatuses.map((status) => listOf(organizationId, brandId, status));
  const { keys } = await pageOfKeys(table, lists, "asc", itemsMax, null);
  await deleteItems(table, keys);
  return keys.length > 0;
}
