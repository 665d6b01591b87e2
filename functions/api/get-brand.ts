import { routes } from "../contract/routes.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";

export const handler = endpoint(routes.getBrand, async ({ caller, id }, { table }) => {
  const brand = await readBrand(table, caller.organizationId, id);
  if (brand === null) throw notFound("brand");
  return brand;
});
