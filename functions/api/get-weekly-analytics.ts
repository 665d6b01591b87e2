import { analyticsRoutes } from "../contract/routes/analytics.ts";
import { DomainError, notFound } from "../domain/errors.ts";
import { pendingAnalytics } from "../domain/weekly-digest.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { readDigest } from "../table/weekly-digests.ts";

export const handler = endpoint(analyticsRoutes.getWeeklyAnalytics, async ({ caller, query }, effects) => {
  const { table, nowMs } = effects;
  const { brandId, week } = query;
  const digest = await readDigest(table, caller.organizationId, brandId, week);
  if (digest !== null) return digest;
  const brand = await readBrand(table, caller.organizationId, brandId);
  if (brand === null) throw notFound("brand");
  const pending = pendingAnalytics(brand, week, nowMs());
  if (pending !== null) return pending;
  const which =
    brand.nextDigest === undefined
      ? "its digests begin with its next change"
      : "digests exist from the brand's first week to the current one";
  throw new DomainError("not_found", `The brand has no digest of ${week}: ${which}.`);
});
