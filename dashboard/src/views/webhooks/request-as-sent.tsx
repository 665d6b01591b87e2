import { Fragment } from "react";
import type { DeliveryRequest } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";

/** The request of an attempt, without its body: that is the same at each attempt. */
export function RequestAsSent({ request: { url, headers } }: { request: DeliveryRequest }) {
  return (
    <details className="small">
      <summary>Request as sent</summary>
      <dl className="facts">
        <dt>POST</dt>
        <dd>
          <UserText>{url}</UserText>
        </dd>
        {Object.entries(headers).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <code>
                <UserText>{value}</UserText>
              </code>
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
