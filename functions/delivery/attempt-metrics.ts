import type { MetricValue } from "../contract/metrics.ts";
import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import type { FailureReason } from "./failure-reason.ts";

/**
 * The metric values of one attempt.
 * @param before the delivery when it was leased: it has the time at which the attempt was due
 */
export function attemptMetrics(
  before: Pick<Delivery, "cycle" | "nextAttemptAt">,
  eventAtMs: number,
  { attempt, reason }: { attempt: DeliveryAttempt; reason: FailureReason | null },
): MetricValue[] {
  const outcome: MetricValue[] =
    reason === null
      ? [{ name: "DeliverySuccesses", value: 1 }]
      : [
          { name: "DeliveryFailures", value: 1 },
          { name: "DeliveryFailures", value: 1, dimension: { reason } },
        ];
  return [
    { name: "DeliveryAttempts", value: 1 },
    ...outcome,
    // No response means no latency to record.
    ...(attempt.statusCode === null ? [] : [{ name: "DeliveryLatency" as const, value: attempt.latencyMs }]),
    ...delays(before, eventAtMs, attempt),
  ];
}

function delays(
  { cycle, nextAttemptAt }: Pick<Delivery, "cycle" | "nextAttemptAt">,
  eventAtMs: number,
  { number, at }: DeliveryAttempt,
): MetricValue[] {
  const atMs = Date.parse(at);
  // The clocks of two machines may differ by more than the delay.
  const since = (fromMs: number) => Math.max(0, atMs - fromMs);
  // The first attempt of a replay comes long after its event: its lateness counts from the request of the replay.
  if (cycle === 1 && number === 1) return [{ name: "DeliveryDelay", value: since(eventAtMs) }];
  return nextAttemptAt === null
    ? []
    : [{ name: "DeliveryLateness", value: since(Date.parse(nextAttemptAt)) }];
}
