import { brandRoutes } from "../contract/routes/brands.ts";
import { openBrand } from "../domain/brand.ts";
import { endpoint } from "../platform/endpoint.ts";
import { insertBrand } from "../table/brands.ts";

export const handler = endpoint(
  brandRoutes.createBrand,
  async ({ caller, body }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const brand = openBrand({ ...body, id: newId("brd"), organizationId }, nowMs());
    await insertBrand(table, brand);
    return brand;
  },
);
