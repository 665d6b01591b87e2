import { type ApiKey, type ExpiringKey, listedAfterExpiryMs, type Role } from "../domain/keyring.ts";
import { minuteMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { apiKeyKey } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

/** The organization of a key, and what every request with the key needs to know about it. */
export interface KeyOwner {
  organizationId: string;
  /** The Base64 key that seals this organization's cursors. */
  cursorKey: string;
}

/** What authentication needs to know about a key. It is stored by the key's hash. */
export interface KeyRecord extends KeyOwner {
  id: string;
  role: Role;
  rateLimit: number;
  /** When the current window of the rate limit began; 0 before the first request. */
  windowStartMs: number;
  /** How many requests were counted in the current window. */
  requests: number;
  validUntilMs?: number;
}

export const rateWindowMs = minuteMs;

/** The key record of a new key. */
export function keyRecordItem({ organizationId, cursorKey }: KeyOwner, key: ApiKey): Item {
  const { id, role, rateLimit, hash, expiresAt } = key;
  return {
    ...apiKeyKey(hash),
    id,
    organizationId,
    role,
    cursorKey,
    rateLimit,
    windowStartMs: 0,
    requests: 0,
    ...(expiresAt !== null && expiryFields(expiresAt)),
  };
}

/** The change that makes a key expire at its `expiresAt`. Later requests with the key are rejected. */
export function expireKeyRecord({ hash, expiresAt }: ExpiringKey): Change {
  const { validUntilMs, expiresAt: deletedAtSeconds } = expiryFields(expiresAt);
  return {
    kind: "update",
    key: apiKeyKey(hash),
    update: "SET validUntilMs = :validUntil, expiresAt = :deletedAt",
    condition: "attribute_exists(pk)",
    values: { ":validUntil": validUntilMs, ":deletedAt": deletedAtSeconds },
  };
}

/** The item's `expiresAt`, in epoch seconds, is when DynamoDB deletes it: once the expired key is no longer listed. */
function expiryFields(keyExpiresAt: string): { validUntilMs: number; expiresAt: number } {
  const validUntilMs = Date.parse(keyExpiresAt);
  return { validUntilMs, expiresAt: Math.ceil((validUntilMs + listedAfterExpiryMs) / secondMs) };
}

export type KeyAuthentication =
  | { outcome: "accepted"; key: KeyRecord }
  | { outcome: "rate_limited"; key: KeyRecord }
  | { outcome: "rejected" };

const valid = "attribute_exists(pk) AND (attribute_not_exists(validUntilMs) OR validUntilMs > :now)";

/**
 * Checks that a key exists and has not expired, and counts the request against the key's rate limit. One conditional
 * write; for a key that is unknown or revoked it fails and stores nothing. The first request after a window has ended
 * needs a second write, which begins the next window.
 */
export async function authenticateKey(
  table: Table,
  keyHash: string,
  nowMs: number,
): Promise<KeyAuthentication> {
  for (;;) {
    const counted = await updateItem(table, apiKeyKey(keyHash), {
      update: "ADD requests :one",
      condition: `${valid} AND windowStartMs > :ended AND requests < rateLimit`,
      values: { ":one": 1, ":now": nowMs, ":ended": nowMs - rateWindowMs },
    });
    if (counted.written) return { outcome: "accepted", key: trusted<KeyRecord>(counted.item) };
    if (counted.item === null) return { outcome: "rejected" };
    const key = trusted<KeyRecord>(counted.item);
    if (key.validUntilMs !== undefined && key.validUntilMs <= nowMs) return { outcome: "rejected" };
    if (key.windowStartMs > nowMs - rateWindowMs) return { outcome: "rate_limited", key };
    const begun = await updateItem(table, apiKeyKey(keyHash), {
      update: "SET windowStartMs = :now, requests = :one",
      condition: `${valid} AND windowStartMs = :window`,
      values: { ":one": 1, ":now": nowMs, ":window": key.windowStartMs },
    });
    if (begun.written) return { outcome: "accepted", key: trusted<KeyRecord>(begun.item) };
    // Another request has begun the window: count this one in it.
  }
}
