import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { DeadLetter } from "../../../../client/api.ts";
import { deadLetterStatuses, StatusBadge } from "../../content/statuses.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatNumber } from "../../text/numbers.ts";
import { AttemptList } from "./attempt-list.tsx";
import { byteCount } from "./byte-count.ts";
import { CodeBlock } from "./code-block.tsx";
import { DeadLetterMeaning } from "./dead-letter-meaning.tsx";
import { ExactTime } from "./exact-time.tsx";
import { deadLetterQuery } from "./queries.ts";
import { ReplayDeadLetter } from "./replay-dead-letter.tsx";

/** `/app/webhooks/dead-letters/:id`. While it is replayed, its attempts appear as they are made. */
export function DeadLetterPage() {
  const { deadLetterId } = useParams({ from: "/app/webhooks/dead-letters/$deadLetterId" });
  const query = useQuery(deadLetterQuery(deadLetterId));
  return (
    <Page
      title="Dead letter"
      actions={
        <Link to="/app/webhooks/dead-letters" className="button">
          All dead letters
        </Link>
      }
    >
      <QueryView query={query}>
        {(letter) => (
          <>
            <State letter={letter} />
            <Panel title="Attempts">
              <AttemptList attempts={letter.attempts} />
            </Panel>
            <Payload letter={letter} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

const noticeKinds = {
  final_attempt_pending: { kind: "warning" },
  exhausted: { kind: "warning" },
  replaying: {},
  resolved: { kind: "good" },
} as const;

function State({ letter }: { letter: DeadLetter }) {
  const { id, type, eventId, webhookId, url, status, createdAt } = letter;
  return (
    <Panel title="State" actions={<StatusBadge of={deadLetterStatuses} status={status} />}>
      <Notice {...noticeKinds[status]}>
        <DeadLetterMeaning letter={letter} />
      </Notice>
      <ReplayDeadLetter letter={letter} />
      <dl className="facts">
        <dt>Event</dt>
        <dd>
          <code>
            <UserText>{type}</UserText>
          </code>
        </dd>
        <dt>Event id</dt>
        <dd>
          {eventId === null ? <span className="soft">None: it is no event</span> : <code>{eventId}</code>}
        </dd>
        <dt>Endpoint</dt>
        <dd>
          {webhookId === null || url === null ? (
            <span className="soft">None: it is an internal message that the service could not process</span>
          ) : (
            <>
              <UserText>{url}</UserText>{" "}
              <Link to="/app/webhooks/$webhookId" params={{ webhookId }}>
                Open the subscription
              </Link>
            </>
          )}
        </dd>
        <dt>Dead since</dt>
        <dd>
          <ExactTime at={createdAt} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
    </Panel>
  );
}

/** The event to read, and the bytes of its body. */
function Payload({ letter }: { letter: DeadLetter }) {
  if (letter.payload === null)
    return (
      <Panel title="Payload">
        <Empty>The message has no event, so there is no payload.</Empty>
      </Panel>
    );
  // The service writes bodies as compact JSON, so this is the body byte for byte.
  const raw = JSON.stringify(letter.payload);
  return (
    <Panel title="Payload" actions={<CopyButton text={raw} label="Copy the body" />}>
      <CodeBlock label="The payload, formatted to read">{JSON.stringify(letter.payload, null, 2)}</CodeBlock>
      <h3>
        {letter.webhookId === null ? "The event as the service has it" : "The body as it is sent"},{" "}
        {formatNumber(byteCount(raw))} bytes
      </h3>
      <CodeBlock label="The body as it is sent">{raw}</CodeBlock>
    </Panel>
  );
}
