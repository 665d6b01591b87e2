import { apiKeyRoutes } from "../contract/routes/api-keys.ts";
import { expiryProblems } from "../domain/expiry-problems.ts";
import { apiKeyView, issueKey } from "../domain/keyring.ts";
import { hashApiKey, newApiKey } from "../platform/api-key.ts";
import { endpoint } from "../platform/endpoint.ts";
import { insertApiKey } from "../table/keyring.ts";

export const handler = endpoint(
  apiKeyRoutes.createApiKey,
  async ({ caller, body }, { table, nowMs, newId, randomBytes }) => {
    const key = newApiKey(randomBytes);
    const now = nowMs();
    const issued = issueKey({ ...body, id: newId("key"), hash: hashApiKey(key) }, now);
    await insertApiKey(table, caller, issued, now);
    return { ...apiKeyView({ ...issued, lastUsedAt: null }, now), key };
  },
  {
    alsoCheck: (body, { nowMs }) => expiryProblems(body, nowMs()),
  },
);
