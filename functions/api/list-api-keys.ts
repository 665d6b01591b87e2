import { apiKeyRoutes } from "../contract/routes/api-keys.ts";
import { apiKeyView } from "../domain/keyring.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfApiKeys } from "../table/keyring.ts";

export const handler = endpoint(apiKeyRoutes.listApiKeys, async ({ caller, query }, { table, nowMs }) => {
  const { order, limit, cursor } = query;
  const list = ["api-keys", order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const now = nowMs();
  const { rows, next } = await pageOfApiKeys(table, caller.organizationId, { order, limit, after }, now);
  return {
    data: rows.map((row) => apiKeyView(row, now)),
    nextCursor: sealCursor(next, list, caller.cursorKey),
  };
});
