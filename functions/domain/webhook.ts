import { type EndpointHealth, newEndpoint } from "./endpoint-health.ts";
import type { EventType } from "./event.ts";
import { isoTime, secondMs } from "./time.ts";

export const webhookStatuses = ["active", "disabled"] as const;
export const disabledReasons = ["requested", "failing"] as const;

export const webhooksPerOrganizationMax = 100;

/** A subscriber's endpoint. The secret is there only sealed: whoever signs opens it, nobody returns it. */
export interface Webhook extends EndpointHealth {
  id: string;
  organizationId: string;
  url: string;
  events: EventType[];
  sealedSecret: string | null;
  /** The secret before the last rotation: it signs as well until its time ends. */
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

/** What a client sees of a subscription: that there is a secret, never the secret. */
export function webhookView(webhook: Webhook, nowMs: number): Omit<Webhook, Hidden> & { hasSecret: boolean } {
  const { sealedSecret, sealedPreviousSecret: _previous, pace: _pace, ...visible } = webhook;
  const { previous } = signingSecrets(webhook, nowMs);
  const previousSecretExpiresAt = previous === null ? null : webhook.previousSecretExpiresAt;
  return { ...visible, previousSecretExpiresAt, hasSecret: sealedSecret !== null };
}

/** The secrets that sign at a moment, still sealed. */
export function signingSecrets(
  webhook: Webhook,
  nowMs: number,
): { current: string | null; previous: string | null } {
  const { sealedSecret, sealedPreviousSecret, previousSecretExpiresAt } = webhook;
  const overlaps = previousSecretExpiresAt !== null && nowMs < Date.parse(previousSecretExpiresAt);
  return { current: sealedSecret, previous: overlaps ? sealedPreviousSecret : null };
}

/** A new secret takes over at once; the one before it signs as well for `graceSeconds`. Setting one outright leaves no overlap. */
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
