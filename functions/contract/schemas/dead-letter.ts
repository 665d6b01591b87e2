import * as z from "zod/mini";
import { bulkReplayStatuses } from "../../domain/bulk-replay.ts";
import { deadLetterStatuses, replayableStatuses } from "../../domain/delivery.ts";
import { attempt } from "./delivery.ts";
import { commaSeparated, createdQuery, givenId, page, timestamp, unique } from "./fields.ts";

export const deadLetterStatus = z.enum(deadLetterStatuses);

export const deadLetter = z.object({
  id: z.string(),
  eventId: z.nullable(z.string()),
  type: z.string(),
  webhookId: z.nullable(z.string()),
  url: z.nullable(z.string()),
  status: deadLetterStatus,
  attempts: z.array(attempt),
  payload: z.unknown(),
  createdAt: timestamp,
});

export const deadLetters = page(deadLetter);

export const deadLettersReplay = z.object({
  webhookId: z.optional(givenId),
  status: z._default(unique(z.enum(replayableStatuses), 1, 100), [...replayableStatuses]),
});

export const bulkReplay = z.object({
  id: z.string(),
  status: z.enum(bulkReplayStatuses),
  filter: z.object({
    webhookId: z.nullable(z.string()),
    status: z.array(z.enum(replayableStatuses)),
  }),
  count: z.int(),
  replayed: z.int(),
  skipped: z.int(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});

export const deadLettersQuery = z.object({
  webhookId: z.optional(givenId),
  status: z.optional(commaSeparated(deadLetterStatuses)),
  ...createdQuery,
});
