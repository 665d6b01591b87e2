import type { ServiceEvent } from "./event.ts";

/** What each queue carries. A message names things; whoever receives it reads them, so a late or doubled one does no harm. */
export interface QueueMessages {
  runs:
    | { kind: "run.execute"; organizationId: string; runId: string }
    | {
        kind: "schedule.tick";
        organizationId: string;
        pipelineId: string;
        /** The cron that this time is of: after a change of the schedule the message is stale. */
        schedule: string;
        at: string;
      };
  publications: { kind: "post.publish"; organizationId: string; postId: string; scheduledAt: string };
  events: {
    kind: "event.fan-out";
    organizationId: string;
    event: ServiceEvent;
    /** The dead letter that this message was replayed from, to be resolved when it is handled. */
    replayOf?: string;
  };
  deliveries: {
    kind: "delivery.attempt";
    organizationId: string;
    deliveryId: string;
    /** Counts replays: a message of an earlier cycle is stale. */
    cycle: number;
    attempt: number;
  };
  analytics: {
    kind: "post.measure";
    organizationId: string;
    runId: string;
    postId: string;
    stage: "first" | "final";
  };
  "dead-letters": { kind: "delivery.gave-up"; organizationId: string; deliveryId: string; cycle: number };
}

export type QueueName = keyof QueueMessages;

/** A message that is due: which queue, what, not before when, and whose (fair queues keep one group from holding up the rest). */
export type OutgoingMessage = {
  [Queue in QueueName]: {
    queue: Queue;
    body: QueueMessages[Queue];
    /** Epoch milliseconds; 0 is at once. */
    notBeforeMs: number;
    group: string;
  };
}[QueueName];
