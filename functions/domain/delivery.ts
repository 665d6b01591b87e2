import type { EndpointHealth } from "./endpoint-health.ts";
import type { DeliveryQueue, DeliveryStart, OutgoingMessage } from "./message.ts";
import { isoTime, secondMs } from "./time.ts";

/** One request to a subscriber, and its outcome. */
export interface DeliveryAttempt {
  number: number;
  at: string;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  /** The first KiB of the response body. */
  response: string | null;
  /** The `Retry-After` header of the response. It is recorded, but it does not change the attempt schedule. */
  retryAfter?: string;
  /** Where the request was sent if the subscription's URL has changed since the event. */
  url?: string;
  /** The signature headers, if there was a secret. The secret itself may be replaced later. */
  signature?: string;
  previousSignature?: string;
}

export const deliveryStatuses = ["pending", "succeeded", "dead_lettered", "cancelled"] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The delivery of one event to one subscription. */
export interface Delivery extends DeliveryStart {
  status: DeliveryStatus;
  /** Counts the attempt schedules: each replay starts a new one. */
  cycle: number;
  /** The number of the next attempt; null if no attempt follows. */
  nextAttempt: number | null;
  nextAttemptAt: string | null;
  attempts: DeliveryAttempt[];
}

/** Identifies a delivery: it is stored in the partition of its subscription. */
export type DeliveryRef = Pick<Delivery, "organizationId" | "webhookId" | "id">;

/**
 * The seconds from a failure to the attempt with each number (specification, section 6). The first attempt is made at
 * once.
 */
const delaySecondsBefore: Readonly<Record<number, number>> = { 1: 0, 2: 10, 3: 30, 4: 90, 5: 300, 6: 1_800 };

const finalAttempt = 6;

/** The failed attempt after which an event is dead-lettered, although the final attempt still happens. */
const deadLetterAfterAttempt = 5;

/** A delivery that is replayed many times stores only its latest attempts, because an item can have at most 400 kB. */
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

/** Whether a delivery with a next attempt has a dead letter: it is being replayed, or its final attempt is next. */
export function hasDeadLetter({ cycle, nextAttempt }: Pick<Delivery, "cycle" | "nextAttempt">): boolean {
  return cycle > 1 || nextAttempt === finalAttempt;
}

/**
 * Returns the delivery after an attempt. Only this function decides what follows an attempt (contract, section 5):
 * after five failed attempts the delivery is dead-lettered, and a final attempt resolves or exhausts the dead letter.
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

/** Returns the delivery without a next attempt. */
export function ended(delivery: Delivery, status: Exclude<DeliveryStatus, "pending">): Delivery {
  return { ...delivery, status, nextAttempt: null, nextAttemptAt: null };
}

export const deadLetterStatuses = ["final_attempt_pending", "exhausted", "replaying", "resolved"] as const;
export type DeadLetterStatus = (typeof deadLetterStatuses)[number];

/** The statuses from which a bulk replay starts a new attempt schedule. */
export const replayableStatuses = [
  "final_attempt_pending",
  "exhausted",
] as const satisfies DeadLetterStatus[];

/** The statuses of unresolved dead letters. The service ends the first two by itself; the last one needs a replay. */
export const openStatuses = [
  "final_attempt_pending",
  "replaying",
  "exhausted",
] as const satisfies DeadLetterStatus[];
export type OpenStatus = (typeof openStatuses)[number];

/** The status of a delivery's dead letter. It follows from the state of the delivery. */
export function deadLetterStatusOf({ status, nextAttempt }: Delivery): DeadLetterStatus {
  if (status === "succeeded") return "resolved";
  if (status === "pending") return "replaying";
  if (status === "cancelled") return "exhausted";
  return nextAttempt === null ? "exhausted" : "final_attempt_pending";
}

/** An event that could not be delivered, or a poison message. It is stored until a person replays it. */
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

const queueOfPace = {
  quick: "deliveries",
  unknown: "new-deliveries",
  pausing: "new-deliveries",
  slow: "slow-deliveries",
  hanging: "slow-deliveries",
} as const satisfies Record<EndpointHealth["pace"], DeliveryQueue>;

/**
 * The queue of an endpoint's deliveries. Only endpoints that have proved quick share the queue of quick endpoints, and
 * endpoints of which little is known do not wait for those that are known to be slow.
 */
export function deliveryQueueOf({ pace }: Pick<EndpointHealth, "pace">): DeliveryQueue {
  return queueOfPace[pace];
}

type DeliveryMessage = Extract<OutgoingMessage, { queue: DeliveryQueue }>;

/**
 * The message that begins a delivery. Its worker stores the delivery, and nothing stores it before. So a fan-out that
 * runs twice cannot store a delivery that has no message.
 */
export function beginMessage(start: DeliveryStart, endpoint: Pick<EndpointHealth, "pace">): DeliveryMessage {
  const { organizationId } = start;
  const body = { kind: "delivery.begin" as const, organizationId, start };
  return { queue: deliveryQueueOf(endpoint), body, notBeforeMs: 0, group: organizationId };
}

/** The message that makes one attempt of a delivery, at `notBeforeMs` or later. */
export function attemptMessage(
  delivery: DeliveryRef,
  due: { cycle: number; attempt: number; notBeforeMs: number; waitingSinceMs?: number },
  endpoint: Pick<EndpointHealth, "pace">,
): DeliveryMessage {
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
    group: organizationId,
  };
}

/**
 * The message of a final attempt that waits, as far as a replay needs it to withdraw the message: the attempt is due half
 * an hour from now at the latest, and maybe in the other queue.
 */
export function pendingFinalAttempt(
  delivery: DeliveryRef,
  { cycle, nowMs }: { cycle: number; nowMs: number },
): OutgoingMessage {
  const notBeforeMs = nowMs + (delaySecondsBefore[finalAttempt] ?? 0) * secondMs;
  return attemptMessage(delivery, { cycle, attempt: finalAttempt, notBeforeMs }, { pace: "quick" });
}

/** The message that dead-letters a delivery. */
export function deadLetterMessage(delivery: DeliveryRef & { cycle: number }): OutgoingMessage {
  const { id: deliveryId, organizationId, webhookId, cycle } = delivery;
  return {
    queue: "dead-letters",
    body: { kind: "delivery.dead-letter", organizationId, webhookId, deliveryId, cycle },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** The messages that follow from the outcome of an attempt: the dead letter and the next attempt, if there are any. */
export function messagesAfter(after: Delivery, endpoint: Pick<EndpointHealth, "pace">): OutgoingMessage[] {
  const { status, cycle, nextAttempt: attempt, nextAttemptAt } = after;
  if (attempt === null || nextAttemptAt === null) return [];
  const next = attemptMessage(after, { cycle, attempt, notBeforeMs: Date.parse(nextAttemptAt) }, endpoint);
  return status === "dead_lettered" ? [deadLetterMessage(after), next] : [next];
}
