import type { Brand } from "../../../functions/domain/brand.ts";
import { openOrganization } from "../../../functions/domain/organization.ts";
import { insertBrand } from "../../../functions/table/brands.ts";
import { insertOrganization } from "../../../functions/table/organizations.ts";
import { ConditionFailed } from "../../../functions/table/store/condition-failed.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { testTimeMs } from "./entities.ts";

/** Stores a brand, and its organization if it is not stored yet. */
export async function storeBrand(table: Table, brand: Brand): Promise<void> {
  const organization = openOrganization({ id: brand.organizationId, name: "Acme" }, testTimeMs);
  try {
    await insertOrganization(table, organization, { keys: [], cursorKey: "" });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  await insertBrand(table, brand);
}
