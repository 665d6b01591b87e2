import type { DeadLetter, Delivery, DeliveryAttempt } from "../../../../client/api.ts";

/** Seconds from a failed attempt to the one with this number (contract, section 5). */
const delaySecondsBefore: Readonly<Record<number, number>> = { 1: 0, 2: 10, 3: 30, 4: 90, 5: 300, 6: 1_800 };

/** A delivery becomes a dead letter when this attempt fails. One more attempt follows. */
const deadLetterAfterAttempt = 5;

/** The latest attempt; undefined before the first one. */
export const lastAttempt = ({ attempts }: Pick<Delivery, "attempts">) => attempts.at(-1);

/** Whether an attempt reached its endpoint and was accepted. */
export const succeeded = ({ error }: Pick<DeliveryAttempt, "error">) => error === null;

/** "status 200 in 45 ms", "connection refused after 3 ms". */
export function outcomeInWords({ statusCode, latencyMs, error }: DeliveryAttempt): string {
  const ms = `${Math.round(latencyMs)} ms`;
  if (error === null) return `status ${statusCode} in ${ms}`;
  return statusCode === null ? `${error} after ${ms}` : `${error} in ${ms}`;
}

/** The attempts of the first delivery and of each replay, which starts at number 1 again. */
export function attemptSeries(attempts: readonly DeliveryAttempt[]): DeliveryAttempt[][] {
  const series: DeliveryAttempt[][] = [];
  for (const attempt of attempts) {
    const current = series.at(-1);
    const before = current?.at(-1);
    if (current === undefined || before === undefined || attempt.number <= before.number)
      series.push([attempt]);
    else current.push(attempt);
  }
  return series;
}

/**
 * About when the attempt after a failed one is due, in epoch milliseconds. Null if none follows. The API returns this time
 * for a delivery, but not for a dead letter.
 */
export function nextAttemptAfter(attempt: DeliveryAttempt): { number: number; atMs: number } | null {
  const delaySeconds = delaySecondsBefore[attempt.number + 1];
  if (succeeded(attempt) || delaySeconds === undefined) return null;
  return {
    number: attempt.number + 1,
    atMs: Date.parse(attempt.at) + attempt.latencyMs + delaySeconds * 1000,
  };
}

/** The number of a delivery's next attempt. */
export function nextNumber(delivery: Delivery): number {
  const last = lastAttempt(delivery);
  return last === undefined || last.number >= 6 || succeeded(last) ? 1 : last.number + 1;
}

/**
 * The id of the dead letter of a delivery; null if its status and attempts show that it has none. The two ids differ in their
 * prefix only.
 */
export function deadLetterIdOf({ id, status, attempts }: Pick<Delivery, "id" | "status" | "attempts">) {
  const wasDeadLettered =
    status === "dead_lettered" ||
    attempts.some((attempt) => attempt.number >= deadLetterAfterAttempt && !succeeded(attempt));
  return wasDeadLettered ? id.replace(/^dlv_/, "dlt_") : null;
}

/**
 * How long until a delivery that someone watches is read again; false when nothing more will happen.
 * @param delivery null as long as it has not appeared
 * @param reads how often it has been read
 */
export function watchIntervalMs(delivery: Delivery | null, reads: number, nowMs: number): number | false {
  if (delivery === null) return reads > 100 ? false : reads > 30 ? slowMs : quickMs;
  if (delivery.nextAttemptAt === null) return false;
  return intervalMs(Date.parse(delivery.nextAttemptAt) - nowMs);
}

/** The latest attempt of the replay of a dead letter that is being replayed; undefined before its first one. */
export function lastAttemptOfReplay(letter: Pick<DeadLetter, "attempts">): DeliveryAttempt | undefined {
  const last = lastAttempt(letter);
  // After a fifth failure the status is no longer `replaying`. So such an attempt was made before the replay.
  return last === undefined || last.number >= deadLetterAfterAttempt ? undefined : last;
}

/** How long until a dead letter that is being replayed is read again. */
export function replayIntervalMs(letter: Pick<DeadLetter, "attempts">, nowMs: number): number {
  const last = lastAttemptOfReplay(letter);
  const next = last === undefined ? null : nextAttemptAfter(last);
  return intervalMs(next === null ? 0 : next.atMs - nowMs);
}

const intervalMs = (dueInMs: number) => (dueInMs > 20_000 ? slowMs : quickMs);

const quickMs = 2_000;
const slowMs = 10_000;
