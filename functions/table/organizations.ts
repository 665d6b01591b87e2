import { isoTime } from "../domain/time.ts";
import { type NewApiKey, newApiKeyItem } from "./api-keys.ts";
import { commit } from "./commit.ts";
import { organizationKey } from "./keys.ts";
import type { Table } from "./table.ts";

/** Stores an organization with its first keys, all at once. */
export async function insertOrganization(
  table: Table,
  organization: { id: string; name: string },
  keys: readonly NewApiKey[],
  nowMs: number,
): Promise<void> {
  await commit(table, [
    {
      kind: "put",
      item: {
        ...organizationKey(organization.id),
        ...organization,
        webhookCount: 0,
        createdAt: isoTime(nowMs),
      },
      condition: "attribute_not_exists(pk)",
    },
    ...keys.map((key) => ({
      kind: "put" as const,
      item: newApiKeyItem(key, nowMs),
      condition: "attribute_not_exists(pk)",
    })),
  ]);
}
