import * as z from "zod/mini";
import { deliveryStatuses } from "../../domain/delivery.ts";
import { eventType } from "./event-type.ts";
import { createdQuery, page, timestamp } from "./fields.ts";

export const attemptRequest = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });

export const attempt = z.object({
  number: z.int(),
  at: timestamp,
  statusCode: z.nullable(z.int()),
  latencyMs: z.number(),
  error: z.nullable(z.string()),
  response: z.nullable(z.string()),
  retryAfter: z.nullable(z.string()),
  request: attemptRequest,
});

export const testEvent = z.object({
  eventId: z.string(),
  type: z.literal("webhook.test"),
  webhookId: z.string(),
});

export const delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: eventType,
  status: z.enum(deliveryStatuses),
  createdAt: timestamp,
  nextAttemptAt: z.nullable(timestamp),
  attempts: z.array(attempt),
  body: z.string(),
});

export const deliveries = page(delivery);

export const deliveriesQuery = z.object(createdQuery);
