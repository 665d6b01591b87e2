import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import { requestHeaders } from "../domain/delivery-request.ts";
import type { StoredDeadLetter } from "../table/dead-letters.ts";
import { deliveryIdOf } from "../table/keys.ts";

/** An attempt as clients see it, with its request as it was sent. */
function attemptView(
  stored: DeliveryAttempt,
  delivery: Pick<Delivery, "id" | "url" | "body"> & { type: string },
) {
  const { url = delivery.url, signature: _, previousSignature: __, retryAfter, ...attempt } = stored;
  const headers = requestHeaders(delivery, stored.number, stored);
  return { ...attempt, retryAfter: retryAfter ?? null, request: { url, headers } };
}

/** A delivery as clients see it: its status, its body and every attempt. */
export function deliveryView(delivery: Delivery) {
  const { id, eventId, type, status, createdAt, nextAttemptAt, body, attempts } = delivery;
  const views = attempts.map((attempt) => attemptView(attempt, delivery));
  return { id, eventId, type, status, createdAt, nextAttemptAt, attempts: views, body };
}

/** A dead letter as clients see it: every attempt, and the payload as it was or would have been sent. */
export function deadLetterView({ body, message, cycle: _cycle, attempts, ...visible }: StoredDeadLetter) {
  const payload: unknown = body === undefined ? (message?.body.event ?? null) : JSON.parse(body);
  const { id, type, url } = visible;
  // A message that is no delivery has no attempts, and needs neither URL nor body.
  const delivery = { id: deliveryIdOf(id), type, url: url ?? "", body: body ?? "" };
  return { ...visible, attempts: attempts.map((attempt) => attemptView(attempt, delivery)), payload };
}
