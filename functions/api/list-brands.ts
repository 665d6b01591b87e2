import { brandRoutes } from "../contract/routes/brands.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfBrands } from "../table/brands.ts";

export const handler = endpoint(brandRoutes.listBrands, async ({ caller, query }, { table }) => {
  const { order, limit, cursor } = query;
  const list = ["brands", order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const { rows, next } = await pageOfBrands(table, caller.organizationId, { order, limit, after });
  return { data: rows, nextCursor: sealCursor(next, list, caller.cursorKey) };
});
