import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { provided } from "../setup/provided.ts";

import { tableAt } from "../table/table.ts";
import type { Tenant } from "./tenant.ts";

/** What every request by a key changes of it, whatever comes of the request. */
const counted = ["requests", "windowStartMs"];

/** All rows of the whole table that hold an organization's id, or that of any of its things, wherever they stand. */
export async function rowsOf(tenants: readonly Tenant[]): Promise<Map<Tenant, string[]>> {
  const { client, name } = tableAt(provided("service").database);
  const rows = new Map<Tenant, string[]>(tenants.map((tenant) => [tenant, []]));
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    for (const item of Items) {
      const row = JSON.stringify(item, inOrder);
      for (const tenant of tenants) if (namesAny(tenant, row)) rows.get(tenant)?.push(row);
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
  for (const found of rows.values()) found.sort();
  return rows;
}

/** Leaves out what is counted, and names the rest in the order of the alphabet: the engine's maps have none. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const left = Object.entries(value).filter(([name]) => !counted.includes(name));
  return Object.fromEntries(left.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What has changed of an organization's rows between two times, in words. */
export function changedRows(before: readonly string[] = [], after: readonly string[] = []): string[] {
  const [current, found] = [new Set(before), new Set(after)];
  return [
    ...before.filter((row) => !found.has(row)).map((row) => `gone: ${row}`),
    ...after.filter((row) => !current.has(row)).map((row) => `new: ${row}`),
  ];
}

/** Whether a text holds the organization's id or that of anything it has. */
export function namesAny({ resources }: Tenant, text: string): boolean {
  return resources.some(({ id }) => text.includes(id));
}
