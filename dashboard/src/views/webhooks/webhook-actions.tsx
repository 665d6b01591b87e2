import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteWebhook, updateWebhook, type WebhookSubscription } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { deliveriesQuery, webhookChanged, webhookQuery, webhooksQuery } from "./queries.ts";

/** Enables, disables and deletes a subscription. */
export function WebhookActions({ webhook }: { webhook: WebhookSubscription }) {
  const { id, status, url } = webhook;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<"disable" | "delete" | null>(null);
  const close = () => setAsks(null);

  const change = useMutation({
    mutationFn: (next: WebhookSubscription["status"]) =>
      dataOf(updateWebhook({ id, webhookSubscriptionChanges: { status: next } })),
    onSuccess: (changed) => {
      webhookChanged(changed);
      close();
    },
  });
  const remove = useMutation({
    mutationFn: () => dataOf(deleteWebhook({ id })),
    onSuccess: async () => {
      await navigate({ to: "/app/webhooks" });
      client.removeQueries({ queryKey: webhookQuery(id).queryKey });
      client.removeQueries({ queryKey: deliveriesQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["dead-letters"] });
      showToast("The subscription is deleted.");
    },
  });
  const wasEnabled = change.isSuccess && change.data.status === "active" && status === "active";

  return (
    <div className="stack">
      <div className="row">
        <Link to="/app/webhooks/$webhookId/edit" params={{ webhookId: id }} className="button">
          Edit
        </Link>
        {status === "active" ? (
          <Button onClick={() => setAsks("disable")}>Disable</Button>
        ) : (
          <Button look="primary" busy={change.isPending} onClick={() => change.mutate("active")}>
            Enable
          </Button>
        )}
        <Button look="danger" onClick={() => setAsks("delete")}>
          Delete
        </Button>
      </div>
      {asks === null ? <ErrorNotice error={change.error} /> : null}
      {wasEnabled ? (
        <Notice kind="good">
          The subscription is enabled. Send a test event. When it arrives,{" "}
          <Link
            to="/app/webhooks/dead-letters"
            search={{ webhookId: id, status: "final_attempt_pending,exhausted" }}
          >
            replay the events that it missed
          </Link>
          .
        </Notice>
      ) : null}
      {asks === "disable" ? (
        <Confirm
          title="Disable this subscription?"
          action="Disable the subscription"
          busy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate("disabled")}
          onClose={close}
        >
          Nothing more is sent to <UserText>{url}</UserText>. Its events, and the attempts that are due,
          become dead letters. You can enable it again at any time and then replay them.
        </Confirm>
      ) : null}
      {asks === "delete" ? (
        <Confirm
          title="Delete this subscription?"
          action="Delete the subscription"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <div className="stack stack-tight">
            <p>
              Nothing more is sent to <UserText>{url}</UserText>. This deletes, within an hour:
            </p>
            <ul>
              <li>the subscription and its secret,</li>
              <li>its deliveries, and the attempts that are still due,</li>
              <li>its dead letters, which then can no longer be replayed.</li>
            </ul>
            <p>It cannot be undone. To stop deliveries for a while, disable the subscription instead.</p>
          </div>
        </Confirm>
      ) : null}
    </div>
  );
}
