import { type ApiKey, type ExpiringKey, listedAfterExpiryMs, type Role } from "../domain/keyring.ts";
import { minuteMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { apiKeyKey } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

/** Whose a key is, and what every request by it is told of its organization. */
export interface KeyOwner {
  organizationId: string;
  /** Base64 key under which this organization's cursors are sealed. */
  cursorKey: string;
}

/** What a request meets by the key's hash: all that lets it in or keeps it out, and nothing more. */
export interface KeyRecord extends KeyOwner {
  id: string;
  role: Role;
  rateLimit: number;
  /** The window of the rate limit began at this moment, and so many requests were counted in it. */
  windowStartMs: number;
  requests: number;
  validUntilMs?: number;
}

export const rateWindowMs = minuteMs;

/** The item by which a new key is let in. */
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
    ...(expiresAt !== null && ending(expiresAt)),
  };
}

/** Has a key end at its `expiresAt`: requests that come later are refused. */
export function expireKeyRecord({ hash, expiresAt }: ExpiringKey): Change {
  const { validUntilMs, expiresAt: forgottenAtSeconds } = ending(expiresAt);
  return {
    kind: "update",
    key: apiKeyKey(hash),
    update: "SET validUntilMs = :end, expiresAt = :forgotten",
    condition: "attribute_exists(pk)",
    values: { ":end": validUntilMs, ":forgotten": forgottenAtSeconds },
  };
}

/** `expiresAt`, in epoch seconds, is when the table forgets the item: not before it is off the list. */
function ending(endsAt: string): { validUntilMs: number; expiresAt: number } {
  const validUntilMs = Date.parse(endsAt);
  return { validUntilMs, expiresAt: Math.ceil((validUntilMs + listedAfterExpiryMs) / secondMs) };
}

export type KeyAuthentication =
  | { outcome: "accepted"; key: KeyRecord }
  | { outcome: "rate_limited"; key: KeyRecord }
  | { outcome: "rejected" };

const valid = "attribute_exists(pk) AND (attribute_not_exists(validUntilMs) OR validUntilMs > :now)";

/**
 * Authenticates a key, checks that it stands and has not ended, and counts the request against its limit: one write,
 * which makes no item of a key that is unknown or revoked. The first request after a window ended takes a second one,
 * which begins the next window.
 */
export async function authenticateKey(
  table: Table,
  keyHash: string,
  nowMs: number,
): Promise<KeyAuthentication> {
  for (;;) {
    const counted = await updateItem(table, apiKeyKey(keyHash), {
      update: "ADD requests :one",
      condition: `${valid} AND windowStartMs > :windowsEnded AND requests < rateLimit`,
      values: { ":one": 1, ":now": nowMs, ":windowsEnded": nowMs - rateWindowMs },
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
    // Another request began the window first: be counted in it.
  }
}
