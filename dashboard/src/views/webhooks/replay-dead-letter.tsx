import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type DeadLetter, replayDeadLetter } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { isNotFound } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { useMay } from "../../session/session.ts";
import { deadLetterQuery, webhookQuery } from "./queries.ts";

/** Replays a dead letter, or says why it cannot be replayed. */
export function ReplayDeadLetter({ letter }: { letter: DeadLetter }) {
  const { id, webhookId, status } = letter;
  const mayWrite = useMay("write");
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const webhook = useQuery({ ...webhookQuery(webhookId ?? ""), enabled: webhookId !== null });
  const replay = useKeyedMutation(
    (request: { id: string }, idempotencyKey) => dataOf(replayDeadLetter({ ...request, idempotencyKey })),
    {
      onSuccess: (replayed) => {
        setIsAsking(false);
        client.setQueryData(deadLetterQuery(id).queryKey, replayed);
        void client.invalidateQueries({ queryKey: ["dead-letters"] });
      },
    },
  );
  if (!mayWrite || status === "replaying") return null;
  if (isNotFound(webhook.error))
    return (
      <Notice kind="warning">
        It cannot be replayed: its subscription was deleted. The dead letter is deleted soon, too.
      </Notice>
    );
  if (webhook.data?.status === "disabled")
    return (
      <Notice kind="warning">
        It cannot be replayed now: its subscription is disabled.{" "}
        <Link to="/app/webhooks/$webhookId" params={{ webhookId: webhook.data.id }}>
          Enable the subscription first
        </Link>
      </Notice>
    );
  return (
    <div className="stack stack-tight">
      <div className="row">
        <Button
          look="primary"
          busy={replay.isPending}
          onClick={() => (status === "resolved" ? setIsAsking(true) : replay.mutate({ id }))}
        >
          Replay
        </Button>
        <span className="small soft">{whatReplayDoes(letter)}</span>
      </div>
      {isAsking ? null : <ErrorNotice error={replay.error} />}
      {isAsking ? (
        <Confirm
          title="Send a delivered event again?"
          action="Replay"
          busy={replay.isPending}
          error={replay.error}
          onConfirm={() => replay.mutate({ id })}
          onClose={() => setIsAsking(false)}
        >
          The event was delivered already. The endpoint gets it once more, with the same id and the same
          bytes. An endpoint that ignores ids that it knows does nothing.
        </Confirm>
      ) : null}
    </div>
  );
}

function whatReplayDoes({ status, webhookId }: DeadLetter): string {
  if (webhookId === null) return "Gives the message to the service again.";
  const sent = "Sends the same bytes again, with up to six new attempts.";
  return status === "final_attempt_pending" ? `${sent} The attempt that is left is cancelled.` : sent;
}
