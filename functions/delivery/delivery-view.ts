import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import type { StoredDeadLetter } from "../table/dead-letters.ts";

function attemptView({
  retryAfter = null,
  ...attempt
}: Omit<DeliveryAttempt, "retryAfter"> & { retryAfter?: string | null }) {
  return { ...attempt, retryAfter };
}

/** A delivery as clients see it: its status and every attempt. */
export function deliveryView({ id, eventId, type, status, createdAt, nextAttemptAt, attempts }: Delivery) {
  return { id, eventId, type, status, createdAt, nextAttemptAt, attempts: attempts.map(attemptView) };
}

/** A dead letter as clients see it: every attempt, and the payload as it was or would have been sent. */
export function deadLetterView({ body, message, cycle: _cycle, attempts, ...visible }: StoredDeadLetter) {
  const payload: unknown = body === undefined ? (message?.body.event ?? null) : JSON.parse(body);
  return { ...visible, attempts: attempts.map(attemptView), payload };
}
