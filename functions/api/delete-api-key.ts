import { apiKeyRoutes } from "../contract/routes/api-keys.ts";
import { endpoint } from "../platform/endpoint.ts";
import { revokeApiKey } from "../table/keyring.ts";

export const handler = endpoint(apiKeyRoutes.deleteApiKey, async ({ caller, id }, { table, nowMs }) => {
  await revokeApiKey(table, caller.organizationId, id, nowMs());
});
