import { randomUUID } from "node:crypto";
import type { Table } from "../../../functions/table/store/table.ts";
import { ensureTable } from "../../../lib/emulator/dynamodb/tables.ts";
import { provided } from "../setup/provided.ts";
import { tableAt } from "./table.ts";

/**
 * Creates a table that no other test writes to, for tests that read the rows of all organizations. It has no stream, which
 * would take a quarter of each write's time.
 */
export async function ownTable(): Promise<{ endpoint: string; table: Table }> {
  const { endpoint, template } = provided("database");
  const tableName = `own-${randomUUID()}`;
  const { StreamSpecification: _, ...properties } = template.properties;
  await ensureTable(endpoint, { ...template, ref: tableName, properties });
  return { endpoint, table: tableAt({ endpoint, tableName }) };
}
