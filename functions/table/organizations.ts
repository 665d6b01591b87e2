import { notFound } from "../domain/errors.ts";
import type { ApiKey } from "../domain/keyring.ts";
import type { Organization } from "../domain/organization.ts";
import { trusted } from "../domain/trusted.ts";
import { keyRecordItem } from "./api-keys.ts";
import { firstKeyringItem } from "./keyring.ts";
import { organizationKey } from "./keys.ts";
import { commit } from "./store/commit.ts";
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
      item: { ...organizationKey(organizationId), ...organization, webhookCount: 0 },
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
