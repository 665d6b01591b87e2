import { apiKeyRoutes } from "../contract/routes/api-keys.ts";
import { apiKeyView } from "../domain/keyring.ts";
import { hashApiKey, newApiKey } from "../platform/api-key.ts";
import { endpoint } from "../platform/endpoint.ts";
import { rotateApiKey } from "../table/keyring.ts";

export const handler = endpoint(
  apiKeyRoutes.rotateApiKey,
  async ({ caller, id: keyId, body }, { table, nowMs, newId, randomBytes }) => {
    const key = newApiKey(randomBytes);
    const now = nowMs();
    const given = { ...body, id: newId("key"), hash: hashApiKey(key) };
    const { successor, previous } = await rotateApiKey(table, caller, keyId, given, now);
    return { ...apiKeyView({ ...successor, lastUsedAt: null }, now), key, previousKey: previous };
  },
);
