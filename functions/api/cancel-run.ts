import { runRoutes } from "../contract/routes/runs.ts";
import { endpoint } from "../platform/endpoint.ts";
import { cancelRun } from "../table/run-cancellation.ts";

export const handler = endpoint(runRoutes.cancelRun, async ({ caller, id: runId }, { table, nowMs, newId }) =>
  cancelRun(
    table,
    { organizationId: caller.organizationId, runId },
    { eventId: newId("evt"), nowMs: nowMs() },
  ),
);
