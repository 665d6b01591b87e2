import type { RunStage } from "../../../../client/api.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatDuration } from "./duration.ts";
import { notesOf } from "./source-health.ts";

/** What each stage of a run is called. */
const stageWords: Record<RunStage["name"], string> = {
  discover: "Read the sources",
  rank: "Rank the stories",
  write: "Write the posts",
  plan: "Plan their times",
};

const statuses: Record<RunStage["status"], { tone: Tone; words: string }> = {
  pending: { tone: "neutral", words: "Waits" },
  running: { tone: "active", words: "Running" },
  succeeded: { tone: "good", words: "Done" },
  failed: { tone: "bad", words: "Failed" },
};

/** The stages of a run with their results: what was found, what was left out, and which source could not be read. */
export function RunStages({ stages }: { stages: readonly RunStage[] }) {
  if (stages.length === 0)
    return (
      <p className="soft">
        The stages of a run are kept for 90 days after its end. These are no longer there.
      </p>
    );
  return (
    <ol className="list" aria-label="Stages">
      {stages.map(({ name, status, startedAt, finishedAt, detail }) => (
        <li key={name} className="stack stack-tight">
          <div className="row">
            <strong>{stageWords[name]}</strong>
            <Badge tone={statuses[status].tone}>{statuses[status].words}</Badge>
            {startedAt !== null && finishedAt !== null ? (
              <span className="soft small">
                {formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}
              </span>
            ) : null}
          </div>
          {detail === null ? null : (
            <ul className="small">
              {[...new Set(notesOf(detail))].map((note) => (
                <li key={note}>
                  <UserText>{note}</UserText>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
