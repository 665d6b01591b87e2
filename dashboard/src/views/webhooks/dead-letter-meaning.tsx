import type { DeadLetter } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";
import { lastAttempt, lastAttemptOfReplay, nextAttemptAfter, outcomeInWords } from "./attempts.ts";
import { ExactTime } from "./exact-time.tsx";

/** What the status of a dead letter means, and what happens next. */
export function DeadLetterMeaning({ letter }: { letter: DeadLetter }) {
  const last = letter.status === "replaying" ? lastAttemptOfReplay(letter) : lastAttempt(letter);
  const next = last === undefined ? null : nextAttemptAfter(last);
  const due = next === null ? null : <ExactTime at={new Date(next.atMs).toISOString()} />;
  switch (letter.status) {
    case "final_attempt_pending":
      return (
        <>
          Five attempts failed. The sixth and last one comes{" "}
          {due === null ? "within half an hour" : <>at about {due}</>}. It resolves the dead letter if it
          succeeds. You need not wait: a replay takes its place.
        </>
      );
    case "exhausted":
      if (letter.webhookId === null)
        return <>The service could not process this message. Nothing happens unless someone replays it.</>;
      if (last === undefined)
        return (
          <>
            No attempt was made, because the subscription was disabled. The endpoint gets the event only if
            someone replays it.
          </>
        );
      return (
        <>
          No further attempt follows. The endpoint gets the event only if someone replays it. The last
          attempt: <UserText>{outcomeInWords(last)}</UserText>.
        </>
      );
    case "replaying":
      if (last === undefined || next === null)
        return <>It is being sent again. The first attempt comes at once.</>;
      return (
        <>
          It is being sent again. Attempt {last.number} failed: <UserText>{outcomeInWords(last)}</UserText>.
          The next one comes at about {due}.
        </>
      );
    case "resolved":
      return (
        <>
          The event was delivered
          {last === undefined ? null : (
            <>
              : <UserText>{outcomeInWords(last)}</UserText>
            </>
          )}
          . There is nothing left to do.
        </>
      );
  }
}
