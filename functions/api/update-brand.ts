import { brandRoutes } from "../contract/routes/brands.ts";
import { changeBrand, withSchedulesRestart } from "../domain/brand.ts";
import { overdueDigestMessages } from "../domain/digest-chain.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand, replaceBrand } from "../table/brands.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";

export const handler = endpoint(brandRoutes.updateBrand, async ({ caller, id, body }, { table, nowMs }) => {
  const { settings = {}, ...fields } = body;
  const changesNothing = Object.keys({ ...settings, ...fields }).length === 0;
  return retryOnConflict(async () => {
    const known = await readBrand(table, caller.organizationId, id);
    if (known === null) throw notFound("brand");
    // Even a change of nothing requests a digest that is overdue again.
    const now = nowMs();
    const revival = overdueDigestMessages(known, now);
    if (changesNothing && revival.length === 0) return known;
    const changed = changeBrand(known, body, now);
    const { brand, messages } =
      changed.timezone === known.timezone
        ? { brand: changed, messages: revival }
        : withSchedulesRestart(changed, now);
    return (await replaceBrand(table, known, brand, messages)) ? brand : conflict;
  });
});
