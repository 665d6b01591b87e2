import { ulid } from "ulid";
import { isoTime, minuteMs, secondMs } from "../domain/time.ts";
import { openEffects } from "../platform/effects.ts";
import { logger } from "../platform/logger.ts";
import { publishMetrics, recordMetrics } from "../platform/metrics.ts";
import { openRelay } from "../platform/relay.ts";
import { countOpenDeadLetters } from "../table/open-dead-letters.ts";
import { deleteOutbox, overdueOutbox } from "../table/store/outbox.ts";

/** The relay has missed an outbox item of this age: it takes well under a second. */
const overdueAfterMs = 2 * minuteMs;

const { table, nowMs } = openEffects();
const relay = openRelay();

/**
 * Dispatches the outbox items that the relay has missed, and publishes metrics of the dead letters that are not resolved.
 * If one of both fails, the other is still done. Runs every few minutes, and when the relay's event source mapping drops
 * a record.
 */
export async function handler(): Promise<void> {
  const outcomes = await Promise.allSettled([publishDeadLetterMetrics(nowMs()), dispatchOverdue()]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function dispatchOverdue(): Promise<void> {
  let swept = 0;
  const problems: unknown[] = [];
  for await (const items of overdueOutbox(table, ulid(nowMs() - overdueAfterMs))) {
    const { failed, errors } = await relay.dispatch(items, nowMs());
    const dispatched = items.filter((item) => !failed.has(item));
    await deleteOutbox(table, dispatched);
    swept += dispatched.length;
    problems.push(...errors);
  }
  if (swept > 0) logger.warn("dispatched outbox items that the relay had missed", { swept });
  for (const error of problems) logger.error("an outbox item could not be dispatched", { error });
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
