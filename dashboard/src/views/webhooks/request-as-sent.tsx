import type { ReactNode } from "react";
import { UserText } from "../../parts/user-text.tsx";

interface RequestAsSentProps {
  /** The URL, and since when it holds. */
  url: ReactNode;
  deliveryId: string;
  type: string;
  /** How many attempts have been made. */
  attempts: number;
  /** What the API gives of the body. */
  body: ReactNode;
}

/** The request of a delivery, as far as the API returns it. The service stores neither signatures nor the bodies of deliveries. */
export function RequestAsSent({ url, deliveryId, type, attempts, body }: RequestAsSentProps) {
  return (
    <div className="stack stack-tight">
      <dl className="facts small">
        <dt>POST</dt>
        <dd>{url}</dd>
        <dt>Content-Type</dt>
        <dd>
          <code>application/json</code>
        </dd>
        <dt>User-Agent</dt>
        <dd>
          <code>ContentPipelineService-Webhooks/1.0</code>
        </dd>
        <dt>X-Service-Event</dt>
        <dd>
          <UserText>{type}</UserText>
        </dd>
        <dt>X-Service-Delivery</dt>
        <dd>
          <code>{deliveryId}</code>
        </dd>
        <dt>X-Service-Attempt</dt>
        <dd>{attempts > 1 ? "the number of each attempt" : "1"}</dd>
        <dt>X-Service-Signature</dt>
        <dd className="soft">
          computed at each attempt with the secret of that moment, if there was one, and not stored. During a
          rotation, X-Service-Signature-Previous too.
        </dd>
        <dt>Body</dt>
        <dd>{body}</dd>
      </dl>
    </div>
  );
}
