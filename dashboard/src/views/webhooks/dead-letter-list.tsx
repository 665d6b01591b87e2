import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { DeadLetter } from "../../../../client/api.ts";
import { rowsOf } from "../../api/pages.ts";
import { deadLetterStatuses, StatusBadge } from "../../content/statuses.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { AttemptSummary } from "./attempt-list.tsx";
import { BulkReplayProgress, ReplayAll, useStartedReplay } from "./bulk-replay.tsx";
import { replayOf, statusesOf } from "./dead-letter-filter.ts";
import { ExactTime } from "./exact-time.tsx";
import { deadLettersQuery, webhooksQuery } from "./queries.ts";
import styles from "./webhooks.module.css";

const path = "/app/webhooks/dead-letters";

/** `/app/webhooks/dead-letters`: by filter, with the replay of all that match. */
export function DeadLetterList() {
  const { webhookId, status, replay } = useSearch({ from: path });
  const statuses = statusesOf(status);
  const filter = { webhookId, statuses };
  const query = useInfiniteQuery(deadLettersQuery(filter));
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  const mayWrite = useMay("write");
  const startedReplay = useStartedReplay();
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
  const request = replayOf(filter);
  return (
    <Page
      title="Dead letters"
      lead="Events that five attempts could not deliver, and events of disabled subscriptions. They are kept for 90 days, and for 30 once they are resolved."
      actions={
        mayWrite && request !== null ? (
          <ReplayAll request={request} url={webhookId === undefined ? undefined : urls.get(webhookId)} />
        ) : null
      }
    >
      <Filters webhookId={webhookId} status={statuses?.join(",")} urls={urls} />
      {mayWrite && request === null ? (
        <p className="small soft">
          Those that are resolved or being replayed cannot be replayed together. Open one to replay it alone.
        </p>
      ) : null}
      {replay === undefined ? null : <BulkReplayProgress key={replay} id={replay} urls={urls} />}
      {replay === undefined && startedReplay !== undefined ? (
        <p className="small">
          <Link to={path} search={(search) => ({ ...search, replay: startedReplay })}>
            Show the replay that you started last
          </Link>
        </p>
      ) : null}
      <Panel title="Dead letters">
        <QueryView query={query}>
          {(data) => {
            const letters = rowsOf(data);
            if (letters.length === 0)
              return (
                <Empty>
                  {webhookId === undefined && statuses === undefined
                    ? "There are no dead letters: every event was delivered, or is still being tried."
                    : "No dead letter matches the filter."}
                </Empty>
              );
            return (
              <ul className="list">
                {letters.map((letter) => (
                  <Row key={letter.id} letter={letter} />
                ))}
              </ul>
            );
          }}
        </QueryView>
        <div>
          <MoreButton query={query} />
        </div>
      </Panel>
    </Page>
  );
}

const choices = [
  ["final_attempt_pending,exhausted", "Not delivered yet: can be replayed"],
  ...Object.entries(deadLetterStatuses).map(([status, { words }]) => [status, words] as const),
] as const;

interface FiltersProps {
  webhookId: string | undefined;
  status: string | undefined;
  urls: ReadonlyMap<string, string>;
}

function Filters({ webhookId, status, urls }: FiltersProps) {
  const navigate = useNavigate({ from: path });
  const set = (name: "webhookId" | "status", value: string) =>
    void navigate({
      search: (search) => {
        const { [name]: _, ...others } = search;
        return value === "" ? others : { ...others, [name]: value };
      },
      replace: true,
    });
  return (
    <div className="row">
      <SelectField
        label="Subscription"
        value={webhookId ?? ""}
        onChange={({ target }) => set("webhookId", target.value)}
      >
        <option value="">All subscriptions</option>
        {webhookId === undefined || urls.has(webhookId) ? null : (
          <option value={webhookId}>{webhookId}</option>
        )}
        {[...urls].map(([id, url]) => (
          <option key={id} value={id}>
            {url}
          </option>
        ))}
      </SelectField>
      <SelectField label="Status" value={status ?? ""} onChange={({ target }) => set("status", target.value)}>
        <option value="">All statuses</option>
        {status === undefined || choices.some(([value]) => value === status) ? null : (
          <option value={status}>As in the address: {status}</option>
        )}
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Row({ letter }: { letter: DeadLetter }) {
  const { id, type, url, status, createdAt, attempts } = letter;
  return (
    <li className="stack stack-tight">
      <div className={styles.rowTop}>
        <Link to="/app/webhooks/dead-letters/$deadLetterId" params={{ deadLetterId: id }}>
          <UserText>{type}</UserText>, <ExactTime at={createdAt} />
        </Link>
        <StatusBadge of={deadLetterStatuses} status={status} />
      </div>
      <div className="small">
        {url === null ? "An internal message that the service could not process" : <UserText>{url}</UserText>}
      </div>
      <div className="small soft">
        <AttemptSummary attempts={attempts} />
      </div>
    </li>
  );
}
