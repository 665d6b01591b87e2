import { routes } from "../../../functions/contract/routes.ts";
import { caseOf, pathOf } from "../api/valid-requests.ts";
import { at, type Client } from "../client/http-client.ts";
import type { CursorOf } from "./field-values.ts";
import { idFieldsOf } from "./id-fields.ts";
import type { Tenant } from "./tenant.ts";

/**
 * Reads the cursor after the first row of every list, for each of the organizations: without a filter, with each filter alone
 * and with all of them.
 */
export async function readCursors(client: Client, tenants: readonly Tenant[]): Promise<CursorOf> {
  const cursors = new Map<string, string>();
  for (const operation of Object.keys(routes)) {
    const { route } = caseOf(operation);
    const fields = idFieldsOf(route).filter(({ location }) => location === "query");
    if (!fields.some(({ kind }) => kind === "cursor")) continue;
    for (const tenant of tenants) {
      const ids: Partial<Record<string, string>> = tenant.ids;
      const filters = fields.flatMap(({ field, kind }) => (ids[kind] ? [[field, ids[kind]] as const] : []));
      for (const filter of [[], ...filters.map((one) => [one]), ...(filters.length > 1 ? [filters] : [])]) {
        const query = filter.map(([field, id]) => `&${field}=${id}`).join("");
        const path = `${pathOf(route, tenant)}?limit=1${query}`;
        const { json, text } = await client.call("GET", path, { key: tenant.keys.admin });
        const cursor = at(json, "nextCursor");
        if (typeof cursor !== "string") throw new Error(`${path} has only one page: ${text}`);
        cursors.set(
          cursorName(
            tenant,
            operation,
            filter.map(([field]) => field),
          ),
          cursor,
        );
      }
    }
  }
  return (tenant, operation, filtered) => cursors.get(cursorName(tenant, operation, filtered));
}

const cursorName = (tenant: Tenant, operation: string, filtered: readonly string[]) =>
  `${tenant.organizationId} ${operation} ${filtered.toSorted().join()}`;
