import type { MetricValue } from "../contract/metrics.ts";
import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import type { FailureReason } from "./failure-reason.ts";

/**
 * What an attempt adds to the metrics.
 * @param before the delivery as it was claimed: it tells when the attempt was due
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
          { name: "DeliveryFailures", value: 1, by: { reason } },
        ];
  return [
    { name: "DeliveryAttempts", value: 1 },
    ...outcome,
    // Without an answer there is none to have waited for: a name that does not resolve is no quick endpoint.
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
  // Clocks of two machines may differ by more than an event is on its way.
  const since = (fromMs: number) => Math.max(0, atMs - fromMs);
  // A replay's first attempt is far from its event, and late only by when the replay was asked for.
  if (cycle === 1 && number === 1) return [{ name: "DeliveryDelay", value: since(eventAtMs) }];
  return nextAttemptAt === null
    ? []
    : [{ name: "DeliveryLateness", value: since(Date.parse(nextAttemptAt)) }];
}
