import { analyticsRoutes } from "../contract/routes/analytics.ts";
import { runAnalytics } from "../domain/analytics.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { metricsOfRun } from "../table/metrics.ts";

export const handler = endpoint(analyticsRoutes.getRunAnalytics, async ({ caller, id: runId }, { table }) => {
  const metrics = await metricsOfRun(table, caller.organizationId, runId);
  if (metrics === null) throw notFound("run");
  return runAnalytics(runId, metrics);
});
