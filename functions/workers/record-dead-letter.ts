import { systemActor } from "../domain/actor.ts";
import { bulkReplayMessage } from "../domain/bulk-replay.ts";
import { type DeliveryRef, newDelivery } from "../domain/delivery.ts";
import { eventMessage } from "../domain/event-message.ts";
import type {
  DeliveryStart,
  OutgoingMessage,
  PublicationMessage,
  QueueMessages,
  QueueName,
} from "../domain/message.ts";
import { awaitsPublication, failedPost } from "../domain/post.ts";
import { historyEntry } from "../domain/post-history.ts";
import { unhandledPublication } from "../domain/publication-attempts.ts";
import { stoppedRun } from "../domain/run.ts";
import { isoTime, minuteMs } from "../domain/time.ts";
import { type Effects, openEffects } from "../platform/effects.ts";
import { derivedId } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { recordMetrics } from "../platform/metrics.ts";
import { Busy } from "../platform/postponed.ts";
import { worker } from "../platform/worker.ts";
import { readBulkReplay, releaseBulkReplay } from "../table/bulk-replays.ts";
import { recordDeadLetter, recordPoison } from "../table/dead-letter-records.ts";
import { abandonDelivery, readDelivery, storeDelivery } from "../table/deliveries.ts";
import { historyPut } from "../table/post-history.ts";
import { readPost, replacePost } from "../table/posts.ts";
import { failRun, readRun } from "../table/runs.ts";
import { commit } from "../table/store/commit.ts";
import { readWebhook } from "../table/webhooks.ts";

type Body = QueueMessages[QueueName];

const retryAfterMs = 30 * minuteMs;

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/**
 * Handles the messages that were moved to the dead-letter queue: deliveries become dead letters, runs and publications
 * fail. A message that fails here stays in the queue, where an alarm shows it.
 */
export const handler = worker<QueueName>(record, openEffects(), { onFailure: "leave" });

async function record(body: Body, effects: Effects): Promise<void> {
  logger.warn("a message was moved to the dead-letter queue", loggedFieldsOf(body));
  switch (body.kind) {
    case "delivery.dead-letter":
      return recordDelivery({ ...body, id: body.deliveryId }, body.cycle, effects);
    case "delivery.begin":
      return deadLetterNewDelivery(body.start, effects);
    case "delivery.attempt":
      return deadLetterDelivery({ ...body, id: body.deliveryId }, body, effects);
    case "dead-letters.replay":
      return continueReplayLater(body, effects);
    case "event.fan-out":
      return storeEvent(body, effects);
    case "run.execute":
      return failRunOf(body, effects);
    case "schedule.tick":
    case "schedules.restart":
      return retryLater({ queue: "runs", body }, effects);
    case "webhook.remove":
    case "feed.remove":
    case "post.remove":
      return retryLater({ queue: "cleanups", body }, effects);
    case "post.publish":
      return failPublication(body, effects);
    case "post.remind":
      return retryLater({ queue: "publications", body }, effects);
    case "post.measure":
      return retryLater({ queue: "analytics", body }, effects);
    case "channel.check":
      return retryLater({ queue: "channel-checks", body }, effects);
    case "digest.compute":
    case "digest.refresh":
      return retryLater({ queue: "digests", body }, effects);
    default:
      // Leave the message in the queue, where an alarm shows it: handling it would lose it.
      throw new Error("the dead-letter queue holds a message of an unknown kind");
  }
}

/** The ids in a message, for the log. Leaves out an event's data, which belong to the customer. */
function loggedFieldsOf(body: Body): Record<string, unknown> {
  if (body.kind === "event.fan-out") {
    const { event, ...named } = body;
    return { ...named, eventId: event.id };
  }
  if (body.kind === "delivery.begin") {
    const { id: deliveryId, organizationId, webhookId, eventId } = body.start;
    return { kind: body.kind, organizationId, webhookId, deliveryId, eventId };
  }
  return { ...body };
}

