import type { EndpointHealth } from "./endpoint-health.ts";
import type { DeliveryStart, OutgoingMessage } from "./message.ts";
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
  /** The answer's `Retry-After` as it was sent. It is noted and changes nothing. */
  retryAfter?: string;
}

export const deliveryStatuses = ["pending", "succeeded", "dead_lettered", "cancelled"] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one subscription. */
export interface Delivery extends DeliveryStart {
  status: DeliveryStatus;
  /** Counts replays: each begins a fresh attempt schedule. */
  cycle: number;
  /** The attempt that is due next, and when; null when none is. */
  nextAttempt: number | null;
  nextAttemptAt: string | null;
  attempts: DeliveryAttempt[];
}

/** Names a delivery: it stands in the partition of its subscription. */
export type DeliveryRef = Pick<Delivery, "organizationId" | "webhookId" | "id">;

/** Seconds from a failure to the attempt of each number (specification, section 6); the first goes at once. */
const delaySecondsBefore: Readonly<Record<number, number>> = { 1: 0, 2: 10, 3: 30, 4: 90, 5: 300, 6: 1_800 };

const finalAttempt = 6;

/** The failed attempt after which an event is dead-lettered, although the final attempt still happens. */
const deadLetterAfterAttempt = 5;

/** Of a delivery that is replayed again and again, the latest: an item holds at most 400 kB. */
const attemptsMax = 60;

export function newDelivery(start: DeliveryStart): Delivery {
  return {
    ...start,
    status: "pending",
    cycle: 1,
    nextAttempt: 1,
    nextAttemptAt: start.createdAt,
    attempts: [],
  };
}

/** Whether a delivery whose next attempt is due stands among the dead letters: it is replayed, or at its final attempt. */
export function hasDeadLetter({ cycle, nextAttempt }: Pick<Delivery, "cycle" | "nextAttempt">): boolean {
  return cycle > 1 || nextAttempt === finalAttempt;
}

/**
 * The one place that decides what follows an attempt (contract, section 5): five attempts, then the dead letter,
 * and a final attempt that resolves it or exhausts it.
 */
export function afterAttempt(
  delivery: Delivery,
  { succeeded, attempt }: { succeeded: boolean; attempt: DeliveryAttempt },
  nowMs: number,
): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-attemptsMax);
  if (succeeded) return ended({ ...delivery, attempts }, "succeeded");
  if (attempt.number >= finalAttempt) return ended({ ...delivery, attempts }, "dead_lettered");
  const nextAttempt = attempt.number + 1;
  return {
    ...delivery,
    attempts,
    status: attempt.number < deadLetterAfterAttempt ? "pending" : "dead_lettered",
    nextAttempt,
    nextAttemptAt: isoTime(nowMs + (delaySecondsBefore[nextAttempt] ?? 0) * secondMs),
  };
}

/** A delivery that gets no further attempt. */
export function ended(delivery: Delivery, status: Exclude<DeliveryStatus, "pending">): Delivery {
  return { ...delivery, status, nextAttempt: null, nextAttemptAt: null };
}

export const deadLetterStatuses = ["final_attempt_pending", "exhausted", "replaying", "resolved"] as const;
export type DeadLetterStatus = (typeof deadLetterStatuses)[number];

/** What can be put back under a fresh attempt schedule because nothing else is on its way. */
export const replayableStatuses = [
  "final_attempt_pending",
  "exhausted",
] as const satisfies DeadLetterStatus[];

/** What is still to come to an end: the first two by the service, the last by somebody who replays it. */
export const openStatuses = [
  "final_attempt_pending",
  "replaying",
  "exhausted",
] as const satisfies DeadLetterStatus[];
export type OpenStatus = (typeof openStatuses)[number];

/** What the state of a delivery says of its dead letter. */
export function deadLetterStatusOf({ status, nextAttempt }: Delivery): DeadLetterStatus {
  if (status === "succeeded") return "resolved";
  if (status === "pending") return "replaying";
  if (status === "cancelled") return "exhausted";
  return nextAttempt === null ? "exhausted" : "final_attempt_pending";
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
  attempts: DeliveryAttempt[];
  createdAt: string;
}

/** Where the deliveries of an endpoint wait: it must have proved quick to share a queue with the quick ones. */
export function deliveryQueueOf({ pace }: Pick<EndpointHealth, "pace">): "deliveries" | "slow-deliveries" {
  return pace === "quick" ? "deliveries" : "slow-deliveries";
}

/**
 * The message that begins a delivery. Nothing is stored before it: whoever takes it stores the delivery as its endpoint
 * then is, so that a fan-out which is run twice cannot leave something behind that no message stands for.
 */
export function beginMessage(start: DeliveryStart, endpoint: Pick<EndpointHealth, "pace">): OutgoingMessage {
  const { organizationId, webhookId: group } = start;
  const body = { kind: "delivery.begin" as const, organizationId, start };
  return { queue: deliveryQueueOf(endpoint), body, notBeforeMs: 0, group };
}

/** The message that makes one attempt of a delivery, not before a moment. */
export function attemptMessage(
  delivery: DeliveryRef,
  due: { cycle: number; attempt: number; notBeforeMs: number; waitingSinceMs?: number },
  endpoint: Pick<EndpointHealth, "pace">,
): OutgoingMessage {
  const { id: deliveryId, organizationId, webhookId } = delivery;
  const { cycle, attempt, notBeforeMs, waitingSinceMs } = due;
  return {
    queue: deliveryQueueOf(endpoint),
    body: {
      kind: "delivery.attempt",
      organizationId,
      webhookId,
      deliveryId,
      cycle,
      attempt,
      ...(waitingSinceMs !== undefined && { waitingSinceMs }),
    },
    notBeforeMs,
    // A subscription that is slow or dead keeps only its own deliveries waiting.
    group: webhookId,
  };
}

/** The message that lays a given-up delivery into the dead-letter queue. */
export function deadLetterMessage(delivery: DeliveryRef & { cycle: number }): OutgoingMessage {
  const { id: deliveryId, organizationId, webhookId, cycle } = delivery;
  return {
    queue: "dead-letters",
    body: { kind: "delivery.dead-letter", organizationId, webhookId, deliveryId, cycle },
    notBeforeMs: 0,
    group: webhookId,
  };
}

/** What must follow from an attempt's outcome: the dead letter, and the next attempt. */
export function messagesAfter(after: Delivery, endpoint: Pick<EndpointHealth, "pace">): OutgoingMessage[] {
  const { status, cycle, nextAttempt: attempt, nextAttemptAt } = after;
  if (attempt === null || nextAttemptAt === null) return [];
  const next = attemptMessage(after, { cycle, attempt, notBeforeMs: Date.parse(nextAttemptAt) }, endpoint);
  return status === "dead_lettered" ? [deadLetterMessage(after), next] : [next];
}
