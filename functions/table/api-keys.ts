import { isoTime, minuteMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { apiKeyKey } from "./keys.ts";
import type { Item, Table } from "./table.ts";
import { updateItem } from "./update.ts";

export type Role = "read" | "write" | "admin";

export interface ApiKey {
  id: string;
  organizationId: string;
  role: Role;
  /** Base64 key under which this organization's cursors are sealed. */
  cursorKey: string;
  rateLimit: number;
  /** The window of the rate limit began at this moment, and so many requests were counted in it. */
  windowStartMs: number;
  requests: number;
  revokedAt?: string;
  validUntilMs?: number;
}

export interface NewApiKey {
  id: string;
  organizationId: string;
  name: string;
  role: Role;
  /** Only the hash is stored: the key itself is shown once. */
  hash: string;
  cursorKey: string;
}

const defaultRateLimit = 120;
export const rateWindowMs = minuteMs;

export function newApiKeyItem(key: NewApiKey, nowMs: number): Item {
  const { hash, ...rest } = key;
  return {
    ...apiKeyKey(hash),
    ...rest,
    rateLimit: defaultRateLimit,
    windowStartMs: 0,
    requests: 0,
    createdAt: isoTime(nowMs),
  };
}

export type Admission =
  | { outcome: "admitted"; key: ApiKey }
  | { outcome: "limited"; key: ApiKey }
  | { outcome: "refused" };

const valid =
  "attribute_exists(pk) AND attribute_not_exists(revokedAt) AND (attribute_not_exists(validUntilMs) OR validUntilMs > :now)";

/**
 * Authenticates a key, checks that it was not revoked and counts the request against its limit: one write.
 * The first request after a window ended takes a second one, which begins the next window.
 */
export async function admit(table: Table, keyHash: string, nowMs: number): Promise<Admission> {
  for (;;) {
    const counted = await updateItem(table, apiKeyKey(keyHash), {
      update: "ADD requests :one",
      condition: `${valid} AND windowStartMs > :windowsEnded AND requests < rateLimit`,
      values: { ":one": 1, ":now": nowMs, ":windowsEnded": nowMs - rateWindowMs },
    });
    if (counted.written) return { outcome: "admitted", key: trusted<ApiKey>(counted.item) };
    if (counted.item === null) return { outcome: "refused" };
    const key = trusted<ApiKey>(counted.item);
    if (key.revokedAt !== undefined) return { outcome: "refused" };
    if (key.validUntilMs !== undefined && key.validUntilMs <= nowMs) return { outcome: "refused" };
    if (key.windowStartMs > nowMs - rateWindowMs) return { outcome: "limited", key };
    const begun = await updateItem(table, apiKeyKey(keyHash), {
      update: "SET windowStartMs = :now, requests = :one",
      condition: `${valid} AND windowStartMs = :window`,
      values: { ":one": 1, ":now": nowMs, ":window": key.windowStartMs },
    });
    if (begun.written) return { outcome: "admitted", key: trusted<ApiKey>(begun.item) };
    // Another request began the window first: be counted in it.
  }
}
