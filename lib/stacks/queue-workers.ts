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
  /** Whether it decrypts secrets, such as those of subscribers. */
  opensSecrets?: boolean;
  /** Whether it decrypts secrets and also encrypts some, such as the session of a brand with a platform. */
  sealsSecrets?: boolean;
  /** The queues that it sends to, in addition to its own. */
  sendsTo?: readonly QueueName[];
  /**
   * How many batches it handles at once. All maxima together are 850, which leaves 150 of an account's usual quota of 1,000
   * for the API and the relay.
   */
  concurrencyMax: number;
  /**
   * Whether one organization may use only a quarter of those batches for what can be slow: endpoints that are not known to be
   * quick, and platforms.
   */
  sharesByOrganization?: boolean;
  /** Whether it asks models of Amazon Bedrock. */
  invokesModels?: boolean;
  /** Whether it makes links to the public address, or tells it to others. */
  linksToPublicUrl?: boolean;
  /** What users notice while it does not handle its messages. */
  impact: string;
  /** Whether its alarm goes off as soon as a message failed twice. */
  alarmsAtOnce?: boolean;
}

/** All queues of deliveries have the same worker, in three functions: none takes another's capacity. */
const deliver = {
  worker: "deliver",
  tableActions: ["BatchGetItem", "PartiQLInsert", "PartiQLUpdate", "PutItem", "UpdateItem", "DeleteItem"],
  batchSize: 10,
  timeoutSeconds: 30,
  opensSecrets: true,
} as const;

const deliveryQueues = ["deliveries", "new-deliveries", "slow-deliveries"] as const;

/** A worker that commits events begins their deliveries itself if they are few. */
const queuesOfEvents = ["events", ...deliveryQueues] as const;

/** The worker of each queue. */
export const queueWorkers: Readonly<Record<QueueName, QueueWorkerRow>> = {
  runs: {
    worker: "run-pipeline",
    tableActions: [
      "GetItem",
      "BatchGetItem",
      "Query",
      "PutItem",
      "UpdateItem",
      "DeleteItem",
      "BatchWriteItem",
    ],
    description: "Executes a run: discover, rank, write, plan",
    sendsTo: queuesOfEvents,
    linksToPublicUrl: true,
    batchSize: 1,
    timeoutSeconds: 120,
    opensSecrets: true,
    invokesModels: true,
    // Each reads sources for up to two minutes: 40 finish some 1,200 runs an hour even then.
    concurrencyMax: 40,
    impact: "Runs stay queued. Customers get no new posts.",
  },
  publications: {
    worker: "publish-post",
    tableActions: [
      "GetItem",
      "Query",
      "PutItem",
      "UpdateItem",
      "DeleteItem",
      "ConditionCheckItem",
      "BatchWriteItem",
    ],
    sendsTo: queuesOfEvents,
    description: "Publishes a post that is due on its channel, or reports that it still waits for approval",
    batchSize: 5,
    timeoutSeconds: 60,
    sealsSecrets: true,
    linksToPublicUrl: true,
    // 60 batches of five are 300 posts at once. A publication in the feed takes some 50 ms: that is thousands a second. On
    // platforms one organization has 15 batches, or 75 posts at once: 4,500 a minute if a platform takes a second, and 90 a
    // minute if each post waits 50 s. Then 45 batches are left for the others.
    concurrencyMax: 60,
    sharesByOrganization: true,
    impact: "Approved posts are published late, and events of overdue approvals are late.",
  },
  events: {
    worker: "fan-out",
    tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
    sendsTo: deliveryQueues,
    description: "Creates the deliveries of an event, one for each subscription",
    batchSize: 10,
    timeoutSeconds: 60,
    opensSecrets: true,
    // A batch takes some 100 ms: 40 batches of ten begin the deliveries of thousands of events a second.
    concurrencyMax: 40,
    impact: "Subscribers get webhooks late: those of events with many subscriptions, and replayed events.",
  },
  deliveries: {
    ...deliver,
    description: "Makes one attempt of a webhook delivery to an endpoint that responds quickly",
    sendsTo: ["new-deliveries", "slow-deliveries"],
    // A batch takes a second at most, so these send 3,600 requests a second.
    concurrencyMax: 360,
    impact: "Subscribers get webhooks and their retries late.",
  },
  "new-deliveries": {
    ...deliver,
    description: "Makes one attempt of a webhook delivery to an endpoint of which little is known",
    sendsTo: ["slow-deliveries"],
    // An endpoint is here for its first attempt or for a second late response, so half as many as for slow ones.
    concurrencyMax: 100,
    sharesByOrganization: true,
    impact: "Subscribers with new endpoints get their first webhooks late.",
  },
  "slow-deliveries": {
    ...deliver,
    description: "Makes one attempt of a webhook delivery to an endpoint that is slow",
    // An attempt takes ten seconds at most, so these send 200 requests a second even to endpoints that never respond.
    concurrencyMax: 200,
    sharesByOrganization: true,
    impact: "Subscribers with slow endpoints get webhooks late.",
  },
  replays: {
    worker: "replay-dead-letters",
    tableActions: ["GetItem", "Query", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    description: "Puts many dead letters back into delivery",
    batchSize: 1,
    timeoutSeconds: 60,
    // Each message replays up to 50 dead letters: nobody waits for them by the second.
    concurrencyMax: 10,
    impact: "Dead letters stay undelivered although customers asked to replay them.",
  },
  analytics: {
    worker: "collect-metrics",
    tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
    sealsSecrets: true,
    description: "Collects a post's metrics 24 and 48 hours after its publication",
    batchSize: 10,
    timeoutSeconds: 60,
    // Metrics are due 24 and 48 hours after a publication, so a minute's delay is nothing.
    concurrencyMax: 10,
    impact: "The analytics of runs stay pending for more than 48 hours.",
  },
  digests: {
    worker: "compute-digest",
    tableActions: ["GetItem", "Query", "BatchGetItem", "PutItem", "UpdateItem"],
    description: "Computes a brand's weekly digest, and computes it again when later metrics arrive",
    batchSize: 5,
    timeoutSeconds: 60,
    // All brands of a time zone are due at the same midnight: ten batches of five compute thousands in a few minutes.
    concurrencyMax: 10,
    impact: "Weekly digests stay pending, and their events are late.",
  },
  "channel-checks": {
    worker: "check-channel",
    tableActions: ["GetItem", "PutItem"],
    description: "Checks once a day that the credentials of a brand's channel still work",
    batchSize: 5,
    timeoutSeconds: 60,
    opensSecrets: true,
    // A check takes ten seconds at most: five batches of five check 200,000 connections a day even then.
    concurrencyMax: 5,
    impact: "Customers learn late that a channel stopped working.",
  },
  cleanups: {
    worker: "clean-up",
    tableActions: ["Query", "BatchWriteItem", "PutItem"],
    description: "Deletes what belonged to a deleted subscription, brand or post",
    batchSize: 1,
    timeoutSeconds: 60,
    // Nobody waits for it, and it must leave the table's capacity to the others.
    concurrencyMax: 5,
    impact:
      "Data of deleted subscriptions, brands and posts stay stored, and links of deleted brands still work.",
  },
  "dead-letters": {
    worker: "record-dead-letter",
    tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    description: "Records the messages that failed in other queues, so that a person can see and replay them",
    batchSize: 10,
    timeoutSeconds: 60,
    // Ten batches of ten record hundreds of dead letters a second, also when all events of a busy endpoint fail.
    concurrencyMax: 10,
    impact: "Failed work does not appear among the dead letters. Customers can neither see nor replay it.",
    alarmsAtOnce: true,
  },
};
