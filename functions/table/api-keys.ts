import { type ApiKey, type ExpiringKey, listedAfterExpiryMs, type Role } from "../domain/keyring.ts";
import type { ReviewScope } from "../domain/review-link.ts";
import { minuteMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { apiKeyKey } from "./keys.ts";
import { countRequests } from "./request-counts.ts";
import type { Change, Item } from "./store/change.ts";
import type { Table } from "./store/table.ts";
import { backOff } from "./store/transaction-retries.ts";
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
  name: string;
  /** What the bearer of a review link may do. Absent on an API key. */
  review?: ReviewScope;
  rateLimit: number;
  /** When the current window of the rate limit began; 0 before the first request. */
  windowStartMs: number;
  /** How many requests were counted in the current window. */
  requests: number;
  /** So many requests of the current window are counted for the organization too. */
  granted: number;
  /** The organization has reached its limit until then. */
  blockedUntilMs?: number;
  /** Until then, no further block of requests begins. */
  nextBlockAtMs: number;
  validUntilMs?: number;
}

export const rateWindowMs = minuteMs;

/** The key record of a new key, or of a new review link. */
export function keyRecordItem(
  { organizationId, cursorKey }: KeyOwner,
  key: Pick<ApiKey, "id" | "name" | "role" | "rateLimit" | "hash" | "expiresAt">,
  review?: ReviewScope,
): Item {
  const { id, name, role, rateLimit, hash, expiresAt } = key;
  return {
    ...apiKeyKey(hash),
    id,
    organizationId,
    role,
    name,
    ...(review !== undefined && { review }),
    cursorKey,
    rateLimit,
    windowStartMs: 0,
    requests: 0,
    granted: 0,
    nextBlockAtMs: 0,
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
  /** The key, or all keys of its organization together, have reached their limit until `untilMs`. */
  | { outcome: "rate_limited"; key: KeyRecord; untilMs: number }
  | { outcome: "rejected" };

/**
 * A key counts its requests for the organization in blocks, before they come: as many as it has had in this window,
 * within these limits. Larger blocks would need fewer writes. But each key may exceed the organization's limit by one
 * block.
 */
const blockRequests = { min: 20, max: 60 };
/** The shortest time between two blocks of a key. In it, the key learns that the organization has reached its limit. */
const betweenBlocksMs = 100;

const valid = "attribute_exists(pk) AND (attribute_not_exists(validUntilMs) OR validUntilMs > :now)";

/**
 * Checks that a key exists and has not expired, and counts the request against the limits of the key and of its
 * organization. One conditional write; for a key that is unknown or revoked it fails and stores nothing. The first
 * request of a window and of each block needs two writes more.
 */
export async function authenticateKey(
  table: Table,
  keyHash: string,
  nowMs: number,
): Promise<KeyAuthentication> {
  const startedMs = performance.now();
  for (;;) {
    const now = nowMs + Math.round(performance.now() - startedMs);
    const counted = await updateItem(table, apiKeyKey(keyHash), {
      update: "ADD requests :one",
      condition: `${valid} AND windowStartMs > :ended AND requests < rateLimit AND requests < granted`,
      values: { ":one": 1, ":now": now, ":ended": now - rateWindowMs },
    });
    if (counted.written) return { outcome: "accepted", key: trusted<KeyRecord>(counted.item) };
    if (counted.item === null) return { outcome: "rejected" };
    const known = trusted<KeyRecord>(counted.item);
    if (known.validUntilMs !== undefined && known.validUntilMs <= now) return { outcome: "rejected" };
    const untilMs = limitedUntilMs(known, now);
    if (untilMs !== null) return { outcome: "rate_limited", key: known, untilMs };
    const begun = await beginBlock(table, keyHash, known, now);
    if (begun !== null) return begun;
    // Another request begins the block: count this one in it.
    await backOff(0);
  }
}

/** Until when a key is limited, in epoch milliseconds; null if it is not. */
function limitedUntilMs(key: KeyRecord, nowMs: number): number | null {
  const { windowStartMs, requests, rateLimit, blockedUntilMs = 0 } = key;
  const windowEndsMs = windowStartMs + rateWindowMs;
  if (windowEndsMs > nowMs && requests >= rateLimit) return windowEndsMs;
  return blockedUntilMs > nowMs ? blockedUntilMs : null;
}

/**
 * Grants a key its next requests, and counts them for the organization. The key is changed first: of many requests that
 * come at once, only the one that changes it counts.
 * @returns null if another request has changed the key, or has begun a block just now
 */
async function beginBlock(
  table: Table,
  keyHash: string,
  known: KeyRecord,
  nowMs: number,
): Promise<KeyAuthentication | null> {
  const { windowStartMs, nextBlockAtMs, organizationId } = known;
  const isCurrent = windowStartMs > nowMs - rateWindowMs;
  if (isCurrent && nextBlockAtMs > nowMs) return null;
  const requests = isCurrent ? known.requests : 0;
  const block = Math.min(blockRequests.max, Math.max(blockRequests.min, requests));
  const begun = await updateItem(table, apiKeyKey(keyHash), {
    update: "SET windowStartMs = :start, requests = :requests, granted = :granted, nextBlockAtMs = :next",
    condition: `${valid} AND windowStartMs = :knownStart AND requests = :knownRequests`,
    values: {
      ":now": nowMs,
      ":start": isCurrent ? windowStartMs : nowMs,
      ":requests": requests + 1,
      ":granted": requests + block,
      ":next": nowMs + betweenBlocksMs,
      ":knownStart": windowStartMs,
      ":knownRequests": known.requests,
    },
  });
  if (!begun.written) return null;
  const key = trusted<KeyRecord>(begun.item);
  const untilMs = await countRequests(table, organizationId, block, nowMs);
  if (untilMs === null) return { outcome: "accepted", key };
  await updateItem(table, apiKeyKey(keyHash), {
    update: "SET granted = :none, blockedUntilMs = :until",
    condition: "attribute_exists(pk)",
    values: { ":none": 0, ":until": untilMs },
  });
  return { outcome: "rate_limited", key, untilMs };
}
