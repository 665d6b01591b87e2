import { runRoutes } from "../contract/routes/runs.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readRunWithStages } from "../table/runs.ts";

export const handler = endpoint(runRoutes.getRun, async ({ caller, id }, { table, nowMs }) => {
  const run = await readRunWithStages(table, caller.organizationId, id, nowMs());
  if (run === null) throw notFound("run");
  return run;
});
