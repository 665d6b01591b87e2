import type { EventType } from "./event.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime, secondMs } from "./time.ts";

/** One request to a subscriber and what came of it. */
export interface DeliveryAttempt {
  number: number;
  at: string;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  /** The first KiB of the answer's body. */
  response: string | null;
}

type DeliveryStatus = "pending" | "succeeded" | "dead_lettered" | "cancelled";

/** One event on its way to one subscription. `body` holds the exact bytes that every attempt sends. */
export interface Delivery {
  id: string;
  organizationId: string;
  webhookId: string;
  url: string;
  eventId: string;
  type: EventType;
  status: DeliveryStatus;
  body: string;
  /** Counts replays: each begins a fresh attempt schedule. */
  cycle: number;
  /** The attempt that is due next, and when; null when none is. */
  nextAttempt: number | null;
  nextAttemptAt: string | null;
  attempts: DeliveryAttempt[];
  createdAt: string;
}

/** Seconds from a failure to the attempt of each number (specification, section 6); the first goes at once. */
const delaySecondsBefore: Readonly<Record<number, number>> = { 1: 0, 2: 10, 3: 30, 4: 90, 5: 300, 6: 1_800 };

const finalAttempt = 6;

/** The failed attempt after which an event is dead-lettered, although the final attempt still happens. */
const deadLetterAfterAttempt = 5;

/** Whether a delivery whose next attempt is due stands among the dead letters: it is replayed, or at its final attempt. */
export function hasDeadLetter({ cycle, nextAttempt }: Pick<Delivery, "cycle" | "nextAttempt">): boolean {
  return cycle > 1 || nextAttempt === finalAttempt;
}

export const deadLetterStatuses = ["final_attempt_pending", "exhausted", "replaying", "resolved"] as const;
export type DeadLetterStatus = (typeof deadLetterStatuses)[number];

/** What stands after an attempt: the delivery's new state and, where it changes, that of its dead letter. */
export interface AfterAttempt {
  status: DeliveryStatus;
  nextAttempt: number | null;
  nextAttemptAt: string | null;
  /** null: the dead letter, if there is one, stays as it is. */
  deadLetter: DeadLetterStatus | null;
}

/**
 * The one place that decides what follows an attempt (contract, section 5): five attempts, then the dead letter,
 * and a final attempt that resolves it or exhausts it.
 */
export function afterAttempt(attempt: number, succeeded: boolean, nowMs: number): AfterAttempt {
  if (succeeded)
    return { status: "succeeded", nextAttempt: null, nextAttemptAt: null, deadLetter: "resolved" };
  if (attempt >= finalAttempt) {
    return { status: "dead_lettered", nextAttempt: null, nextAttemptAt: null, deadLetter: "exhausted" };
  }
  const next = attempt + 1;
  const nextAttemptAt = isoTime(nowMs + (delaySecondsBefore[next] ?? 0) * secondMs);
  return attempt < deadLetterAfterAttempt
    ? { status: "pending", nextAttempt: next, nextAttemptAt, deadLetter: null }
    : { status: "dead_lettered", nextAttempt: next, nextAttemptAt, deadLetter: "final_attempt_pending" };
}

/** An event that was given up, or a message that no worker could handle: kept until a person replays it. */
export interface DeadLetter {
  id: string;
  organizationId: string;
  eventId: string | null;
  type: string;
  webhookId: string | null;
  url: string | null;
  status: DeadLetterStatus;
  createdAt: string;
}

/** The message that makes the next attempt of a delivery at its time. */
export function attemptMessage(
  delivery: Pick<Delivery, "id" | "organizationId" | "webhookId">,
  due: { cycle: number; attempt: number; atMs: number },
): OutgoingMessage {
  const { id: deliveryId, organizationId, webhookId } = delivery;
  return {
    queue: "deliveries",
    body: { kind: "delivery.attempt", organizationId, deliveryId, cycle: due.cycle, attempt: due.attempt },
    notBeforeMs: due.atMs,
    // A subscription that is slow or dead keeps only its own deliveries waiting.
    group: webhookId,
  };
}

/** The message that lays a given-up delivery into the dead-letter queue. */
export function gaveUpMessage(
  delivery: Pick<Delivery, "id" | "organizationId" | "webhookId">,
  cycle: number,
): OutgoingMessage {
  const { id: deliveryId, organizationId, webhookId } = delivery;
  return {
    queue: "dead-letters",
    body: { kind: "delivery.gave-up", organizationId, deliveryId, cycle },
    notBeforeMs: 0,
    group: webhookId,
  };
}
