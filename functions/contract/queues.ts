import type { QueueName } from "../domain/message.ts";

export type { QueueName };

/** The dead-letter queue of all other queues. Its worker records the dead letters that clients can replay. */
export const deadLetterQueue = "dead-letters" satisfies QueueName;

/** Every queue that an outbox message can name. A queue whose worker sends to other queues comes after them. */
export const queueNames = [
  deadLetterQueue,
  "slow-deliveries",
  "new-deliveries",
  "deliveries",
  "replays",
  "events",
  "runs",
  "publications",
  "analytics",
  "digests",
  "channel-checks",
  "cleanups",
] as const satisfies readonly QueueName[];

// Does not compile when a queue of QueueMessages is missing in queueNames.
null satisfies [QueueName] extends [(typeof queueNames)[number]] ? null : never;

/** The environment variable that holds the URL or ARN of a queue for its senders. */
export function queueVariable(queue: QueueName, what: "URL" | "ARN"): string {
  return `QUEUE_${what}_${queue.toUpperCase().replaceAll("-", "_")}`;
}
