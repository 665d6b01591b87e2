import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { type Delivery, testWebhook, type WebhookSubscription } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { AttemptList } from "./attempt-list.tsx";
import { deadLetterIdOf, lastAttempt, nextNumber, outcomeInWords, watchIntervalMs } from "./attempts.ts";
import { ExactTime } from "./exact-time.tsx";
import { deliveriesQuery, watchedDeliveryQuery } from "./queries.ts";

interface TestEventProps {
  webhook: WebhookSubscription;
  /** The test event that the address names. */
  eventId: string | undefined;
}

/** Sends a test event and shows its attempts as they are made. */
export function TestEvent({ webhook: { id, status }, eventId }: TestEventProps) {
  const mayWrite = useMay("write");
  const navigate = useNavigate({ from: "/app/webhooks/$webhookId" });
  const send = useKeyedMutation(
    (_: { webhookId: string }, idempotencyKey) => dataOf(testWebhook({ id, idempotencyKey })),
    // The event is in the address: someone who leaves the view and comes back still sees what became of it.
    { onSuccess: (sent) => navigate({ search: { test: sent.eventId }, replace: true }) },
  );
  if (!mayWrite && eventId === undefined) return null;
  return (
    <Panel
      title="Test"
      actions={
        mayWrite && status === "active" ? (
          <Button look="primary" busy={send.isPending} onClick={() => send.mutate({ webhookId: id })}>
            Send a test event
          </Button>
        ) : null
      }
    >
      <p className="soft">
        {status === "active"
          ? "A test event goes to this endpoint only. It is signed, retried and dead-lettered like every other event."
          : "A disabled subscription gets no test event: enable it first."}
      </p>
      <ErrorNotice error={send.error} />
      {eventId === undefined ? null : <WatchedDelivery key={eventId} webhookId={id} eventId={eventId} />}
    </Panel>
  );
}

function WatchedDelivery({ webhookId, eventId }: { webhookId: string; eventId: string }) {
  const client = useQueryClient();
  const options = watchedDeliveryQuery(webhookId, eventId);
  const query = useQuery(options);
  const { data: delivery, error, dataUpdatedAt } = query;
  const state = delivery ? `${delivery.status} ${delivery.attempts.length}` : null;
  // Reads the deliveries below again, so that they show the same attempts.
  useEffect(() => {
    if (state !== null) void client.invalidateQueries({ queryKey: deliveriesQuery(webhookId).queryKey });
  }, [client, webhookId, state]);
  const reads = client.getQueryState(options.queryKey)?.dataUpdateCount ?? 0;
  const hasGivenUp = delivery === null && watchIntervalMs(null, reads, dataUpdatedAt) === false;
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void query.refetch()} />
      {hasGivenUp ? (
        <Notice kind="warning">
          The test event <code>{eventId}</code> is not among the newest deliveries. It may be older than 30
          days, or still queued.{" "}
          <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
            Look again
          </Button>
        </Notice>
      ) : (
        <TestOutcome delivery={delivery ?? null} eventId={eventId} />
      )}
      {delivery === undefined || delivery === null ? null : <AttemptList attempts={delivery.attempts} />}
    </>
  );
}

/** What has become of a test event so far. */
function TestOutcome({ delivery, eventId }: { delivery: Delivery | null; eventId: string }) {
  if (delivery === null)
    return (
      <Notice>
        The test event <code>{eventId}</code> is queued. Its first attempt usually comes within a second. It
        waits longer while the endpoint is slow to respond to earlier events.
      </Notice>
    );
  const last = lastAttempt(delivery);
  const next =
    delivery.nextAttemptAt === null ? null : (
      <>
        Attempt {nextNumber(delivery)} comes at <ExactTime at={delivery.nextAttemptAt} />.
      </>
    );
  if (last === undefined)
    return (
      <Notice kind="warning">
        {next === null ? "The test event ended without an attempt: the subscription was disabled." : next}
      </Notice>
    );
  const outcome = <UserText>{outcomeInWords(last)}</UserText>;
  if (delivery.status === "succeeded")
    return (
      <Notice kind="good">
        The test event arrived: attempt {last.number} succeeded, {outcome}.
      </Notice>
    );
  const deadLetterId = deadLetterIdOf(delivery);
  return (
    <Notice kind={next === null ? "bad" : "warning"}>
      Attempt {last.number} failed: {outcome}. {next ?? "No attempt follows."}{" "}
      {deadLetterId === null ? null : (
        <Link to="/app/webhooks/dead-letters/$deadLetterId" params={{ deadLetterId }}>
          Open its dead letter
        </Link>
      )}
    </Notice>
  );
}
