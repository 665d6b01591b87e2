import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { WebhookSubscription } from "../../../../client/api.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { eventMeanings } from "./event-types.ts";
import { webhookQuery } from "./queries.ts";
import { Overlap, RotateSecret } from "./rotate-secret.tsx";
import { SubscriptionBadge, SubscriptionProblem } from "./subscription-status.tsx";
import { TestEvent } from "./test-event.tsx";
import { WebhookActions } from "./webhook-actions.tsx";

/** `/app/webhooks/:id`: what a subscription is, a test of it, and its deliveries. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: "/app/webhooks/$webhookId" });
  const { test } = useSearch({ from: "/app/webhooks/$webhookId" });
  const query = useQuery(webhookQuery(webhookId));
  return (
    <Page
      title="Webhook subscription"
      actions={
        <Link to="/app/webhooks/dead-letters" search={{ webhookId }} className="button">
          Its dead letters
        </Link>
      }
    >
      <QueryView query={query}>
        {(webhook) => (
          <>
            <Endpoint webhook={webhook} />
            <Secret webhook={webhook} />
            <TestEvent webhook={webhook} eventId={test} />
            <DeliveryList webhook={webhook} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Endpoint({ webhook }: { webhook: WebhookSubscription }) {
  const { id, url, description, events, status, failingSince, createdAt, updatedAt } = webhook;
  const mayWrite = useMay("write");
  return (
    <Panel title="Endpoint" actions={<SubscriptionBadge webhook={webhook} />}>
      {status === "disabled" || failingSince !== null ? (
        <Notice kind="warning">
          <SubscriptionProblem webhook={webhook} />
        </Notice>
      ) : null}
      <dl className="facts">
        <dt>URL</dt>
        <dd>
          <UserText>{url}</UserText>
        </dd>
        <dt>Description</dt>
        <dd>
          {description === null ? <span className="soft">None</span> : <UserText>{description}</UserText>}
        </dd>
        <dt>Events</dt>
        <dd>
          <ul>
            {events.map((type) => (
              <li key={type}>
                <code>{type}</code> <span className="small soft">{eventMeanings[type]}</span>
              </li>
            ))}
          </ul>
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        <dt>Last changed</dt>
        <dd>
          <Time at={updatedAt} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      {mayWrite ? <WebhookActions webhook={webhook} /> : null}
    </Panel>
  );
}

function Secret({ webhook }: { webhook: WebhookSubscription }) {
  const mayWrite = useMay("write");
  const [isRotating, setRotating] = useState(false);
  return (
    <Panel
      title="Secret"
      actions={
        mayWrite ? (
          <Button onClick={() => setRotating(true)}>
            {webhook.hasSecret ? "Rotate the secret" : "Add a secret"}
          </Button>
        ) : null
      }
    >
      {webhook.hasSecret ? (
        <Overlap webhook={webhook} />
      ) : (
        <p>
          Deliveries are not signed: the endpoint cannot verify that they come from this service. Add a secret
          to change that.
        </p>
      )}
      {webhook.hasSecret ? (
        <p className="small">
          Does your endpoint reject signatures? <Link to="/app/webhooks/signature">Check a signature</Link>
        </p>
      ) : null}
      {isRotating ? <RotateSecret webhook={webhook} onClose={() => setRotating(false)} /> : null}
    </Panel>
  );
}
