import type { QueueName } from "../../functions/contract/queues.ts";
import type { TableAction } from "../../functions/contract/route.ts";

export interface QueueWorkerRow {
  /** functions/workers/<worker>.ts */
  worker: string;
  /** The actions on the table. A transaction needs the actions of its parts. */
  tableActions: readonly (TableAction | "BatchWriteItem")[];
  description: string;
  batchSize: number;
  timeoutSeconds: number;
  /** Whether it decrypts subscribers' secrets. */
  opensSecrets?: boolean;
  /** The queues that it sends to, in addition to its own. */
  sendsTo?: readonly QueueName[];
  /** How many batches it handles at once. @default as many as there are */
  concurrencyMax?: number;
  /** Whether it makes links to the public address. */
  linksToPublicUrl?: boolean;
  /** What users notice while it does not handle its messages. */
  impact: string;
  /** Whether its alarm goes off as soon as a message failed twice. */
  alarmsAtOnce?: boolean;
}

/** Both queues of deliveries have the same worker, in two functions: neither takes the other's capacity. */
const deliver = {
  worker: "deliver",
  tableActions: ["BatchGetItem", "PartiQLInsert", "PartiQLUpdate", "PutItem", "UpdateItem", "DeleteItem"],
  batchSize: 10,
  timeoutSeconds: 30,
  opensSecrets: true,
} as const;

/** The worker of each queue. */
export const queueWorkers: Readonly<Record<QueueName, QueueWorkerRow>> = {
  runs: {
    worker: "run-pipeline",
    tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "BatchWriteItem"],
    description: "Executes a run: discover, rank, write, plan",
    batchSize: 1,
    timeoutSeconds: 120,
    impact: "Runs stay queued. Customers get no new posts.",
  },
  publications: {
    worker: "publish-post",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    description: "Publishes a post that is due on its channel",
    batchSize: 5,
    timeoutSeconds: 60,
    linksToPublicUrl: true,
    impact: "Approved posts are published late.",
  },
  events: {
    worker: "fan-out",
    tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
    sendsTo: ["deliveries", "slow-deliveries", "dead-letters"],
    description: "Creates the deliveries of an event, one for each subscription",
    batchSize: 10,
    timeoutSeconds: 60,
    opensSecrets: true,
    impact: "Subscribers get all webhooks late.",
  },
  deliveries: {
    ...deliver,
    description: "Makes one attempt of a webhook delivery to an endpoint that responds quickly",
    sendsTo: ["slow-deliveries"],
    concurrencyMax: 400,
    impact: "Subscribers get webhooks and their retries late.",
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
    impact: "Dead letters stay undelivered although customers asked to replay them.",
  },
  analytics: {
    worker: "collect-metrics",
    tableActions: ["GetItem", "Query", "PutItem"],
    description: "Collects a post's metrics 24 and 48 hours after its publication",
    batchSize: 10,
    timeoutSeconds: 60,
    impact: "The analytics of runs stay pending for more than 48 hours.",
  },
  digests: {
    worker: "compute-digest",
    tableActions: ["GetItem", "Query", "BatchGetItem", "PutItem", "UpdateItem"],
    description: "Computes a brand's weekly digest, and computes it again when later metrics arrive",
    batchSize: 5,
    timeoutSeconds: 60,
    impact: "Weekly digests stay pending, and their events are late.",
  },
  "dead-letters": {
    worker: "record-dead-letter",
    tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    description: "Records the messages that failed in other queues, so that a person can see and replay them",
    batchSize: 10,
    timeoutSeconds: 60,
    impact: "Failed work does not appear among the dead letters. Customers can neither see nor replay it.",
    alarmsAtOnce: true,
  },
};
