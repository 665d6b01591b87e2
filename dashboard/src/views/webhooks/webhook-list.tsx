import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WebhookSubscription } from "../../../../client/api.ts";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { countOf } from "../../text/numbers.ts";
import { eventTypes } from "./event-types.ts";
import { webhooksQuery } from "./queries.ts";
import { SubscriptionBadge, SubscriptionProblem } from "./subscription-status.tsx";
import styles from "./webhooks.module.css";

/** `/app/webhooks`: all subscriptions. Those that need a person come first. */
export function WebhookList() {
  const query = useQuery(webhooksQuery);
  const mayWrite = useMay("write");
  return (
    <Page
      title="Webhook subscriptions"
      lead="The service sends each event to the endpoints that subscribe to its type."
      actions={
        mayWrite ? (
          <Link to="/app/webhooks/new" className="button button-primary">
            New subscription
          </Link>
        ) : null
      }
    >
      <QueryView query={query}>
        {(webhooks) => {
          const problems = webhooks.filter(hasProblem).toSorted(disabledFirst);
          const others = webhooks.filter((webhook) => !hasProblem(webhook));
          return (
            <>
              {webhooks.length === 0 ? (
                <Empty>
                  There are no subscriptions.{" "}
                  {mayWrite
                    ? "Create one to have events sent to your own endpoint."
                    : "A key that may write can create one."}
                </Empty>
              ) : null}
              {problems.length === 0 ? null : (
                <Panel title={`${countOf(problems.length, "subscription")} with a problem`}>
                  <Subscriptions webhooks={problems} />
                </Panel>
              )}
              {others.length === 0 ? null : (
                <Panel title={countOf(others.length, "active subscription")}>
                  <Subscriptions webhooks={others} />
                </Panel>
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

const hasProblem = ({ status, failingSince }: WebhookSubscription) =>
  status === "disabled" || failingSince !== null;

const disabledFirst = (one: WebhookSubscription, other: WebhookSubscription) =>
  Number(other.status === "disabled") - Number(one.status === "disabled");

function Subscriptions({ webhooks }: { webhooks: readonly WebhookSubscription[] }) {
  return (
    <ul className="list">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="stack stack-tight">
          <div className={styles.rowTop}>
            <Link to="/app/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
              <UserText>{webhook.url}</UserText>
            </Link>
            <span className="row">
              {webhook.hasSecret ? (
                <span className="small soft">Signed</span>
              ) : (
                <span className="small">Not signed</span>
              )}
              <SubscriptionBadge webhook={webhook} />
            </span>
          </div>
          {webhook.description === null ? null : (
            <div>
              <UserText>{webhook.description}</UserText>
            </div>
          )}
          <div className="small soft">{eventsInWords(webhook)}</div>
          {hasProblem(webhook) ? (
            <div className="small">
              <SubscriptionProblem webhook={webhook} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function eventsInWords({ events }: WebhookSubscription): string {
  if (events.length === eventTypes.length) return `All ${events.length} event types`;
  return events.join(", ");
}
