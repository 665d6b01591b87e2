import { type EndpointHealth, slowAfterMs } from "../domain/endpoint-health.ts";
import { isoTime } from "../domain/time.ts";
import type { Webhook } from "../domain/webhook.ts";
import { recordHealth } from "../table/webhooks.ts";
import type { DeliveryEffects } from "./effects.ts";

type HealthEffects = Pick<DeliveryEffects, "table" | "recordMetrics" | "log">;

/**
 * Runs an attempt. If it takes longer than a quick endpoint may, records that the endpoint pauses while the attempt
 * still runs, so that no other worker waits for it from the queue of quick endpoints.
 * @returns the outcome, how long it took in milliseconds, and the pace that was recorded (empty: none)
 */
export async function recordingPause<Outcome>(
  { table, log }: HealthEffects,
  webhook: Webhook,
  attemptOnce: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; tookMs: number; pace: Partial<EndpointHealth> }> {
  const startedMs = performance.now();
  const pausing = { pace: "pausing" as const };
  let recorded: Promise<Partial<EndpointHealth>> = Promise.resolve({});
  const timer = setTimeout(() => {
    // Other endpoints are known to be slow already; the outcome will show whether they respond.
    if (webhook.pace !== "quick" && webhook.pace !== "unknown") return;
    // The request is on its way and its outcome must be recorded, even if this write fails: the outcome repeats the pace.
    recorded = recordHealth(table, webhook, pausing).then(
      (isRecorded) => (isRecorded ? pausing : {}),
      (error: unknown) => {
        log("warn", "the pace of an endpoint could not be recorded", { webhookId: webhook.id, error });
        return {};
      },
    );
  }, slowAfterMs);
  try {
    const outcome = await attemptOnce();
    return { outcome, tookMs: performance.now() - startedMs, pace: await recorded };
  } finally {
    clearTimeout(timer);
  }
}

/** Stores what an attempt showed about its endpoint, and reports a subscription that this disables. */
export async function recordHealthAfter(
  { table, recordMetrics, log }: HealthEffects,
  webhook: Webhook,
  health: Partial<EndpointHealth>,
  atMs: number,
): Promise<void> {
  if (Object.keys(health).length === 0) return;
  const isDisabled = health.status === "disabled";
  const isRecorded = await recordHealth(table, webhook, {
    ...health,
    ...(isDisabled && { updatedAt: isoTime(atMs) }),
  });
  if (!isDisabled || !isRecorded) return;
  recordMetrics({ name: "WebhooksDisabled", value: 1 });
  const { id: webhookId, organizationId, failingSince } = webhook;
  log("warn", "a subscription was disabled: its endpoint fails", { organizationId, webhookId, failingSince });
}
