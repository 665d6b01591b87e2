import * as z from "zod/mini";
import { defaultRateLimit, rateLimitMax, roles } from "../../domain/keyring.ts";
import { createdQuery, givenTime, graceSeconds, line, page, timestamp } from "./fields.ts";

export const role = z.enum(roles);

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  role,
  rateLimit: z.int(),
  status: z.enum(["active", "expired"]),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  rotatedTo: z.nullable(z.string()),
  lastUsedAt: z.nullable(timestamp),
});

/** A new key. This is the only response that contains the key itself. */
export const issuedApiKey = z.extend(apiKey, { key: z.string() });

export const rotatedApiKey = z.extend(issuedApiKey, {
  previousKey: z.object({ id: z.string(), expiresAt: timestamp }),
});

export const apiKeys = page(apiKey);

export const newApiKey = z.object({
  name: line(120),
  role,
  expiresAt: z.optional(z.nullable(givenTime)),
  rateLimit: z._default(z.int().check(z.minimum(1), z.maximum(rateLimitMax)), defaultRateLimit),
});

export const apiKeysQuery = z.object(createdQuery);

export const apiKeyRotation = z.object({ graceSeconds });
