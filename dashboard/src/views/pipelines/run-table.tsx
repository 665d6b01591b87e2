import { Link } from "@tanstack/react-router";
import type { Run } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { runStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Time, useNow } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatNumber } from "../../text/numbers.ts";
import { formatDuration } from "./duration.ts";
import { PipelineName } from "./pipeline-name.tsx";
import styles from "./wide-table.module.css";

/** What started a run. */
export const triggers: Record<Run["trigger"], string> = {
  manual: "By a person or a key",
  schedule: "By its schedule",
};

/** Runs, the newest first. */
export function RunTable({ runs, withPipeline }: { runs: readonly Run[]; withPipeline: boolean }) {
  return (
    <div className="table-scroll">
      <table className={`table ${styles.table}`}>
        <caption className="visually-hidden">Runs, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {withPipeline ? <th scope="col">Pipeline</th> : null}
            <th scope="col">Status</th>
            <th scope="col">Started</th>
            <th scope="col">Duration</th>
            <th scope="col" className="number">
              Posts
            </th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.runId} run={run} withPipeline={withPipeline} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ run, withPipeline }: { run: Run; withPipeline: boolean }) {
  const { runId, pipelineId, brandId, status, trigger, createdAt, outputs, error } = run;
  return (
    <tr>
      <th scope="row">
        <Link to="/app/runs/$runId" params={{ runId }}>
          <Time at={createdAt} zone={useBrand(brandId)?.timezone} />
        </Link>
      </th>
      {withPipeline ? (
        <td>
          <Link to="/app/pipelines/$pipelineId" params={{ pipelineId }}>
            <PipelineName pipelineId={pipelineId} />
          </Link>
        </td>
      ) : null}
      <td>
        <StatusBadge of={runStatuses} status={status} />
      </td>
      <td>{triggers[trigger]}</td>
      <td>
        <RunDuration run={run} />
      </td>
      <td className="number">{status === "succeeded" ? formatNumber(outputs.length) : "–"}</td>
      <td>{error === null ? "–" : <UserText>{error.message}</UserText>}</td>
    </tr>
  );
}

/** How long a run took, or has been running. */
export function RunDuration({ run: { startedAt, finishedAt } }: { run: Run }) {
  const nowMs = useNow();
  if (startedAt === null) return <>–</>;
  const durationMs = (finishedAt === null ? nowMs : Date.parse(finishedAt)) - Date.parse(startedAt);
  // The page reads its clock every ten seconds only.
  return <>{durationMs < 0 ? "–" : formatDuration(durationMs)}</>;
}
