import type { EventType, ServiceEvent } from "./event.ts";

/** All that a delivery begins with. `body` holds the exact bytes that every attempt sends. */
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

/** One time of a schedule, with all that the times after it follow from. */
export interface Tick {
  at: string;
  schedule: string;
  timezone: string;
}

type DeliveryMessage =
  | {
      /** The first attempt of a delivery that is not stored yet: whoever takes it stores it. */
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
      /** Since when it finds its slow endpoint busy, in epoch milliseconds. */
      waitingSinceMs?: number;
    };

/** What each queue carries. A message names things; whoever receives it reads them, so a late or doubled one does no harm. */
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
    | { kind: "schedules.restart"; organizationId: string; brandId: string }
    | { kind: "feed.remove"; organizationId: string; brandId: string };
  publications: { kind: "post.publish"; organizationId: string; postId: string; scheduledAt: string };
  events: {
    kind: "event.fan-out";
    organizationId: string;
    event: ServiceEvent;
    /** The one subscription that it is for, whatever types that one asks for; without it, every one that asks for its type. */
    webhookId?: string;
    /** The dead letter that this message was replayed from, to be resolved when it is handled. */
    replayOf?: string;
  };
  /** To endpoints that are known to answer quickly. */
  deliveries: DeliveryMessage;
  /** To all others: what waits here keeps no quick endpoint waiting. */
  "slow-deliveries": DeliveryMessage;
  replays: {
    kind: "dead-letters.replay";
    organizationId: string;
    filter: { webhookId: string | null; statuses: ("final_attempt_pending" | "exhausted")[] };
    /** The moment when the replay was asked for: those that became dead letters later stay. */
    upTo: string;
    /** Where the walk goes on; null at its beginning. */
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
        /** How often it was refreshed before: a message of an earlier time is stale. */
        refreshes: number;
      };
  "dead-letters": {
    kind: "delivery.dead-letter";
    organizationId: string;
    webhookId: string;
    deliveryId: string;
    cycle: number;
  };
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
