import type { queueNames } from "../../functions/contract/queues.ts";
import type { TableAction } from "../../functions/contract/route.ts";

/** A queue that has a worker of its own. */
export type WorkedQueue = (typeof queueNames)[number];

export interface QueueWorkerRow {
  /** functions/workers/<worker>.ts */
  readonly worker: string;
  /** What it does to the table; a transaction needs the actions of its parts. */
  readonly tableActions: readonly TableAction[];
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
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    description: "Executes a run: discover, rank, write, plan",
    batchSize: 1,
    timeoutSeconds: 120,
    resolvesForeignNames: true,
    impact: "Runs stay queued: customers get no new posts.",
  },
  publications: {
    worker: "publish-post",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    description: "Hands a post that is due to its channel",
    batchSize: 5,
    timeoutSeconds: 60,
    linksToPublicUrl: true,
    impact: "Approved posts are published after their time.",
  },
  events: {
    worker: "fan-out",
    tableActions: ["Query", "PutItem", "UpdateItem"],
    description: "Makes the deliveries of an event, one for each subscription",
    batchSize: 10,
    timeoutSeconds: 60,
    opensSecrets: true,
    impact: "Subscribers learn of events late.",
  },
  deliveries: {
    worker: "deliver",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    description: "Makes one attempt of a webhook delivery",
    batchSize: 10,
    timeoutSeconds: 30,
    opensSecrets: true,
    resolvesForeignNames: true,
    impact: "Subscribers get webhooks late, and retries miss their times.",
  },
  analytics: {
    worker: "collect-metrics",
    tableActions: ["GetItem", "Query", "PutItem"],
    description: "Collects a post's metrics 24 and 48 hours after its publication",
    batchSize: 10,
    timeoutSeconds: 60,
    impact: "The analytics of runs stay pending past 48 hours.",
  },
  "dead-letters": {
    worker: "record-dead-letter",
    tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    description: "Records what the other queues gave up on, so that a person can see and replay it",
    batchSize: 10,
    timeoutSeconds: 60,
    impact:
      "Work was given up on and is not shown among the dead letters: customers can neither see nor replay it.",
    alarmOnDepth: true,
  },
};
