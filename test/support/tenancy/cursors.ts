import { routes } from "../../../functions/contract/routes.ts";
import { caseOf, pathOf } from "../api/valid-requests.ts";
import { at, type Client } from "../client/http-client.ts";
import type { CursorOf } from "./field-values.ts";
import { idFieldsOf } from "./id-fields.ts";
import type { Tenant } from "./tenant.ts";

/** Reads the cursor after the first row of every list, filtered and not, for each of the organizations. */
export async function readCursors(client: Client, tenants: readonly Tenant[]): Promise<CursorOf> {
  const cursors = new Map<string, string>();
  for (const operation of Object.keys(routes)) {
    const { route } = caseOf(operation);
    const fields = idFieldsOf(route).filter(({ location }) => location === "query");
    if (!fields.some(({ kind }) => kind === "cursor")) continue;
    for (const tenant of tenants) {
      const ids: Partial<Record<string, string>> = tenant.ids;
      const filter = fields.flatMap(({ field, kind }) => (ids[kind] ? [`&${field}=${ids[kind]}`] : []));
      for (const query of filter.length === 0 ? [""] : ["", filter.join("")]) {
        const path = `${pathOf(route, tenant)}?limit=1${query}`;
        const { json, text } = await client.call("GET", path, { key: tenant.keys.admin });
        const cursor = at(json, "nextCursor");
        if (typeof cursor !== "string") throw new Error(`${path} has only one page: ${text}`);
        cursors.set(cursorName(tenant, operation, query !== ""), cursor);
      }
    }
  }
  return (tenant, operation, isFiltered) => cursors.get(cursorName(tenant, operation, isFiltered));
}

const cursorName = (tenant: Tenant, operation: string, isFiltered: boolean) =>
  `${tenant.organizationId} ${operation} ${isFiltered}`;
