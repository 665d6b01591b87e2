import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type BulkReplay, type DeadLettersReplay, replayDeadLetters } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { ApiError, messageOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { queryClient } from "../../api/query-client.ts";
import { deadLetterStatuses } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { countOf, formatNumber } from "../../text/numbers.ts";
import { replayIdIn } from "./dead-letter-filter.ts";
import { ExactTime } from "./exact-time.tsx";
import { bulkReplayQuery } from "./queries.ts";
import styles from "./webhooks.module.css";

const listPath = "/app/webhooks/dead-letters";

const startedReplayKey = ["started-bulk-replay"];
queryClient.setQueryDefaults(startedReplayKey, { gcTime: Number.POSITIVE_INFINITY });

/** The id of the bulk replay that this page started last. The list links to it when its address does not name one. */
export function useStartedReplay(): string | undefined {
  const { data } = useQuery<string>({ queryKey: startedReplayKey, queryFn: skipToken });
  return data;
}

interface ReplayAllProps {
  request: DeadLettersReplay & Required<Pick<DeadLettersReplay, "status">>;
  /** The URL of the subscription that the filter names. */
  url: string | undefined;
}

/** Replays all dead letters of the list's filter, after a question. */
export function ReplayAll({ request, url }: ReplayAllProps) {
  const client = useQueryClient();
  const navigate = useNavigate({ from: listPath });
  const [isAsking, setIsAsking] = useState(false);
  const start = useKeyedMutation(
    (deadLettersReplay: DeadLettersReplay, idempotencyKey) =>
      dataOf(replayDeadLetters({ idempotencyKey, deadLettersReplay })),
    {
      onSuccess: (replay) => {
        setIsAsking(false);
        client.setQueryData(bulkReplayQuery(replay.id).queryKey, replay);
        client.setQueryData(startedReplayKey, replay.id);
        return navigate({ search: (search) => ({ ...search, replay: replay.id }) });
      },
    },
  );
  const runningId = start.error instanceof ApiError ? replayIdIn(messageOf(start.error)) : null;
  const close = () => {
    setIsAsking(false);
    start.reset();
  };
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Replay all that match</Button>
      {isAsking ? (
        <Confirm
          title="Replay all dead letters that match?"
          action="Replay them all"
          busy={start.isPending}
          error={start.error}
          onConfirm={() => start.mutate(request)}
          onClose={close}
        >
          <div className="stack stack-tight">
            <Filter
              webhookUrl={request.webhookId === undefined ? null : (url ?? request.webhookId)}
              status={request.status}
            />
            <p>
              This covers all that match now, also those that the list has not loaded, and none that come
              later. Each event is sent again with the same bytes and up to six new attempts. Those of
              disabled subscriptions are left out.
            </p>
            {runningId === null ? null : (
              <p>
                Only one such replay can run at a time.{" "}
                <Link to={listPath} search={(search) => ({ ...search, replay: runningId })} onClick={close}>
                  Show the one that is running
                </Link>
              </p>
            )}
          </div>
        </Confirm>
      ) : null}
    </>
  );
}

function Filter({
  webhookUrl,
  status,
}: {
  webhookUrl: string | null;
  status: BulkReplay["filter"]["status"];
}) {
  return (
    <dl className="facts">
      <dt>Subscription</dt>
      <dd>{webhookUrl === null ? "All subscriptions" : <UserText>{webhookUrl}</UserText>}</dd>
      <dt>Status</dt>
      <dd>{status.map((one) => deadLetterStatuses[one].words).join(", or ")}</dd>
    </dl>
  );
}

/** How far a bulk replay has come. */
export function BulkReplayProgress({ id, urls }: { id: string; urls: ReadonlyMap<string, string> }) {
  const query = useQuery(bulkReplayQuery(id));
  const client = useQueryClient();
  const status = query.data?.status;
  useEffect(() => {
    if (status !== undefined && status !== "running")
      void client.invalidateQueries({ queryKey: ["dead-letters"] });
  }, [client, status]);
  return (
    <Panel
      title="Replay of many dead letters"
      actions={
        <Link
          to={listPath}
          search={(search) => {
            const { replay: _, ...others } = search;
            return others;
          }}
          className="button button-small"
        >
          Hide
        </Link>
      }
    >
      <QueryView query={query}>{(replay) => <Progress replay={replay} urls={urls} />}</QueryView>
    </Panel>
  );
}

function Progress({ replay, urls }: { replay: BulkReplay; urls: ReadonlyMap<string, string> }) {
  const { status, filter, count, replayed, skipped, createdAt, finishedAt } = replay;
  const done = replayed + skipped;
  const { webhookId } = filter;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label="Dead letters done"
        value={status === "finished" ? 1 : done}
        max={status === "finished" ? 1 : Math.max(count, done, 1)}
      />
      <Notice {...(status === "running" ? {} : { kind: status === "finished" ? "good" : "bad" })}>
        {status === "running"
          ? `${formatNumber(done)} of ${formatNumber(count)} done. It goes on without this page.`
          : null}
        {status === "finished" && count === 0 ? "Nothing matched the filter: nothing was replayed." : null}
        {status === "finished" && count > 0
          ? `Finished: ${countOf(replayed, "dead letter")} sent again, ${formatNumber(skipped)} left out.`
          : null}
        {status === "failed"
          ? `It stopped after ${formatNumber(done)} of ${formatNumber(count)}, and another replay took its place. Replay the rest once more.`
          : null}
      </Notice>
      <dl className="facts">
        <dt>Sent again</dt>
        <dd>
          {formatNumber(replayed)}{" "}
          <span className="small soft">
            The status of each dead letter says whether its endpoint accepted it.
          </span>
        </dd>
        <dt>Left out</dt>
        <dd>
          {formatNumber(skipped)}{" "}
          <span className="small soft">
            Their subscription is disabled or deleted, or they changed before their turn.
          </span>
        </dd>
        <dt>Started</dt>
        <dd>
          <ExactTime at={createdAt} />
        </dd>
        {finishedAt === null ? null : (
          <>
            <dt>Ended</dt>
            <dd>
              <ExactTime at={finishedAt} />
            </dd>
          </>
        )}
      </dl>
      <Filter
        webhookUrl={webhookId === null ? null : (urls.get(webhookId) ?? webhookId)}
        status={filter.status}
      />
    </>
  );
}
