import { notFound, unprocessable } from "./errors.ts";
import { dayMs, isoTime, secondMs } from "./time.ts";

/** What a key may do: each role also what those before it may (contract, section 3). */
export const roles = ["read", "write", "admin"] as const;
export type Role = (typeof roles)[number];

/** Requests a minute of a key that has no limit of its own (specification, section 8). */
export const defaultRateLimit = 120;
/** A key's requests are counted in one item, which takes 1,000 writes a second: this leaves room for bursts. */
export const rateLimitMax = 10_000;

export const apiKeysPerOrganizationMax = 100;
/** How long a key is still listed after it has ended. */
export const listedAfterExpiryMs = 30 * dayMs;

/** An issued key, as its organization knows it: the key itself nobody knows but who holds it. */
export interface ApiKey {
  id: string;
  name: string;
  role: Role;
  rateLimit: number;
  hash: string;
  createdAt: string;
  expiresAt: string | null;
  /** The id of the key that has taken its place. */
  rotatedTo: string | null;
}

/** A key whose end is known. */
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

/** What a client sees of a key: never its hash. */
export function apiKeyView(
  key: ApiKey & { lastUsedAt: string | null },
  nowMs: number,
): Omit<ApiKey, "hash"> & { status: "active" | "expired"; lastUsedAt: string | null } {
  const { hash: _hash, ...visible } = key;
  return { ...visible, status: isExpired(key, nowMs) ? "expired" : "active" };
}

const expiresAtMs = ({ expiresAt }: ApiKey): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
const expires = (key: ApiKey): key is ExpiringKey => key.expiresAt !== null;
const isExpired = (key: ApiKey, nowMs: number): boolean => expiresAtMs(key) <= nowMs;

/** The keys that an organization is shown. */
export function listedKeys(keys: readonly ApiKey[], nowMs: number): ApiKey[] {
  return keys.filter((key) => expiresAtMs(key) + listedAfterExpiryMs > nowMs);
}

/**
 * The organization's keys with one more, or just as they are when it is among them; where they are as many as may be, the one that ended first makes room.
 * @throws unprocessable when none of them has ended.
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
 * The organization's keys without one. No revocation ends the organization's access to its own keys, now or sooner
 * than it would have ended: an admin key goes only when another one lasts as long.
 * @throws not_found, unprocessable
 */
export function withoutKey(
  keys: readonly ApiKey[],
  keyId: string,
  nowMs: number,
): { keys: ApiKey[]; revoked: ApiKey } {
  const revoked = keyOf(keys, keyId, nowMs);
  const left = keys.filter((key) => key !== revoked);
  const needed = revoked.role === "admin" && !isExpired(revoked, nowMs);
  if (needed && !left.some((key) => key.role === "admin" && expiresAtMs(key) >= expiresAtMs(revoked)))
    throw unprocessable(
      "No other admin key is valid as long as this one, and an organization needs an admin key to manage its keys: create or rotate one first.",
    );
  return { keys: left, revoked };
}

/**
 * The organization's keys with a successor of one: the same but for its id and its secret. The old key ends after
 * `graceSeconds`, or at its own end if that comes sooner. A key has one successor: where it is the given one already,
 * the keys stay just as they are.
 * @throws not_found, unprocessable
 */
export function withSuccessor(
  keys: readonly ApiKey[],
  keyId: string,
  given: { id: string; hash: string; graceSeconds: number },
  nowMs: number,
): { keys: readonly ApiKey[]; successor: ApiKey; previous: ExpiringKey } {
  const current = keyOf(keys, keyId, nowMs);
  if (current.rotatedTo === given.id && expires(current))
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
