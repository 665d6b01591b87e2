import { trendRoutes } from "../contract/routes/trends.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readTrend } from "../table/trends.ts";

export const handler = endpoint(trendRoutes.getTrend, async ({ caller, id }, { table, nowMs }) => {
  const trend = await readTrend(table, caller.organizationId, id, nowMs());
  if (trend === null) throw notFound("trend");
  return trend;
});
