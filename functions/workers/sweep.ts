import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { isoTime, minuteMs, secondMs } from "../domain/time.ts";
import { openEffects } from "../platform/effects.ts";
import { madeAtMs, newUlid } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { publishMetrics, recordMetrics } from "../platform/metrics.ts";
import { openRelay } from "../platform/relay.ts";
import { openSender } from "../platform/sender.ts";
import { countOpenDeadLetters } from "../table/open-dead-letters.ts";
import { oldestOverdue, overdueOutbox, settleOutbox } from "../table/store/outbox.ts";

/** The relay has missed an outbox item of this age: it takes well under a second. */
const overdueAfterMs = 2 * minuteMs;

/** What rejects the messages usually rejects all of them for one reason. */
const loggedErrorsMax = 20;

const { table, nowMs } = openEffects();
const sender = openSender();
const scheduler = new SchedulerClient({});

/**
 * Dispatches the outbox items that the relay has missed or could not dispatch, and publishes metrics of them and of the
 * dead letters that are not resolved. If one of these fails, the others are still done. Runs every few minutes.
 */
export async function handler(): Promise<void> {
  const beforeId = newUlid(nowMs() - overdueAfterMs);
  const outcomes = await Promise.allSettled([
    publishDeadLetterMetrics(nowMs()),
    publishOutboxAge(beforeId),
    dispatchOverdue(beforeId),
  ]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** Publishes the age that the sweep finds, so that the metric does not depend on how the dispatch ends. */
async function publishOutboxAge(beforeId: string): Promise<void> {
  const oldestId = await oldestOverdue(table, beforeId);
  const ageSeconds = oldestId === null ? 0 : Math.round((nowMs() - madeAtMs(oldestId)) / secondMs);
  recordMetrics({ name: "OldestOutboxAge", value: ageSeconds });
  publishMetrics();
}

async function dispatchOverdue(beforeId: string): Promise<void> {
  const relay = openRelay(table, sender, scheduler);
  let swept = 0;
  const problems: unknown[] = [];
  for await (const items of overdueOutbox(table, beforeId)) {
    const { failed, errors } = await relay.dispatch(items, nowMs());
    await settleOutbox(table, items, failed);
    swept += items.length - failed.size;
    problems.push(...errors);
  }
  if (swept > 0) logger.warn("dispatched outbox items that the relay had missed", { swept });
  for (const error of problems.slice(0, loggedErrorsMax))
    logger.error("an outbox item could not be dispatched", { error, failures: problems.length });
}

/** Metrics have the number and the age of dead letters. The log names the oldest one and its organization. */
async function publishDeadLetterMetrics(now: number): Promise<void> {
  const { all, isComplete } = await countOpenDeadLetters(table, now);
  for (const { status, count, oldest } of all) {
    const ageSeconds = oldest === null ? 0 : Math.max(0, Math.round((now - oldest.sinceMs) / secondMs));
    recordMetrics(
      { name: "DeadLettersOpen", value: count, dimension: { status } },
      { name: "OldestDeadLetterAge", value: ageSeconds, dimension: { status } },
    );
    if (oldest === null) continue;
    const { id: deadLetterId, organizationId, sinceMs } = oldest;
    const since = isoTime(sinceMs);
    logger.info("the oldest dead letter", { status, deadLetterId, organizationId, since, count, isComplete });
  }
  publishMetrics();
}
