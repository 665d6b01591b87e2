import { type EndpointHealth, newEndpoint } from "./endpoint-health.ts";
import type { EventType } from "./event.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime, minuteMs, secondMs } from "./time.ts";

export const webhookStatuses = ["active", "disabled"] as const;
export const disabledReasons = ["requested", "failing"] as const;

/** A webhook subscription. Its secret is stored sealed. The service opens it to sign, and never returns it. */
export interface Webhook extends EndpointHealth {
  id: string;
  organizationId: string;
  url: string;
  events: EventType[];
  sealedSecret: string | null;
  /** The secret before the last rotation. Deliveries are also signed with it until `previousSecretExpiresAt`. */
  sealedPreviousSecret: string | null;
  previousSecretExpiresAt: string | null;
  description: string | null;
  createdAt: string;
  updatedAt: string;
}

export function openWebhook(
  given: Pick<Webhook, "id" | "organizationId" | "url" | "events" | "sealedSecret" | "description">,
  nowMs: number,
): Webhook {
  const createdAt = isoTime(nowMs);
  return {
    ...given,
    ...newEndpoint,
    sealedPreviousSecret: null,
    previousSecretExpiresAt: null,
    createdAt,
    updatedAt: createdAt,
  };
}

type Hidden = "sealedSecret" | "sealedPreviousSecret" | "pace";

/** The subscription as clients see it: whether it has a secret, but not the secret. */
export function webhookView(webhook: Webhook, nowMs: number): Omit<Webhook, Hidden> & { hasSecret: boolean } {
  const { sealedSecret, sealedPreviousSecret: _previous, pace: _pace, ...visible } = webhook;
  const { previous } = signingSecrets(webhook, nowMs);
  const previousSecretExpiresAt = previous === null ? null : webhook.previousSecretExpiresAt;
  return { ...visible, previousSecretExpiresAt, hasSecret: sealedSecret !== null };
}

/** The sealed secrets that sign deliveries at a time. */
export function signingSecrets(
  webhook: Webhook,
  nowMs: number,
): { current: string | null; previous: string | null } {
  const { sealedSecret, sealedPreviousSecret, previousSecretExpiresAt } = webhook;
  const overlaps = previousSecretExpiresAt !== null && nowMs < Date.parse(previousSecretExpiresAt);
  return { current: sealedSecret, previous: overlaps ? sealedPreviousSecret : null };
}

/** Replaces the secret at once. The one before it also signs for `graceSeconds`, or not at all if that is 0. */
export function rotatedSecret(
  sealedSecret: string | null,
  current: string | null,
  graceSeconds: number,
  nowMs: number,
): Pick<Webhook, "sealedSecret" | "sealedPreviousSecret" | "previousSecretExpiresAt"> {
  if (current === null || graceSeconds === 0)
    return { sealedSecret, sealedPreviousSecret: null, previousSecretExpiresAt: null };
  const previousSecretExpiresAt = isoTime(nowMs + graceSeconds * secondMs);
  return { sealedSecret, sealedPreviousSecret: current, previousSecretExpiresAt };
}

/**
 * A worker that has read a subscription just before its deletion can still store something, until its function's
 * time-out of at most 60 s. So everything is deleted once more after this time.
 */
const removalRepeatedAfterMs = 5 * minuteMs;

/** The messages of a subscription's deletion: they delete its deliveries and dead letters at once, and those that came late. */
export function webhookRemovalMessages(
  organizationId: string,
  webhookId: string,
  nowMs: number,
): OutgoingMessage[] {
  return [0, nowMs + removalRepeatedAfterMs].map((notBeforeMs) =>
    webhookRemovalMessage(organizationId, webhookId, notBeforeMs),
  );
}

/** The message that deletes the deliveries and dead letters of a deleted subscription. */
export function webhookRemovalMessage(
  organizationId: string,
  webhookId: string,
  notBeforeMs: number,
): OutgoingMessage {
  return {
    queue: "cleanups",
    body: { kind: "webhook.remove", organizationId, webhookId },
    notBeforeMs,
    group: organizationId,
  };
}
