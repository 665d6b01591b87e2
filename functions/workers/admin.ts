import { randomBytes } from "node:crypto";
import { requestReplay } from "../delivery/request-replay.ts";
import { bulkReplayView } from "../domain/bulk-replay.ts";
import { replayableStatuses } from "../domain/delivery.ts";
import { DomainError, notFound, unprocessable } from "../domain/errors.ts";
import { idPattern } from "../domain/ids.ts";
import { issueKey, roles } from "../domain/keyring.ts";
import { openOrganization } from "../domain/organization.ts";
import { isoTime } from "../domain/time.ts";
import { hashApiKey, newApiKey } from "../platform/api-key.ts";
import { openEffects } from "../platform/effects.ts";
import { insertOrganization, readOrganization, setLimits } from "../table/organizations.ts";

const { table, nowMs, newId } = openEffects();

type CreateOrganization = { action: "create-org"; name: string };
type SetLimits = { action: "set-limits"; organizationId: string; limits: Record<string, unknown> };
/** `webhookId` null: the dead letters of all subscriptions, and those without a subscription. */
type ReplayDeadLetters = { action: "replay"; organizationId: string; webhookId: string | null };

type Command = CreateOrganization | ReplayDeadLetters | SetLimits;

/**
 * Runs the operator's commands. It is not on the API: everyone who may invoke this function is an operator. A command that
 * cannot be executed returns `rejected` with the reason: an exception would count as an error of the function.
 */
export async function handler(command: Command) {
  try {
    return await execute(command);
  } catch (error) {
    if (error instanceof DomainError) return { rejected: error.message };
    throw error;
  }
}

async function execute(command: Command) {
  switch (command?.action) {
    case "create-org":
      return createOrganization(command);
    case "replay":
      return replayDeadLetters(command);
    case "set-limits":
      return changeLimits(command);
    default:
      throw unprocessable(
        'Send {"action":"create-org",…}, {"action":"replay",…} or {"action":"set-limits",…}.',
      );
  }
}

async function createOrganization(command: CreateOrganization) {
  const name = typeof command.name === "string" ? command.name.trim() : "";
  if (name === "" || name.length > 120) throw unprocessable("The name must have 1 to 120 characters.");
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

/** Does the same as `POST /v1/webhooks/dead-letters/replay`, for an operator who has no API key of the organization. */
async function replayDeadLetters({ organizationId, webhookId }: ReplayDeadLetters) {
  checkOrganizationId(organizationId);
  await readOrganization(table, organizationId);
  if (webhookId !== null && !idPattern("whk").test(webhookId)) throw notFound("webhook subscription");
  const filter = { webhookId, statuses: [...replayableStatuses] };
  return bulkReplayView(await requestReplay(table, { id: newId("rpl"), organizationId, filter }, nowMs()));
}

/** Sets the limits that are given. Without any, returns those that are set. */
async function changeLimits({ organizationId, limits }: SetLimits) {
  checkOrganizationId(organizationId);
  return { organizationId, limits: await setLimits(table, organizationId, limits, isoTime(nowMs())) };
}

function checkOrganizationId(organizationId: string): void {
  if (!idPattern("org").test(organizationId)) throw notFound("organization");
}
