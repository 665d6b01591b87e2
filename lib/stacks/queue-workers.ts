import type { WorkedQueue } from "../../functions/contract/queues.ts";
import type { TableAction } from "../../functions/contract/route.ts";

export interface QueueWorkerRow {
  /** functions/workers/<worker>.ts */
  readonly worker: string;
  /** What it does to the table; a transaction needs the actions of its parts. */
  readonly tableActions: readonly (TableAction | "BatchWriteItem")[];
  readonly description: string;
  readonly batchSize: number;
  readonly timeoutSeconds: number;
  readonly opensSecrets?: boolean;
  /** The queues that it sends to besides its own. */
  readonly sendsTo?: readonly WorkedQueue[];
  /** How many of it run at once at most. */
  readonly concurrencyMax?: number;
  readonly linksToPublicUrl?: boolean;
  /** What users notice when its messages stay unhandled. */
  readonly impact: string;
  readonly alarmsAtOnce?: boolean;
}

/** The same worker for both lanes of deliveries; its functions are two, so that neither takes the other's capacity. */
const deliver = {
  worker: "deliver",
  tableActions: ["BatchGetItem", "PartiQLInsert", "PartiQLUpdate", "PutItem", "UpdateItem", "DeleteItem"],
  batchSize: 10,
  timeoutSeconds: 30,
  opensSecrets: true,
  sendsTo: ["slow-deliveries"],
} as const;

/** Which worker consumes each queue, how many messages at once, and for how long at most. */
export const queueWorkers: Readonly<Record<WorkedQueue, QueueWorkerRow>> = {
  runs: {
    worker: "run-pipeline",
    tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "BatchWriteItem"],
    description: "Executes a run: discover, rank, write, plan",
    batchSize: 1,
    timeoutSeconds: 120,
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
    tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
    sendsTo: ["deliveries", "slow-deliveries", "dead-letters"],
    description: "Makes the deliveries of an event, one for each subscription",
    batchSize: 10,
    timeoutSeconds: 60,
    opensSecrets: true,
    impact: "Subscribers learn of events late.",
  },
  deliveries: {
    ...deliver,
    description: "Makes one attempt of a webhook delivery to an endpoint that answers quickly",
    concurrencyMax: 400,
    impact: "Subscribers get webhooks late, and retries miss their times.",
  },
  "slow-deliveries": {
    ...deliver,
    description: "Makes one attempt of a webhook delivery to an endpoint that is new or slow",
    concurrencyMax: 200,
    impact: "Subscribers with new or slow endpoints get webhooks late.",
  },
  replays: {
    worker: "replay-dead-letters",
    tableActions: ["Query", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    description: "Puts many dead letters back into delivery",
    batchSize: 1,
    timeoutSeconds: 60,
    impact: "Dead letters that were asked to be replayed stay where they are.",
  },
  analytics: {
    worker: "collect-metrics",
    tableActions: ["GetItem", "Query", "PutItem"],
    description: "Collects a post's metrics 24 and 48 hours after its publication",
    batchSize: 10,
    timeoutSeconds: 60,
    impact: "The analytics of runs stay pending past 48 hours.",
  },
  digests: {
    worker: "compute-digest",
    tableActions: ["GetItem", "Query", "BatchGetItem", "PutItem", "UpdateItem"],
    description: "Computes a brand's weekly digest, and again when later figures are in",
    batchSize: 5,
    timeoutSeconds: 60,
    impact: "Weekly digests stay pending, and their events late.",
  },
  "dead-letters": {
    worker: "record-dead-letter",
    tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    description: "Records what the other queues gave up on, so that a person can see and replay it",
    batchSize: 10,
    timeoutSeconds: 60,
    impact:
      "Work was given up on and is not shown among the dead letters: customers can neither see nor replay it.",
    alarmsAtOnce: true,
  },
};
