import { type Delivery, type DeliveryRef, newDelivery } from "../domain/delivery.ts";
import type { QueueMessages } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { leaseAttempt } from "../table/deliveries.ts";
import type { DeliveryEffects } from "./effects.ts";

export type DeliveryMessage = QueueMessages["deliveries"];

/** Longer than an attempt can take, shorter than the queue hides a message whose worker died. */
export const leaseMs = 20 * secondMs;

/** @throws for a malformed message, before it is read in one call with the others of its batch: that call would fail for all */
export function deliveryRefOf(message: DeliveryMessage): DeliveryRef {
  const ref = message.kind === "delivery.begin" ? message.start : { ...message, id: message.deliveryId };
  if (!ref.organizationId || !ref.webhookId || !ref.id) throw new Error("a message names no delivery");
  const { organizationId, webhookId, id } = ref;
  return { organizationId, webhookId, id };
}

/** The number of the attempt that a message asks for, and its cycle. */
export function dueAttemptOf(message: DeliveryMessage): { cycle: number; attempt: number } {
  return message.kind === "delivery.begin"
    ? { cycle: 1, attempt: 1 }
    : { cycle: message.cycle, attempt: message.attempt };
}

/** A delivery whose next attempt this worker may make until the lease ends. */
export interface LeasedDelivery {
  delivery: Delivery;
  leaseToken: string;
}

/**
 * Leases the attempt that a message asks for. Stores the delivery with it if this is its first attempt.
 * @returns "busy" while another worker has the lease; "stale" when the attempt was made already
 */
export async function leaseDueAttempt(
  { table, batched, nowMs, newLeaseToken }: DeliveryEffects,
  message: DeliveryMessage,
): Promise<LeasedDelivery | "busy" | "stale"> {
  const leasedAtMs = nowMs();
  const leaseToken = newLeaseToken();
  const lease = { ...dueAttemptOf(message), leaseToken, nowMs: leasedAtMs, untilMs: leasedAtMs + leaseMs };
  const leased =
    message.kind === "delivery.begin"
      ? await batched.leaseFirstAttempt(newDelivery(message.start), lease)
      : await leaseAttempt(table, deliveryRefOf(message), lease);
  return leased.outcome === "leased" ? { delivery: leased.delivery, leaseToken } : leased.outcome;
}
