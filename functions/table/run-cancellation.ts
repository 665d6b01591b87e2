import { notFound } from "../domain/errors.ts";
import { cancelledRun, type Run, stoppedRun } from "../domain/run.ts";
import { failRun, readRunWithStages } from "./runs.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { alreadyApplied, type Table } from "./store/table.ts";

/**
 * Cancels a run that has not ended, with the event of its end. A worker that executes it finds out at its next write.
 * If an earlier try of this request has cancelled it, it stays so.
 * @throws not_found; unprocessable when the run has ended
 */
export function cancelRun(
  table: Table,
  { organizationId, runId }: Pick<Run, "organizationId" | "runId">,
  { eventId, nowMs }: { eventId: string; nowMs: number },
): Promise<Run> {
  return retryOnConflict(async () => {
    const run = await readRunWithStages(table, organizationId, runId, nowMs);
    if (run === null) throw notFound("run");
    if (alreadyApplied(table, run)) return run;
    const cancelled = cancelledRun(run, nowMs);
    const stopped = stoppedRun(run, cancelled.error, eventId, nowMs);
    const isStored = await failRun(table, run, { ...stopped, unlessMoved: true });
    return isStored ? cancelled : conflict;
  });
}
