import * as z from "zod/mini";
import { defaultRateLimit, rateLimitMax, roles } from "../../domain/keyring.ts";
import { isoTime } from "../../domain/time.ts";
import { createdQuery, line, page, timestamp } from "./fields.ts";

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  rateLimit: z.int(),
  status: z.enum(["active", "expired"]),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  rotatedTo: z.nullable(z.string()),
  lastUsedAt: z.nullable(timestamp),
});

/** A new key, shown this once. */
export const issuedApiKey = z.extend(apiKey, { key: z.string() });

export const rotatedApiKey = z.extend(issuedApiKey, {
  previousKey: z.object({ id: z.string(), expiresAt: timestamp }),
});

export const apiKeys = page(apiKey);

const end = z.pipe(
  z.iso.datetime("must be a time in UTC, such as 2027-01-31T12:00:00.000Z"),
  z.transform((text) => isoTime(Date.parse(text))),
);

export const newApiKey = z.object({
  name: line(120),
  role: z.enum(roles),
  expiresAt: z.optional(z.nullable(end)),
  rateLimit: z._default(z.int().check(z.minimum(1), z.maximum(rateLimitMax)), defaultRateLimit),
});

export const apiKeysQuery = z.object(createdQuery);

const graceSecondsMax = 7 * 24 * 3600;

export const apiKeyRotation = z.object({
  graceSeconds: z._default(z.int().check(z.minimum(0), z.maximum(graceSecondsMax)), 3600),
});
