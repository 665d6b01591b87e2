import { brandRoutes } from "../contract/routes/brands.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfBrands } from "../table/brands.ts";

export const handler = endpoint(brandRoutes.listBrands, async ({ caller, query }, { table }) => {
  const list = ["brands"];
  const after = openCursor(query.cursor, list, caller.cursorKey);
  const { rows, next } = await pageOfBrands(table, caller.organizationId, {
    order: "desc",
    limit: query.limit,
    after,
  });
  return { data: rows, nextCursor: sealCursor(next, list, caller.cursorKey) };
});
