import { type EndpointHealth, type Pace, slowAfterMs } from "../domain/endpoint-health.ts";
import { isoTime } from "../domain/time.ts";
import type { Webhook } from "../domain/webhook.ts";
import { measureLoopDelay } from "../http/loop-delay.ts";
import { recordHealth } from "../table/webhooks.ts";
import type { DeliveryEffects } from "./effects.ts";

type HealthEffects = Pick<DeliveryEffects, "table" | "recordMetrics" | "log">;

/**
 * Runs an attempt. If a quick endpoint takes longer than it may, records that the endpoint pauses while the attempt still
 * runs, so that no other worker waits for it from the queue of quick endpoints.
 * @returns the outcome; how long the endpoint took in milliseconds, without the time in which this process was too busy
 *   to handle its response; and the pace that is recorded
 */
export async function recordingPause<Outcome>(
  { table, log }: HealthEffects,
  webhook: Webhook,
  attemptOnce: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; tookMs: number; recorded: Pace }> {
  const loopDelay = measureLoopDelay();
  const startedMs = performance.now();
  const tookMs = () => performance.now() - startedMs - loopDelay.ms();
  let recorded: Promise<Pace> = Promise.resolve(webhook.pace);
  const onLate = () => {
    const leftMs = slowAfterMs - tookMs();
    if (leftMs > 0) {
      timer = setTimeout(onLate, leftMs);
      return;
    }
    // The request is on its way and its outcome must be recorded, even if this write fails: the outcome repeats the pace.
    recorded = recordHealth(table, webhook, { pace: "pausing" }).then(
      (isRecorded) => (isRecorded ? "pausing" : webhook.pace),
      (error: unknown) => {
        log("warn", "the pace of an endpoint could not be recorded", { webhookId: webhook.id, error });
        return webhook.pace;
      },
    );
  };
  // Deliveries to other endpoints take permits anyway, so nobody has to be warned of them.
  let timer = webhook.pace === "quick" ? setTimeout(onLate, slowAfterMs) : undefined;
  try {
    const outcome = await attemptOnce();
    return { outcome, tookMs: tookMs(), recorded: await recorded };
  } finally {
    clearTimeout(timer);
    loopDelay.end();
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
