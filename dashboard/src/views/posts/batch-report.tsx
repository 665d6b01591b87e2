import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notices.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { countOf } from "../../text/numbers.ts";
import { batchWords, undoOf } from "./batch-rules.ts";
import type { BatchResult } from "./run-batch.ts";
import { startOf } from "./start-of.ts";
import type { Batch, BatchOutcome } from "./use-batch.ts";

/** Shows the results of the last batch, with an undo. */
export function BatchReport({ batch: { outcome, progress, undo, dismiss } }: { batch: Batch }) {
  const mayWrite = useMay("write");
  const report = useRef<HTMLDivElement>(null);
  // The pressed button may be gone: move the focus to the report.
  useEffect(() => {
    if (outcome !== null) report.current?.focus();
  }, [outcome]);
  if (outcome === null) return null;
  const { action, isUndo, results } = outcome;
  const failures = results.filter(({ error }) => error !== undefined);
  const successes = results.filter(({ error }) => error === undefined);
  const { steps, explanation } = undoOf[action];
  const done = isUndo ? "restored" : batchWords[action].done;
  return (
    <Notice kind={failures.length > 0 ? "warning" : "good"}>
      <div ref={report} tabIndex={-1} className="stack stack-tight">
        <div className="row row-apart">
          <strong>
            {countOf(successes.length, "post")} {done}
            {failures.length > 0 ? `, ${failures.length} not` : ""}
          </strong>
          <div className="row">
            {mayWrite && !isUndo && steps.length > 0 && successes.length > 0 ? (
              <Button small busy={progress !== null} onClick={undo}>
                Undo
              </Button>
            ) : null}
            <Button small onClick={dismiss}>
              Close
            </Button>
          </div>
        </div>
        {isUndo || successes.length === 0 ? null : <p className="small">{explanation}</p>}
        {failures.length === 0 ? null : (
          <>
            <p className="small">
              {isUndo ? "These were not restored" : "These are still selected"}. Open a post to see more.
            </p>
            <Results results={failures} outcome={outcome} />
          </>
        )}
        {successes.length === 0 ? null : (
          <details>
            <summary>Show which ones</summary>
            <Results results={successes} outcome={outcome} />
          </details>
        )}
      </div>
    </Notice>
  );
}

const shownMax = 100;

function Results({ results, outcome }: { results: readonly BatchResult[]; outcome: BatchOutcome }) {
  return (
    <ul className="list small">
      {results.slice(0, shownMax).map(({ id, error }) => (
        <li key={id}>
          <Link to="/app/posts/$postId" params={{ postId: id }}>
            <UserText>{startOf(outcome.before.get(id)?.content.text ?? id, 80)}</UserText>
          </Link>
          {error === undefined ? null : (
            <div>
              <UserText>{error.message}</UserText> <code>{error.code}</code>
            </div>
          )}
        </li>
      ))}
      {results.length > shownMax ? <li>and {results.length - shownMax} more</li> : null}
    </ul>
  );
}
