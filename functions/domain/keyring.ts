import { notFound, unprocessable } from "./errors.ts";
import { dayMs, isoTime, secondMs } from "./time.ts";

/** The roles of API keys. Each role includes the rights of those before it (contract, section 3). */
export const roles = ["read", "write", "admin"] as const;
export type Role = (typeof roles)[number];

/** Requests per minute of a key without a limit of its own (specification, section 8). */
export const defaultRateLimit = 120;
/**
 * Requests per minute. They are counted in one item, which takes 1,000 writes per second: this limit allows for bursts.
 */
export const rateLimitMax = 10_000;

export const apiKeysPerOrganizationMax = 100;
/** How long a key is listed after it has expired. */
export const listedAfterExpiryMs = 30 * dayMs;

/** An issued API key. The key's text is not stored: only its holder knows it. */
export interface ApiKey {
  id: string;
  name: string;
  role: Role;
  rateLimit: number;
  hash: string;
  createdAt: string;
  expiresAt: string | null;
  /** The id of the key's successor; null if it was not rotated. */
  rotatedTo: string | null;
}

export type ExpiringKey = ApiKey & { expiresAt: string };

export function issueKey(
  given: Pick<ApiKey, "id" | "name" | "role" | "hash"> & {
    rateLimit?: number;
    expiresAt?: string | null | undefined;
  },
  nowMs: number,
): ApiKey {
  const { id, name, role, hash, rateLimit = defaultRateLimit, expiresAt = null } = given;
  return { id, name, role, rateLimit, hash, createdAt: isoTime(nowMs), expiresAt, rotatedTo: null };
}

/** The key as clients see it, without its hash. */
export function apiKeyView(
  key: ApiKey & { lastUsedAt: string | null },
  nowMs: number,
): Omit<ApiKey, "hash"> & { status: "active" | "expired"; lastUsedAt: string | null } {
  const { hash: _hash, ...visible } = key;
  return { ...visible, status: isExpired(key, nowMs) ? "expired" : "active" };
}

const expiresAtMs = ({ expiresAt }: ApiKey): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
const hasExpiry = (key: ApiKey): key is ExpiringKey => key.expiresAt !== null;
const isExpired = (key: ApiKey, nowMs: number): boolean => expiresAtMs(key) <= nowMs;

/** The keys that clients see: those that are valid or expired less than 30 days ago. */
export function listedKeys(keys: readonly ApiKey[], nowMs: number): ApiKey[] {
  return keys.filter((key) => expiresAtMs(key) + listedAfterExpiryMs > nowMs);
}

/**
 * Adds a key to an organization's keys. If the maximum is reached, the new key replaces the one that expired first. If
 * the key is there already, returns the same array.
 * @throws unprocessable when the maximum is reached and no key has expired
 */
export function withKey(keys: readonly ApiKey[], key: ApiKey, nowMs: number): readonly ApiKey[] {
  if (keys.some(({ id }) => id === key.id)) return keys;
  const listed = listedKeys(keys, nowMs);
  if (listed.length < apiKeysPerOrganizationMax) return [...listed, key];
  const [oldest] = listed
    .filter((one) => isExpired(one, nowMs))
    .toSorted((one, other) => expiresAtMs(one) - expiresAtMs(other));
  if (oldest === undefined)
    throw unprocessable(
      `An organization can have at most ${apiKeysPerOrganizationMax} API keys: revoke one first.`,
    );
  return [...listed.filter((one) => one !== oldest), key];
}

/**
 * Removes a key from an organization's keys. An admin key can be removed only if another admin key is valid as long. So
 * an organization never loses the access to its keys.
 * @throws not_found; unprocessable when no other admin key is valid as long
 */
export function withoutKey(
  keys: readonly ApiKey[],
  keyId: string,
  nowMs: number,
): { keys: ApiKey[]; revoked: ApiKey } {
  const revoked = keyOf(keys, keyId, nowMs);
  const left = keys.filter((key) => key !== revoked);
  const isValidAdmin = revoked.role === "admin" && !isExpired(revoked, nowMs);
  if (isValidAdmin && !left.some((key) => key.role === "admin" && expiresAtMs(key) >= expiresAtMs(revoked)))
    throw unprocessable(
      "No other admin key is valid as long as this one, and an organization needs an admin key to manage its keys: create or rotate one first.",
    );
  return { keys: left, revoked };
}

/**
 * Adds the successor of a key to an organization's keys. The successor differs from the key in its id and its hash
 * only. The old key expires after `graceSeconds`, or at its own `expiresAt` if that is earlier. If the key already has
 * this successor, returns the same array.
 * @throws not_found; unprocessable when the key has expired or has another successor
 */
export function withSuccessor(
  keys: readonly ApiKey[],
  keyId: string,
  given: { id: string; hash: string; graceSeconds: number },
  nowMs: number,
): { keys: readonly ApiKey[]; successor: ApiKey; previous: ExpiringKey } {
  const current = keyOf(keys, keyId, nowMs);
  if (current.rotatedTo === given.id && hasExpiry(current))
    return { keys, successor: keyOf(keys, given.id, nowMs), previous: current };
  if (current.rotatedTo !== null)
    throw unprocessable(`This API key has already been rotated: ${current.rotatedTo} replaces it.`);
  if (isExpired(current, nowMs))
    throw unprocessable("This API key has expired and cannot be rotated: create a new one.");
  const { id, hash, graceSeconds } = given;
  const { name, role, rateLimit, expiresAt } = current;
  const successor = issueKey({ id, hash, name, role, rateLimit, expiresAt }, nowMs);
  const previous = {
    ...current,
    expiresAt: isoTime(Math.min(expiresAtMs(current), nowMs + graceSeconds * secondMs)),
    rotatedTo: id,
  };
  const others = keys.map((key) => (key === current ? previous : key));
  return { keys: withKey(others, successor, nowMs), successor, previous };
}

function keyOf(keys: readonly ApiKey[], keyId: string, nowMs: number): ApiKey {
  const found = listedKeys(keys, nowMs).find(({ id }) => id === keyId);
  if (found === undefined) throw notFound("API key");
  return found;
}
