import { brandRoutes } from "../contract/routes/brands.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";

export const handler = endpoint(brandRoutes.getBrand, async ({ caller, id }, { table }) => {
  const brand = await readBrand(table, caller.organizationId, id);
  if (brand === null) throw notFound("brand");
  return brand;
});
