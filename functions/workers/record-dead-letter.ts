import { announcement } from "../domain/announcement.ts";
import type { OutgoingMessage, QueueMessages, QueueName } from "../domain/message.ts";
import { postTransitions } from "../domain/post.ts";
import { failedRunMessages } from "../domain/run.ts";
import { isoTime, minuteMs } from "../domain/time.ts";
import type { Effects } from "../platform/effects.ts";
import { derivedId } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { Busy, worker } from "../platform/worker.ts";
import { commit, Refused } from "../table/commit.ts";
import { recordDeadLetter, recordPoison } from "../table/dead-letters.ts";
import { abandonDelivery, readDelivery } from "../table/deliveries.ts";
import { movePost, readPost } from "../table/posts.ts";
import { failRun, readRun } from "../table/runs.ts";

type Body = QueueMessages[QueueName];

const tryAgainAfterMs = 30 * minuteMs;

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** Takes what every queue gave up on: deliveries become dead letters, and whatever waited for a message is ended. */
export const handler = worker<QueueName>(async (body, effects) => {
  logger.warn("a message was given up", namesOf(body));
  switch (body.kind) {
    case "delivery.gave-up":
      return recordDelivery(body, effects);
    case "delivery.attempt":
      await abandonDelivery(effects.table, { ...body, id: body.deliveryId }, body);
      return recordDelivery(body, effects);
    case "event.fan-out":
      return keepEvent(body, effects);
    case "run.execute":
      return endRun(body, effects);
    case "schedule.tick":
      return tryLater({ queue: "runs", body }, effects);
    case "post.publish":
      return endPublication(body, effects);
    case "post.measure":
      return tryLater({ queue: "analytics", body }, effects);
  }
});

/** What a message names, for the log: all of it but an event's data, which are its customer's. */
function namesOf(body: Body): Record<string, string | number> {
  if (body.kind !== "event.fan-out") return { ...body };
  const { event, ...named } = body;
  return { ...named, eventId: event.id };
}

async function recordDelivery(
  { organizationId, deliveryId, cycle }: Extract<Body, { deliveryId: string }>,
  { table, nowMs }: Effects,
): Promise<void> {
  const delivery = await readDelivery(table, organizationId, deliveryId);
  // A replay or a success since then has made the message stale.
  if (delivery === null || delivery.cycle !== cycle || delivery.status !== "dead_lettered") return;
  try {
    await recordDeadLetter(table, delivery, nowMs());
  } catch (error) {
    // It has moved on since it was read: the next look tells how it stands then.
    throw error instanceof Refused ? new Busy(`delivery ${deliveryId}`) : error;
  }
}

async function keepEvent(body: QueueMessages["events"], { table, nowMs }: Effects): Promise<void> {
  const { organizationId, event } = body;
  await recordPoison(table, {
    id: derivedId("dlt", event.ts * 1_000, event.id),
    organizationId,
    eventId: event.id,
    type: event.type,
    webhookId: null,
    url: null,
    status: "exhausted",
    createdAt: isoTime(nowMs()),
    message: { queue: "events", body, notBeforeMs: 0, group: organizationId },
  });
}

async function endRun(
  { organizationId, runId }: Extract<Body, { kind: "run.execute" }>,
  { table, nowMs, newId }: Effects,
): Promise<void> {
  const run = await readRun(table, organizationId, runId);
  if (run === null) return;
  const now = nowMs();
  const error = {
    code: "worker_failed",
    message: "The run was tried several times and did not get through.",
  };
  await failRun(table, run, {
    error,
    nowMs: now,
    messages: failedRunMessages(run, error, newId("evt"), now),
  });
}

/** Nobody waits for it and nothing may stand still without it: it is tried again, less often. */
async function tryLater(
  message: DistributiveOmit<OutgoingMessage, "notBeforeMs" | "group">,
  { table, nowMs }: Effects,
): Promise<void> {
  const notBeforeMs = nowMs() + tryAgainAfterMs;
  await commit(table, [], [{ ...message, notBeforeMs, group: message.body.organizationId }]);
}

async function endPublication(
  { organizationId, postId, scheduledAt }: QueueMessages["publications"],
  { table, nowMs, newId }: Effects,
): Promise<void> {
  const post = await readPost(table, organizationId, postId);
  if (post === null || post.scheduledAt !== scheduledAt) return;
  const now = nowMs();
  const failure = {
    code: "outcome_unknown",
    message:
      "Publishing was tried several times and never confirmed: look at the channel before you try again.",
  };
  const { to: status } = postTransitions.fail;
  const failed = { ...post, status, failure, updatedAt: isoTime(now) };
  const data = { postId, failedAt: isoTime(now), channels: [post.channel], reason: failure };
  await movePost(table, failed, postTransitions.fail, {
    messages: [announcement(newId("evt"), "post.failed", organizationId, data, now)],
  });
}
