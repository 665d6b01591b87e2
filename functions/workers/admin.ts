import { randomBytes } from "node:crypto";
import { issueKey, roles } from "../domain/keyring.ts";
import { openOrganization } from "../domain/organization.ts";
import { hashApiKey, newApiKey } from "../platform/api-key.ts";
import { openEffects } from "../platform/effects.ts";
import { insertOrganization } from "../table/organizations.ts";

const { table, nowMs, newId } = openEffects();

export interface AdminCommand {
  action: "create-org";
  name: string;
}

/** The operator's commands. Not on the API: whoever may invoke this function is an operator. */
export async function handler(command: AdminCommand) {
  const name = typeof command?.name === "string" ? command.name.trim() : "";
  if (command?.action !== "create-org" || name === "" || name.length > 120) {
    throw new Error('send {"action":"create-org","name":"…"} with a name of 1 to 120 characters');
  }
  const now = nowMs();
  const organization = openOrganization({ id: newId("org"), name }, now);
  const cursorKey = randomBytes(32).toString("base64");
  const keys = { read: newApiKey(), write: newApiKey(), admin: newApiKey() };
  const issued = roles.map((role) =>
    issueKey({ id: newId("key"), name: `first ${role} key`, role, hash: hashApiKey(keys[role]) }, now),
  );
  await insertOrganization(table, organization, { keys: issued, cursorKey });
  return { organizationId: organization.id, keys };
}
