import { randomBytes } from "node:crypto";
import { hashApiKey, newApiKey } from "../platform/api-key.ts";
import { openEffects } from "../platform/effects.ts";
import { insertOrganization } from "../table/organizations.ts";

const { table, nowMs, newId } = openEffects();

export interface AdminCommand {
  action: "create-org";
  name: string;
}

const roles = ["read", "write", "admin"] as const;

/** The operator's commands. Not on the API: whoever may invoke this function is an operator. */
export async function handler(command: AdminCommand) {
  const name = typeof command?.name === "string" ? command.name.trim() : "";
  if (command?.action !== "create-org" || name === "" || name.length > 120) {
    throw new Error('send {"action":"create-org","name":"…"} with a name of 1 to 120 characters');
  }
  const organizationId = newId("org");
  const cursorKey = randomBytes(32).toString("base64");
  const keys = { read: newApiKey(), write: newApiKey(), admin: newApiKey() };
  await insertOrganization(
    table,
    { id: organizationId, name },
    roles.map((role) => ({
      id: newId("key"),
      organizationId,
      name: `first ${role} key`,
      role,
      cursorKey,
      hash: hashApiKey(keys[role]),
    })),
    nowMs(),
  );
  return { organizationId, keys };
}
