import { brandRoutes } from "../contract/routes/brands.ts";
import { feedRemovalMessage } from "../domain/brand.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deleteBrand } from "../table/brands.ts";

export const handler = endpoint(brandRoutes.deleteBrand, async ({ caller, id }, { table }) => {
  const { organizationId } = caller;
  await deleteBrand(table, organizationId, id, [feedRemovalMessage(organizationId, id)]);
});
