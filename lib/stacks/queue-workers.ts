import type { queueNames } from "../../functions/contract/queues.ts";

/** A queue that has a worker of its own. */
export type WorkedQueue = (typeof queueNames)[number];

export interface QueueWorkerRow {
  /** functions/workers/<worker>.ts */
  readonly worker: string;
  readonly description: string;
  readonly batchSize: number;
  readonly timeoutSeconds: number;
  readonly opensSecrets?: boolean;
  readonly linksToPublicUrl?: boolean;
  /** Whether it looks up names that users give. */
  readonly resolvesForeignNames?: boolean;
  /** What users notice when its messages stay unhandled. */
  readonly impact: string;
  readonly alarmOnDepth?: boolean;
}

/** Which worker consumes each queue, how many messages at once, and for how long at most. */
export const queueWorkers: Readonly<Record<WorkedQueue, QueueWorkerRow>> = {
  runs: {
    worker: "run-pipeline",
    description: "Executes a run: discover, rank, write, plan",
    batchSize: 1,
    timeoutSeconds: 120,
    resolvesForeignNames: true,
    impact: "Runs stay queued: customers get no new posts.",
  },
  publications: {
    worker: "publish-post",
    description: "Hands a post that is due to its channel",
    batchSize: 5,
    timeoutSeconds: 60,
    linksToPublicUrl: true,
    impact: "Approved posts are published after their time.",
  },
  events: {
    worker: "fan-out",
    description: "Makes the deliveries of an event, one for each subscription",
    batchSize: 10,
    timeoutSeconds: 60,
    opensSecrets: true,
    impact: "Subscribers learn of events late.",
  },
  deliveries: {
    worker: "deliver",
    description: "Makes one attempt of a webhook delivery",
    batchSize: 10,
    timeoutSeconds: 30,
    opensSecrets: true,
    resolvesForeignNames: true,
    impact: "Subscribers get webhooks late, and retries miss their times.",
  },
  analytics: {
    worker: "collect-metrics",
    description: "Collects a post's metrics 24 and 48 hours after its publication",
    batchSize: 10,
    timeoutSeconds: 60,
    impact: "The analytics of runs stay pending past 48 hours.",
  },
  "dead-letters": {
    worker: "record-dead-letter",
    description: "Records what the other queues gave up on, so that a person can see and replay it",
    batchSize: 10,
    timeoutSeconds: 60,
    impact:
      "Work was given up on and is not shown among the dead letters: customers can neither see nor replay it.",
    alarmOnDepth: true,
  },
};
