import { notFound } from "../domain/errors.ts";
import type { Generator } from "../domain/generator.ts";
import { type ModelEndpoint, needsModelEndpoint, withoutModelEndpoint } from "../domain/model-endpoint.ts";
import { readBrand } from "./brands.ts";
import { brandKey, modelEndpointKey } from "./keys.ts";
import { commit } from "./store/commit.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

export function readModelEndpoint(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<ModelEndpoint | null> {
  return readItem<ModelEndpoint>(table, modelEndpointKey(organizationId, brandId));
}

/** Reads a model endpoint. @throws not_found when the brand does not exist or has none */
export async function requireModelEndpoint(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<ModelEndpoint> {
  const endpoint = await readModelEndpoint(table, organizationId, brandId);
  if (endpoint !== null) return endpoint;
  const brand = await readBrand(table, organizationId, brandId);
  throw notFound(brand === null ? "brand" : "model endpoint");
}

/** @throws unprocessable when the generator needs a model endpoint and the brand has none; not_found without the brand */
export async function assertHasModelEndpoint(
  table: Table,
  organizationId: string,
  brandId: string,
  generator: Generator,
): Promise<void> {
  if (!needsModelEndpoint(generator)) return;
  if ((await readModelEndpoint(table, organizationId, brandId)) !== null) return;
  if ((await readBrand(table, organizationId, brandId)) === null) throw notFound("brand");
  throw withoutModelEndpoint();
}

/**
 * Stores the model endpoint of a brand in place of the one before. Of two at once, the later one stays.
 * @throws not_found when the brand does not exist
 */
export async function storeModelEndpoint(table: Table, endpoint: ModelEndpoint): Promise<void> {
  const { organizationId, brandId } = endpoint;
  await commit(
    table,
    [
      { kind: "put", item: { ...modelEndpointKey(organizationId, brandId), ...endpoint } },
      { kind: "check", key: brandKey(organizationId, brandId), condition: "attribute_exists(pk)" },
    ],
    {
      onConditionFailed() {
        throw notFound("brand");
      },
    },
  );
}

/** Deletes the model endpoint of a brand. @throws not_found when it has none, or does not exist */
export async function deleteModelEndpoint(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<void> {
  const isDeleted = await commit(
    table,
    [
      {
        kind: "delete",
        key: modelEndpointKey(organizationId, brandId),
        condition: "attribute_exists(pk)",
      },
    ],
    { onConditionFailed: () => false },
  );
  // Says which of both is missing.
  if (!isDeleted) await requireModelEndpoint(table, organizationId, brandId);
}
