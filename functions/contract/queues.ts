import type { QueueName } from "../domain/message.ts";

/** The queue that takes what the others gave up on, and that stands behind the replay endpoint. */
export const deadLetterQueue = "dead-letters" satisfies QueueName;

/** Every queue that an intent can name. */
export const queueNames = [
  "runs",
  "publications",
  "events",
  "deliveries",
  "analytics",
  deadLetterQueue,
] as const satisfies readonly QueueName[];

/** The environment variable that tells the relay a queue's URL or ARN. */
export function queueVariable(queue: QueueName, what: "URL" | "ARN"): string {
  return `QUEUE_${what}_${queue.toUpperCase().replaceAll("-", "_")}`;
}
