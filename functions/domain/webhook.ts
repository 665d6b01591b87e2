import type { EventType } from "./event.ts";
import { isoTime } from "./time.ts";

export const webhookStatuses = ["active", "disabled"] as const;
type WebhookStatus = (typeof webhookStatuses)[number];

export const webhooksPerOrganizationMax = 100;

/** A subscriber's endpoint. The secret is there only sealed: whoever signs opens it, nobody returns it. */
export interface Webhook {
  id: string;
  organizationId: string;
  url: string;
  events: EventType[];
  sealedSecret: string | null;
  status: WebhookStatus;
  description: string | null;
  createdAt: string;
  updatedAt: string;
}

export function openWebhook(
  given: Omit<Webhook, "status" | "createdAt" | "updatedAt">,
  nowMs: number,
): Webhook {
  const createdAt = isoTime(nowMs);
  return { ...given, status: "active", createdAt, updatedAt: createdAt };
}

/** What a client sees of a subscription: that there is a secret, never the secret. */
export function webhookView({ sealedSecret, ...webhook }: Webhook): Omit<Webhook, "sealedSecret"> & {
  hasSecret: boolean;
} {
  return { ...webhook, hasSecret: sealedSecret !== null };
}
