import * as z from "zod/mini";
import { disabledReasons, webhookStatuses } from "../../domain/webhook.ts";
import { eventType } from "./event-type.ts";
import { createdQuery, graceSeconds, httpsUrl, page, prose, timestamp, unique } from "./fields.ts";

const events = unique(eventType, 1, 100);
const secret = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine(
    (text) => text.isWellFormed() && !text.includes("\u0000"),
    "must be well-formed Unicode without null",
  ),
);

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
  secret: z.optional(z.nullable(secret)),
  description: z.optional(z.nullable(prose(500))),
});

export const webhookChanges = z.object({
  url: z.optional(httpsUrl),
  events: z.optional(events),
  secret: z.optional(z.nullable(secret)),
  status: z.optional(z.enum(webhookStatuses)),
  description: z.optional(z.nullable(prose(500))),
});

export const webhooksQuery = z.object(createdQuery);

export const secretRotation = z.object({ secret, graceSeconds });
