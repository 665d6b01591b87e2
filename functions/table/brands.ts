import type { Brand } from "../domain/brand.ts";
import { trusted } from "../domain/trusted.ts";
import { commit } from "./commit.ts";
import { brandKey, brandsPartition, feedKey } from "./keys.ts";
import { type Order, pageOfItems } from "./list.ts";
import { readItem } from "./read.ts";
import type { Table } from "./table.ts";

/** Stores a new brand together with its public feed, which is empty until something is published. */
export async function insertBrand(table: Table, brand: Brand): Promise<void> {
  await commit(table, [
    {
      kind: "put",
      item: { ...brandKey(brand.organizationId, brand.id), ...brand, pipelineCount: 0 },
      condition: "attribute_not_exists(pk)",
    },
    { kind: "put", item: { ...feedKey(brand.id), brandId: brand.id, title: brand.name } },
  ]);
}

export function readBrand(table: Table, organizationId: string, brandId: string): Promise<Brand | null> {
  return readItem<Brand>(table, brandKey(organizationId, brandId));
}

export async function pageOfBrands(
  table: Table,
  organizationId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Brand[]; next: string | null }> {
  const { items, next } = await pageOfItems(table, brandsPartition(organizationId), order, limit, after);
  return { rows: items.map((item) => trusted<Brand>(item)), next };
}
