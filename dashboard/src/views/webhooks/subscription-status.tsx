import type { WebhookSubscription } from "../../../../client/api.ts";
import { Badge } from "../../parts/badge.tsx";
import { Time } from "../../parts/time.tsx";

type Health = Pick<WebhookSubscription, "status" | "disabledReason" | "failingSince">;

/** Whether a subscription gets its events, in a word. */
export function SubscriptionBadge({ webhook: { status, failingSince } }: { webhook: Health }) {
  if (status === "disabled") return <Badge tone="bad">Disabled</Badge>;
  if (failingSince !== null) return <Badge tone="warning">Active, but failing</Badge>;
  return <Badge tone="good">Active</Badge>;
}

/** Why a subscription needs a person, and what to do. Nothing if all is well. */
export function SubscriptionProblem({ webhook }: { webhook: Health }) {
  const { status, disabledReason, failingSince } = webhook;
  if (status === "disabled" && disabledReason === "failing")
    return (
      <>
        The service disabled it, because every attempt failed for five days
        {failingSince === null ? null : (
          <>
            , since <Time at={failingSince} />
          </>
        )}
        . Its events become dead letters. Repair the endpoint, enable the subscription, send a test event, and
        then replay its dead letters.
      </>
    );
  if (status === "disabled")
    return (
      <>
        Someone disabled it. Its events become dead letters. Enable it when the endpoint may get events again,
        and then replay its dead letters.
      </>
    );
  if (failingSince === null) return null;
  return (
    <>
      Every attempt has failed since <Time at={failingSince} />. Look at its deliveries for the reason. After
      five days without a success the service disables it.
    </>
  );
}
