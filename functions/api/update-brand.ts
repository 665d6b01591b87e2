import { brandRoutes } from "../contract/routes/brands.ts";
import { changeBrand, schedulesRestart } from "../domain/brand.ts";
import { digestsRevival } from "../domain/digest-chain.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand, replaceBrand } from "../table/brands.ts";
import { raced, untilUnraced } from "../table/store/optimistic-lock.ts";

export const handler = endpoint(brandRoutes.updateBrand, async ({ caller, id, body }, { table, nowMs }) => {
  const { settings = {}, ...fields } = body;
  const changesNothing = Object.keys({ ...settings, ...fields }).length === 0;
  return untilUnraced(async () => {
    const known = await readBrand(table, caller.organizationId, id);
    if (known === null) throw notFound("brand");
    // A change that says nothing has a digest that is overdue called for again, too.
    const revival = digestsRevival(known, nowMs());
    if (changesNothing && revival.length === 0) return known;
    const brand = changeBrand(known, body, nowMs());
    const messages = brand.timezone === known.timezone ? revival : [schedulesRestart(brand)];
    return (await replaceBrand(table, known, brand, messages)) ? brand : raced;
  });
});