/** Stores a delivery whose first message no worker could handle, and its dead letter. */
async function deadLetterNewDelivery(start: DeliveryStart, effects: Effects): Promise<void> {
  const { table, nowMs } = effects;
  // What belonged to a deleted subscription was deleted: nothing must come back.
  if ((await readWebhook(table, start.organizationId, start.webhookId)) === null) return;
  await storeDelivery(table, newDelivery(start), nowMs());
  await deadLetterDelivery(start, { cycle: 1, attempt: 1 }, effects);
}

/** Ends a delivery whose message no worker could handle, and stores its dead letter. */
async function deadLetterDelivery(
  ref: DeliveryRef,
  due: { cycle: number; attempt: number },
  effects: Effects,
): Promise<void> {
  await abandonDelivery(effects.table, ref, due, effects.nowMs());
  await recordDelivery(ref, due.cycle, effects);
}

async function recordDelivery(ref: DeliveryRef, cycle: number, { table, nowMs }: Effects): Promise<void> {
  const delivery = await readDelivery(table, ref);
  // The message is stale after a replay or a success.
  if (delivery === null || delivery.cycle !== cycle || delivery.status !== "dead_lettered") return;
  const isRecorded = await recordDeadLetter(table, delivery, nowMs());
  // The delivery has changed since it was read: read it again on the next receive.
  if (!isRecorded) throw new Busy(`delivery ${ref.id}`);
  recordMetrics({ name: "DeadLettersOpened", value: 1 });
}

async function storeEvent(body: QueueMessages["events"], { table, nowMs }: Effects): Promise<void> {
  const { organizationId, event } = body;
  const isNew = await recordPoison(table, {
    id: derivedId("dlt", event.ts * 1_000, event.id),
    organizationId,
    eventId: event.id,
    type: event.type,
    webhookId: null,
    url: null,
    status: "exhausted",
    attempts: [],
    createdAt: isoTime(nowMs()),
    message: { queue: "events", body, notBeforeMs: 0, group: organizationId },
  });
  if (isNew) recordMetrics({ name: "DeadLettersOpened", value: 1 });
}

async function failRunOf(
  { organizationId, runId }: Extract<Body, { kind: "run.execute" }>,
  { table, nowMs, newId }: Effects,
): Promise<void> {
  const run = await readRun(table, organizationId, runId);
  if (run === null) return;
  const error = {
    code: "worker_failed",
    message: "The run failed repeatedly for a reason inside the service. Trigger it again.",
  };
  await failRun(table, run, stoppedRun(run, error, newId("evt"), nowMs()));
}

/** Continues a bulk replay later. Until then the organization can start another one in its place. */
async function continueReplayLater(
  { organizationId, replayId, after }: QueueMessages["replays"],
  { table, nowMs }: Effects,
): Promise<void> {
  const now = nowMs();
  const replay = await readBulkReplay(table, { organizationId, id: replayId }, now);
  if (replay === null || replay.after !== after) return;
  const message = { ...bulkReplayMessage(replay), notBeforeMs: now + retryAfterMs };
  await releaseBulkReplay(table, replay, { nowMs: now, messages: [message] });
}

/** Retries later, and less often: nobody waits for this message, but it must be handled one day. */
async function retryLater(
  message: DistributiveOmit<OutgoingMessage, "notBeforeMs" | "group">,
  { table, nowMs }: Effects,
): Promise<void> {
  const notBeforeMs = nowMs() + retryAfterMs;
  await commit(table, [], { messages: [{ ...message, notBeforeMs, group: message.body.organizationId }] });
}

async function failPublication(message: PublicationMessage, { table, nowMs, newId }: Effects): Promise<void> {
  const { organizationId, postId } = message;
  const post = await readPost(table, organizationId, postId);
  if (post === null || !awaitsPublication(post, message)) return;
  const now = nowMs();
  const failedAt = isoTime(now);
  const failure = unhandledPublication(post);
  const data = { postId, failedAt, channels: [post.channel], reason: failure };
  const failed = failedPost(post, failure, failedAt);
  const entry = historyEntry(failed, "failed", systemActor, { newId, nowMs: now });
  const outcome = await replacePost(table, failed, {
    alongside: [historyPut(post, entry)],
    messages: [eventMessage(newId("evt"), "post.failed", organizationId, data, now)],
  });
  // The post has changed since it was read: read it again on the next receive.
  if (!outcome.written) throw new Busy(`post ${postId}`);
}
