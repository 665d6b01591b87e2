import type { ConnectableChannel } from "./channel.ts";
import type { EventType, ServiceEvent } from "./event.ts";

/** The data of a delivery that never changes. `body` contains the exact bytes that every attempt sends. */
export interface DeliveryStart {
  id: string;
  organizationId: string;
  webhookId: string;
  url: string;
  eventId: string;
  type: EventType;
  body: string;
  createdAt: string;
}

/** One time of a schedule, with the schedule and the time zone from which it was computed. */
export interface Tick {
  at: string;
  schedule: string;
  timezone: string;
}

export function isSameTick(one: Tick | null, other: Tick): boolean {
  return one?.at === other.at && one.schedule === other.schedule && one.timezone === other.timezone;
}

type DeliveryMessage =
  | {
      /** The first attempt of a delivery that is not stored yet. The worker that receives the message stores it. */
      kind: "delivery.begin";
      organizationId: string;
      start: DeliveryStart;
    }
  | {
      kind: "delivery.attempt";
      organizationId: string;
      webhookId: string;
      deliveryId: string;
      /** Counts replays: a message of an earlier cycle is stale. */
      cycle: number;
      attempt: number;
      /** When the delivery first found its slow endpoint busy, in epoch milliseconds. */
      waitingSinceMs?: number;
    };

/**
 * The messages of each queue. Most messages contain ids only, and the worker reads the current state. So a message that
 * comes late or twice does no harm.
 */
export interface QueueMessages {
  runs:
    | { kind: "run.execute"; organizationId: string; runId: string }
    | {
        kind: "schedule.tick";
        organizationId: string;
        pipelineId: string;
        /** The message is stale unless it is the one that the pipeline waits for. */
        tick: Tick;
      }
    | { kind: "schedules.restart"; organizationId: string; brandId: string };
  publications:
    | {
        kind: "post.publish";
        organizationId: string;
        postId: string;
        scheduledAt: string;
        /** The time of the post's next attempt, if the post waits for one. The message is stale if the post waits for another time. */
        attemptAt?: string;
      }
    /** The scheduled time of a post has passed. The message is stale unless the post is still pending at this time. */
    | { kind: "post.remind"; organizationId: string; postId: string; scheduledAt: string };
  events: {
    kind: "event.fan-out";
    organizationId: string;
    event: ServiceEvent;
    /**
     * The subscription to send the event to, also if it has not subscribed to the event's type. Without it, the event
     * goes to every subscription of its type.
     */
    webhookId?: string;
    /**
     * The dead letter from which this message was replayed. It becomes resolved when a worker has handled the message.
     */
    replayOf?: string;
  };
  /** To endpoints that are known to respond quickly. */
  deliveries: DeliveryMessage;
  /** To endpoints that are new, or that responded late for the first time. So they do not wait for slow ones. */
  "new-deliveries": DeliveryMessage;
  /** To endpoints that are known to be slow. */
  "slow-deliveries": DeliveryMessage;
  replays: {
    kind: "dead-letters.replay";
    organizationId: string;
    replayId: string;
    /** Where the page starts; null for the first page. The message is stale unless the bulk replay has come so far. */
    after: string | null;
  };
  analytics: {
    kind: "post.measure";
    organizationId: string;
    /** Null for a post that no run made. */
    runId: string | null;
    postId: string;
    stage: "first" | "final";
  };
  digests:
    | {
        kind: "digest.compute";
        organizationId: string;
        brandId: string;
        /** The message is stale unless the brand waits for the digest of this week, in this time zone. */
        week: string;
        timezone: string;
      }
    | {
        kind: "digest.refresh";
        organizationId: string;
        brandId: string;
        week: string;
        /** How often the digest was refreshed before. The message is stale if it was refreshed since. */
        refreshes: number;
      };
  "channel-checks": {
    kind: "channel.check";
    organizationId: string;
    brandId: string;
    channel: ConnectableChannel;
    /** The message is stale unless the connection waits for the check of this time. */
    at: string;
  };
  /** Each deletes what belonged to a deleted subscription, brand or post. */
  cleanups:
    | { kind: "webhook.remove"; organizationId: string; webhookId: string }
    | { kind: "feed.remove"; organizationId: string; brandId: string }
    | { kind: "post.remove"; organizationId: string; postId: string };
  "dead-letters": {
    kind: "delivery.dead-letter";
    organizationId: string;
    webhookId: string;
    deliveryId: string;
    cycle: number;
  };
}

export type QueueName = keyof QueueMessages;
export type PublicationMessage = Extract<QueueMessages["publications"], { kind: "post.publish" }>;
export type ReminderMessage = Extract<QueueMessages["publications"], { kind: "post.remind" }>;

/** The queues of deliveries, in the order in which an endpoint that gets slower moves through them. */
export const deliveryQueues = ["deliveries", "new-deliveries", "slow-deliveries"] as const;
export type DeliveryQueue = (typeof deliveryQueues)[number];

/** A message to send to a queue. */
export type OutgoingMessage = {
  [Queue in QueueName]: {
    queue: Queue;
    body: QueueMessages[Queue];
    /** The earliest time for a worker to receive it, in epoch milliseconds; 0: at once. */
    notBeforeMs: number;
    /**
     * The group of the fair queue: many messages of one group do not delay the other groups. It is the organization: with
     * the subscription as its group, an organization with a hundred subscriptions would have a hundred shares.
     */
    group: string;
    /** How often a worker has failed with the message. @default 0 */
    failures?: number;
    /** Since when the message waits for something that its worker needs, in epoch milliseconds. @default it does not wait */
    postponedSinceMs?: number;
  };
}[QueueName];
