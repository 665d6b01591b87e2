import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Delivery, WebhookSubscription } from "../../../../client/api.ts";
import { rowsOf } from "../../api/pages.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { formatNumber } from "../../text/numbers.ts";
import { AttemptList, AttemptSummary } from "./attempt-list.tsx";
import { deadLetterIdOf, nextNumber } from "./attempts.ts";
import { byteCount } from "./byte-count.ts";
import { CodeBlock } from "./code-block.tsx";
import { ExactTime } from "./exact-time.tsx";
import { deliveriesQuery } from "./queries.ts";
import styles from "./webhooks.module.css";

/** The deliveries to a subscription, newest event first, each with every attempt. */
export function DeliveryList({ webhook }: { webhook: WebhookSubscription }) {
  const query = useInfiniteQuery(deliveriesQuery(webhook.id));
  return (
    <Panel title="Deliveries">
      <QueryView query={query}>
        {(data) => {
          const deliveries = rowsOf(data);
          if (deliveries.length === 0)
            return (
              <Empty>
                Nothing has been sent to this endpoint in the last 30 days. Deliveries are listed here for
                that long.
              </Empty>
            );
          return (
            <ul className="list">
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <DeliveryRow delivery={delivery} />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
      <div>
        <MoreButton query={query} />
      </div>
    </Panel>
  );
}

/** What a delivery's status is called on the screen. */
function deliveryLook({ status, nextAttemptAt, attempts }: Delivery): { tone: Tone; words: string } {
  switch (status) {
    case "succeeded":
      return { tone: "good", words: "Succeeded" };
    case "pending":
      if (attempts.length === 0) return { tone: "active", words: "Waits for its first attempt" };
      return { tone: "warning", words: "Will be tried again" };
    case "dead_lettered":
      if (nextAttemptAt !== null) return { tone: "warning", words: "Dead letter, one attempt left" };
      return { tone: "bad", words: "Dead letter" };
    case "cancelled":
      return { tone: "neutral", words: "Ended without an attempt" };
  }
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { eventId, type, createdAt, attempts, body } = delivery;
  const { tone, words } = deliveryLook(delivery);
  const deadLetterId = deadLetterIdOf(delivery);
  const deadLetterLink =
    deadLetterId === null ? null : (
      <Link to="/app/webhooks/dead-letters/$deadLetterId" params={{ deadLetterId }}>
        Open its dead letter
      </Link>
    );
  return (
    <details>
      <summary className={styles.summary}>
        <Badge tone={tone}>{words}</Badge>
        <code>{type}</code>
        <span className="number small">
          <ExactTime at={createdAt} />
        </span>
        <span className="small soft">
          <AttemptSummary attempts={attempts} />
        </span>
      </summary>
      <div className={styles.inner}>
        <NextAttempt delivery={delivery} />
        {deadLetterLink === null ? null : <div>{deadLetterLink}</div>}
        <section className="stack stack-tight">
          <h3>Attempts</h3>
          <AttemptList attempts={attempts} />
        </section>
        <section className="stack stack-tight">
          <h3>Body of each request, {formatNumber(byteCount(body))} bytes</h3>
          <p className="small soft">No attempt and no replay changes it. The event has the id {eventId}.</p>
          <CodeBlock label="The body as it is sent">{body}</CodeBlock>
          <div>
            <CopyButton text={body} label="Copy the body" />
          </div>
        </section>
      </div>
    </details>
  );
}

/** When the next attempt of a delivery comes. */
function NextAttempt({ delivery }: { delivery: Delivery }) {
  if (delivery.nextAttemptAt === null) return <p className="small">No further attempt follows.</p>;
  return (
    <p className="small">
      Attempt {nextNumber(delivery)} is due at <ExactTime at={delivery.nextAttemptAt} />.
    </p>
  );
}
