import * as z from "zod/mini";
import { deadLetterStatuses } from "../../domain/delivery.ts";
import { commaSeparated, createdQuery, page, timestamp } from "./fields.ts";

const attempt = z.object({
  number: z.int(),
  at: timestamp,
  statusCode: z.nullable(z.int()),
  latencyMs: z.number(),
  error: z.nullable(z.string()),
  response: z.nullable(z.string()),
});

export const deadLetter = z.object({
  id: z.string(),
  eventId: z.nullable(z.string()),
  type: z.string(),
  webhookId: z.nullable(z.string()),
  url: z.nullable(z.string()),
  status: z.enum(deadLetterStatuses),
  attempts: z.array(attempt),
  payload: z.unknown(),
  createdAt: timestamp,
});

export const deadLetters = page(deadLetter);

export const deadLettersQuery = z.object({
  webhookId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  status: z.optional(commaSeparated(deadLetterStatuses)),
  ...createdQuery,
});
