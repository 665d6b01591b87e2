import * as z from "zod/mini";
import { disabledReasons, webhookStatuses } from "../../domain/webhook.ts";
import { eventType } from "./event-type.ts";
import {
  createdQuery,
  graceSeconds,
  httpsUrl,
  page,
  prose,
  signingSecret,
  timestamp,
  unique,
} from "./fields.ts";

const events = unique(eventType, 1, 100);

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(eventType),
  hasSecret: z.boolean(),
  previousSecretExpiresAt: z.nullable(timestamp),
  status: z.enum(webhookStatuses),
  disabledReason: z.nullable(z.enum(disabledReasons)),
  failingSince: z.nullable(timestamp),
  description: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const webhooks = page(webhook);

export const newWebhook = z.object({
  url: httpsUrl,
  events,
  secret: z.optional(z.nullable(signingSecret)),
  description: z.optional(z.nullable(prose(500))),
});

export const webhookChanges = z.object({
  url: z.optional(httpsUrl),
  events: z.optional(events),
  secret: z.optional(z.nullable(signingSecret)),
  status: z.optional(z.enum(webhookStatuses)),
  description: z.optional(z.nullable(prose(500))),
});

export const webhooksQuery = z.object(createdQuery);

export const secretRotation = z.object({ secret: signingSecret, graceSeconds });
