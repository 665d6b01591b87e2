import { notFound } from "../domain/errors.ts";
import type { ApiKey } from "../domain/keyring.ts";
import { changedLimits, type Organization, type OrganizationLimits } from "../domain/organization.ts";
import { trusted } from "../domain/trusted.ts";
import { keyRecordItem } from "./api-keys.ts";
import { firstKeyringItem } from "./keyring.ts";
import { organizationKey } from "./keys.ts";
import { requestLimitChange } from "./request-counts.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

/** Stores an organization with its first API keys, in one transaction. */
export async function insertOrganization(
  table: Table,
  organization: Organization,
  { keys, cursorKey }: { keys: readonly ApiKey[]; cursorKey: string },
): Promise<void> {
  const { id: organizationId } = organization;
  await commit(table, [
    {
      kind: "put",
      item: { ...organizationKey(organizationId), ...organization, brandCount: 0, webhookCount: 0 },
      condition: "attribute_not_exists(pk)",
    },
    { kind: "put", item: firstKeyringItem(organizationId, keys) },
    ...keys.map((key) => ({
      kind: "put" as const,
      item: keyRecordItem({ organizationId, cursorKey }, key),
      condition: "attribute_not_exists(pk)",
    })),
  ]);
}

/**
 * The change that counts a new resource on its organization. Its condition fails at the limit, or without organization.
 * @param count the attribute with the number of resources, and the limit that it may reach
 */
export function countResource(
  organizationId: string,
  [attribute, limit]: readonly ["brandCount", "brands"] | readonly ["webhookCount", "subscriptions"],
): Change {
  return {
    kind: "update",
    key: organizationKey(organizationId),
    update: "ADD #count :one",
    condition: "attribute_exists(pk) AND #count < #limits.#limit",
    names: { "#count": attribute, "#limits": "limits", "#limit": limit },
    values: { ":one": 1 },
  };
}

/** The change that counts one resource less. */
export function uncountResource(organizationId: string, attribute: "brandCount" | "webhookCount"): Change {
  return {
    kind: "update",
    key: organizationKey(organizationId),
    update: "ADD #count :less",
    names: { "#count": attribute },
    values: { ":less": -1 },
  };
}

/** @throws not_found */
export async function readOrganization(table: Table, organizationId: string): Promise<Organization> {
  const organization = await readItem<Organization>(table, organizationKey(organizationId));
  if (organization === null) throw notFound("organization");
  return organization;
}

/** @throws not_found */
export async function updateOrganization(
  table: Table,
  organizationId: string,
  changes: Pick<Organization, "name" | "updatedAt">,
): Promise<Organization> {
  const written = await updateItem(table, organizationKey(organizationId), {
    ...assign(changes),
    condition: "attribute_exists(pk)",
  });
  if (!written.written) throw notFound("organization");
  return trusted<Organization>(written.item);
}

/**
 * Stores changed limits of an organization. They apply from the next request.
 * @throws not_found; unprocessable for a limit that may not be set so
 */
export function setLimits(
  table: Table,
  organizationId: string,
  given: Readonly<Record<string, unknown>>,
  updatedAt: string,
): Promise<OrganizationLimits> {
  return retryOnConflict(async () => {
    const known = await readOrganization(table, organizationId);
    const limits = changedLimits(known.limits, given);
    const changes: Change[] = [
      {
        kind: "update",
        key: organizationKey(organizationId),
        update: "SET limits = :limits, updatedAt = :at",
        condition: "limits = :known",
        values: { ":limits": limits, ":at": updatedAt, ":known": known.limits },
      },
      requestLimitChange(organizationId, limits.requestsPerMinute),
    ];
    const isStored = await commit(table, changes, { onConditionFailed: () => false });
    return isStored ? limits : conflict;
  });
}
