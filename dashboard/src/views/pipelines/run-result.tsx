import { Link } from "@tanstack/react-router";
import type { Run } from "../../../../client/api.ts";
import { runStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Time } from "../../parts/time.tsx";
import { countOf } from "../../text/numbers.ts";

/** The status of a run in one line, with a link to the run. */
export function RunResult({ run, zone }: { run: Run; zone: string | undefined }) {
  return (
    <span className="row">
      <StatusBadge of={runStatuses} status={run.status} />
      <Link to="/app/runs/$runId" params={{ runId: run.runId }}>
        {run.status === "succeeded" ? countOf(run.outputs.length, "post") : "See the run"}{" "}
        <Time at={run.createdAt} zone={zone} relative />
      </Link>
    </span>
  );
}
