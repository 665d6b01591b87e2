import type { DeliveryAttempt } from "../../../../client/api.ts";
import { Badge } from "../../parts/badge.tsx";
import { Empty } from "../../parts/notices.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { countOf } from "../../text/numbers.ts";
import { attemptSeries, outcomeInWords, succeeded } from "./attempts.ts";
import { CodeBlock } from "./code-block.tsx";
import { ExactTime } from "./exact-time.tsx";
import { RequestAsSent } from "./request-as-sent.tsx";
import styles from "./webhooks.module.css";

/** Every attempt with its request and its response, oldest first. Each replay counts its attempts from 1. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return <Empty>No attempt has been made.</Empty>;
  const series = attemptSeries(attempts);
  return series.map((made, index) => (
    <div key={made[0]?.at} className="stack stack-tight">
      {series.length === 1 ? null : <strong>{index === 0 ? "First delivery" : `Replay ${index}`}</strong>}
      <ol className={styles.attempts}>
        {made.map((attempt) => (
          <Attempt key={attempt.at} attempt={attempt} />
        ))}
      </ol>
    </div>
  ));
}

/** How many attempts were made, and the outcome of the last one. */
export function AttemptSummary({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  const last = attempts.at(-1);
  return (
    <>
      {countOf(attempts.length, "attempt")}
      {last === undefined ? null : (
        <>
          , the last: <UserText>{outcomeInWords(last)}</UserText>
        </>
      )}
    </>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, at, request, response, retryAfter } = attempt;
  return (
    <li>
      <div className="row">
        <strong>Attempt {number}</strong>
        <Badge tone={succeeded(attempt) ? "good" : "bad"}>
          {succeeded(attempt) ? "Succeeded" : "Failed"}
        </Badge>
        <span className="number">
          <ExactTime at={at} />
        </span>
        <UserText>{outcomeInWords(attempt)}</UserText>
      </div>
      <RequestAsSent request={request} />
      {retryAfter === null ? null : (
        <div className="small soft">
          The endpoint asked to wait (Retry-After: <UserText>{retryAfter}</UserText>). The times of the
          attempts do not depend on it.
        </div>
      )}
      {response === null ? (
        <div className="small soft">There was no response.</div>
      ) : response === "" ? (
        <div className="small soft">The response had no body.</div>
      ) : (
        <CodeBlock label={`Response to attempt ${number}, the first KiB`}>{response}</CodeBlock>
      )}
    </li>
  );
}
