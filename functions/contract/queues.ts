import type { QueueName } from "../domain/message.ts";

/** The queue that takes what the others gave up on, and that stands behind the replay endpoint. */
export const deadLetterQueue = "dead-letters" satisfies QueueName;

/** Every queue that an intent can name; one that sends to others stands behind them. */
export const queueNames = [
  deadLetterQueue,
  "slow-deliveries",
  "deliveries",
  "replays",
  "events",
  "runs",
  "publications",
  "analytics",
  "digests",
] as const satisfies readonly QueueName[];

/** A queue that has a worker of its own. */
export type WorkedQueue = (typeof queueNames)[number];

/** The environment variable that tells a sender a queue's URL or ARN. */
export function queueVariable(queue: QueueName, what: "URL" | "ARN"): string {
  return `QUEUE_${what}_${queue.toUpperCase().replaceAll("-", "_")}`;
}
