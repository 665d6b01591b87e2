import { provided } from "../setup/provided.ts";
import { tableAt } from "../table/table.ts";
import type { Tenant } from "./tenant.ts";

/** The attributes that every request changes in the record of its key, whatever its response. */
const requestCounters = ["requests", "windowStartMs", "granted", "nextBlockAtMs", "blockedUntilMs"];

/** Scans the table. Returns, for each organization, the rows that contain its id or the id of one of its resources. */
export async function rowsOf(tenants: readonly Tenant[]): Promise<Map<Tenant, string[]>> {
  const { client, name } = tableAt(provided("service").database);
  const rows = new Map<Tenant, string[]>(tenants.map((tenant) => [tenant, []]));
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send("Scan", {
      TableName: name,
      ConsistentRead: true,
      ExclusiveStartKey: start,
    });
    for (const item of Items) {
      const row = JSON.stringify(item, comparableValue);
      for (const tenant of tenants) if (containsIdOf(tenant, row)) rows.get(tenant)?.push(row);
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
  for (const rowsOfTenant of rows.values()) rowsOfTenant.sort();
  return rows;
}

/** Leaves out the request counters, and sorts attributes by name, because the engine's maps have no order. */
function comparableValue(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const attributes = Object.entries(value).filter(([name]) => !requestCounters.includes(name));
  return Object.fromEntries(attributes.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns a line for each row that disappeared or appeared between two scans; a changed row gives both. */
export function changedRows(before: readonly string[] = [], after: readonly string[] = []): string[] {
  const [rowsBefore, rowsAfter] = [new Set(before), new Set(after)];
  return [
    ...before.filter((row) => !rowsAfter.has(row)).map((row) => `gone: ${row}`),
    ...after.filter((row) => !rowsBefore.has(row)).map((row) => `new: ${row}`),
  ];
}

/** Returns whether a text contains the organization's id or the id of one of its resources. */
export function containsIdOf({ resources }: Tenant, text: string): boolean {
  return resources.some(({ id }) => text.includes(id));
}
