import {
  type Connection,
  type StoredConnectionStatus,
  storedConnectionStatuses,
} from "../domain/connection.ts";
import { connectionsOfOrganization } from "./index-keys.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/**
 * Reads one page of an organization's connections, in the order of their brands' creation: a query of keys per status and one
 * read of the page.
 */
export async function pageOfConnections(
  table: Table,
  organizationId: string,
  statuses: readonly StoredConnectionStatus[] = storedConnectionStatuses,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Connection[]; next: string | null }> {
  // The first list is read again at the end: it has a connection that moved into it while the others were read.
  const lists = [...statuses, ...(statuses.length > 1 ? statuses.slice(0, 1) : [])].map((status) => ({
    indexName: "orgByCreated",
    partitionName: "orgList",
    partition: connectionsOfOrganization(organizationId, status),
    sortName: "createdSort",
  }));
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  return {
    rows: await readIndexed<Connection>(table, keys, ({ status }) => statuses.includes(status)),
    next,
  };
}
