import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { Table } from "../../../functions/table/store/table.ts";
import { type Assembly, loadAssembly } from "../../../lib/emulator/assembly.ts";
import { ensureTable } from "../../../lib/emulator/dynamodb/tables.ts";
import { tableAt } from "./table.ts";

/** Creates a table that no other test writes to, for tests that read the rows of all organizations. Returns the shared assembly too. */
export async function ownTable(): Promise<{ assembly: Assembly; endpoint: string; table: Table }> {
  const assembly = loadAssembly(inject("assemblyDirectory"), {
    publicHost: "localhost",
    queueUrlBase: "http://127.0.0.1:1",
  });
  const [template] = assembly.ofType("AWS::DynamoDB::Table");
  if (template === undefined) throw new Error("the template has no table");
  const { endpoint } = inject("database");
  const tableName = `own-${randomUUID()}`;
  await ensureTable(endpoint, { ...template, ref: tableName });
  return { assembly, endpoint, table: tableAt({ endpoint, tableName }) };
}
