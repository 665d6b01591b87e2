import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  createWebhook,
  type NewWebhookSubscription,
  type WebhookSubscription,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { webhookChanged } from "./queries.ts";
import { newSecret, newWebhookOf, type WebhookDraft } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

const secretKinds = {
  generated: "Generate a strong secret (recommended)",
  typed: "Type a secret",
  none: "No secret",
};

/** `/app/webhooks/new` */
export function NewWebhook() {
  const mayWrite = useMay("write");
  const navigate = useNavigate();
  const [start] = useState<WebhookDraft>(() => ({
    url: "",
    description: "",
    events: [],
    status: "active",
    secret: { kind: "generated", secret: newSecret() },
  }));
  const [draft, setDraft] = useState(start);
  const [created, setCreated] = useState<WebhookSubscription | null>(null);
  const create = useKeyedMutation(
    (newWebhookSubscription: NewWebhookSubscription, idempotencyKey) =>
      dataOf(createWebhook({ idempotencyKey, newWebhookSubscription })),
    {
      onSuccess: (webhook) => {
        webhookChanged(webhook);
        if (draft.secret.kind === "generated") return setCreated(webhook);
        showToast("The subscription is created. Send it a test event.");
        return navigate({
          to: "/app/webhooks/$webhookId",
          params: { webhookId: webhook.id },
          ignoreBlocker: true,
        });
      },
    },
  );

  if (created !== null)
    return (
      <Page title="The subscription is created">
        <p>
          Events are sent to <UserText>{created.url}</UserText> from now on.
        </p>
        <SecretOnce
          label="Secret"
          secret={draft.secret.secret}
          onDone={() => void navigate({ to: "/app/webhooks/$webhookId", params: { webhookId: created.id } })}
        >
          <p>Your endpoint verifies the header X-Service-Signature with it. Then send a test event.</p>
        </SecretOnce>
      </Page>
    );
  return (
    <Page title="New subscription">
      {mayWrite ? (
        <WebhookForm
          draft={draft}
          onChange={setDraft}
          secretKinds={secretKinds}
          hasStatus={false}
          isChanged={draft !== start}
          error={create.error}
          busy={create.isPending}
          action="Create the subscription"
          cancel={
            <Link to="/app/webhooks" className="button">
              Cancel
            </Link>
          }
          onSubmit={() => create.mutate(newWebhookOf(draft))}
        />
      ) : (
        <Notice kind="warning">Your key may only read. A key that may write can create subscriptions.</Notice>
      )}
    </Page>
  );
}
