import { randomBytes } from "node:crypto";
import { hashApiKey, newSessionToken } from "../../../functions/platform/api-key.ts";
import { insertSession } from "../../../functions/table/sessions.ts";
import type { Organization } from "../../../lib/local/service-file.ts";
import { provided } from "../setup/provided.ts";
import { tableAt } from "../table/table.ts";

/** Stores a session of an organization's key with this role, which ends at `endMs`. Returns its cookie. */
export async function storeSession(
  { organizationId, keys }: Pick<Organization, "organizationId" | "keys">,
  role: keyof Organization["keys"],
  endMs: number,
): Promise<string> {
  const token = newSessionToken(randomBytes);
  await insertSession(tableAt(provided("service").database), {
    hash: hashApiKey(token),
    keyHash: hashApiKey(keys[role]),
    organizationId,
    role,
    expiresAt: new Date(endMs).toISOString(),
  });
  return `__Host-session=${token}`;
}
