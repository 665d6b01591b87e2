import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { updateWebhook, type WebhookSubscription } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { webhookChanged, webhookQuery } from "./queries.ts";
import {
  changedFields,
  changesOf,
  draftOf,
  editedFields,
  rebased,
  type ShownField,
  type WebhookDraft,
} from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

/** `/app/webhooks/:id/edit` */
export function EditWebhook() {
  const { webhookId } = useParams({ from: "/app/webhooks/$webhookId/edit" });
  const query = useQuery(webhookQuery(webhookId));
  const mayWrite = useMay("write");
  return (
    <Page title="Edit the subscription">
      {mayWrite ? (
        <QueryView query={query}>{(webhook) => <EditForm key={webhook.id} webhook={webhook} />}</QueryView>
      ) : (
        <Notice kind="warning">Your key may only read. A key that may write can edit subscriptions.</Notice>
      )}
    </Page>
  );
}

/** Someone else has changed the subscription since the form was opened, and nobody has looked at it yet. */
class ChangedMeanwhile extends Error {
  constructor() {
    super("Nothing was saved: the subscription has changed since you opened it. Look at the change above.");
    this.name = "ChangedMeanwhile";
  }
}

function EditForm({ webhook }: { webhook: WebhookSubscription }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // The subscription that the form began with. What is read later never overwrites what someone has typed.
  const [base, setBase] = useState(webhook);
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const [savedSecret, setSavedSecret] = useState<string | null>(null);
  const changes = changesOf(base, draft);
  const toPage = { to: "/app/webhooks/$webhookId", params: { webhookId: base.id } } as const;

  const save = useMutation({
    mutationFn: async () => {
      const current = await client.fetchQuery({ ...webhookQuery(base.id), staleTime: 0 });
      if (current.updatedAt !== base.updatedAt) throw new ChangedMeanwhile();
      return dataOf(updateWebhook({ id: base.id, webhookSubscriptionChanges: changes }));
    },
    onSuccess: (saved) => {
      webhookChanged(saved);
      setBase(saved);
      if (draft.secret.kind === "generated") return setSavedSecret(draft.secret.secret);
      showToast("The subscription is saved.");
      return navigate({ ...toPage, ignoreBlocker: true });
    },
  });

  if (savedSecret !== null)
    return (
      <>
        <p>The subscription is saved. Its deliveries are signed with the new secret from now on.</p>
        <SecretOnce label="Secret" secret={savedSecret} onDone={() => void navigate(toPage)} />
      </>
    );
  return (
    <WebhookForm
      draft={draft}
      onChange={setDraft}
      secretKinds={
        base.hasSecret
          ? {
              keep: "Keep the secret",
              generated: "Replace it at once with a generated secret",
              typed: "Replace it at once with a secret that I type",
              none: "Remove it: deliveries are no longer signed",
            }
          : {
              keep: "No secret, as now",
              generated: "Generate a strong secret (recommended)",
              typed: "Type a secret",
            }
      }
      hasStatus
      isChanged={Object.keys(changes).length > 0}
      error={save.error}
      busy={save.isPending}
      action="Save"
      idle={Object.keys(changes).length === 0 ? "Nothing has been changed." : undefined}
      cancel={
        <Link {...toPage} className="button">
          Cancel
        </Link>
      }
      onSubmit={() => save.mutate()}
    >
      {base.hasSecret && (draft.secret.kind === "generated" || draft.secret.kind === "typed") ? (
        <p className="small">
          The old secret stops signing at once. If your endpoint needs time to change, cancel and use “Rotate
          the secret” on the subscription's page: then both sign for a while.
        </p>
      ) : null}
      {webhook.updatedAt === base.updatedAt ? null : (
        <OthersChange
          base={base}
          now={webhook}
          draft={draft}
          onMerge={() => {
            setDraft(rebased(base, draft, webhook));
            setBase(webhook);
            save.reset();
          }}
        />
      )}
    </WebhookForm>
  );
}

interface OthersChangeProps {
  base: WebhookSubscription;
  now: WebhookSubscription;
  draft: WebhookDraft;
  onMerge: () => void;
}

const fieldNames: Record<ShownField, string> = {
  url: "URL",
  description: "Description",
  events: "Events",
  status: "Status",
};

/** Shows what someone else has changed meanwhile, before anything is saved over it. */
function OthersChange({ base, now, draft, onMerge }: OthersChangeProps) {
  const changed = changedFields(base, now);
  const edited = editedFields(base, draft);
  return (
    <Notice kind="warning">
      <div className="stack stack-tight">
        <strong>
          The subscription was changed while you edited it, <Time at={now.updatedAt} relative />.
        </strong>
        {changed.length === 0 ? (
          <span>None of the fields that you see has changed: it was its secret.</span>
        ) : (
          <dl className="facts">
            {changed.map((field) => (
              <Fragment key={field}>
                <dt>{fieldNames[field]}</dt>
                <dd>
                  is now <UserText>{valueInWords(now, field)}</UserText>
                  {edited.includes(field) ? ". You have edited it too: saving replaces it with yours." : null}
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
        <div>
          <Button small onClick={onMerge}>
            Take the change over and keep my edits
          </Button>
        </div>
      </div>
    </Notice>
  );
}

function valueInWords(webhook: WebhookSubscription, field: ShownField): string {
  const value = webhook[field];
  if (value === null || value === "") return "empty";
  return typeof value === "string" ? value : value.join(", ");
}
