import { runRoutes } from "../contract/routes/runs.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readRun } from "../table/runs.ts";

export const handler = endpoint(runRoutes.getRun, async ({ caller, id }, { table }) => {
  const run = await readRun(table, caller.organizationId, id);
  if (run === null) throw notFound("run");
  return run;
});
