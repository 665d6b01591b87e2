import { brandRoutes } from "../contract/routes/brands.ts";
import { changeBrand, schedulesRestart } from "../domain/brand.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand, replaceBrand } from "../table/brands.ts";
import { raced, untilUnraced } from "../table/races.ts";

export const handler = endpoint(brandRoutes.updateBrand, async ({ caller, id, body }, { table, nowMs }) => {
  const { settings = {}, ...fields } = body;
  const changesNothing = Object.keys({ ...settings, ...fields }).length === 0;
  return untilUnraced(async () => {
    const known = await readBrand(table, caller.organizationId, id);
    if (known === null) throw notFound("brand");
    if (changesNothing) return known;
    const brand = changeBrand(known, body, nowMs());
    const messages = brand.timezone === known.timezone ? [] : [schedulesRestart(brand)];
    return (await replaceBrand(table, known, brand, messages)) ? brand : raced;
  });
});
