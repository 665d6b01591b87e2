import {
  type ApiKey,
  type ExpiringKey,
  listedKeys,
  withKey,
  withoutKey,
  withSuccessor,
} from "../domain/keyring.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { expireKeyRecord, type KeyOwner, type KeyRecord, keyRecordItem } from "./api-keys.ts";
import { apiKeyKey, keyringKey } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import type { Order } from "./store/list.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readItem, readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** All API keys of an organization, in one item. So a rule about all of them is checked on one version of them. */
interface Keyring {
  version: number;
  keys: ApiKey[];
}

/** The first version of an organization's keyring. */
export function firstKeyringItem(organizationId: string, keys: readonly ApiKey[]): Item {
  return { ...keyringKey(organizationId), version: 1, keys };
}

async function readKeyring(table: Table, organizationId: string): Promise<Keyring> {
  const found = await readItem<Keyring>(table, keyringKey(organizationId));
  return found ?? { version: 0, keys: [] };
}

/**
 * Changes an organization's keyring and its key records in one transaction. If another request has changed the keyring
 * meanwhile, `change` runs again on its new version. If `change` returns the same array of keys, nothing is stored.
 */
async function changeKeyring<Changed extends { keys: readonly ApiKey[] }>(
  table: Table,
  organizationId: string,
  change: (keys: readonly ApiKey[]) => Changed,
  alongside: (changed: Changed) => readonly Change[],
): Promise<Changed> {
  return retryOnConflict(async () => {
    const { version, keys } = await readKeyring(table, organizationId);
    const changed = change(keys);
    if (changed.keys === keys) return changed;
    const put: Change = {
      kind: "put",
      item: { ...keyringKey(organizationId), version: version + 1, keys: changed.keys },
      condition: version === 0 ? "attribute_not_exists(pk)" : "version = :version",
      ...(version > 0 && { values: { ":version": version } }),
    };
    const isStored = await commit(table, [put, ...alongside(changed)], { onConditionFailed: () => false });
    return isStored ? changed : conflict;
  });
}

/** @throws unprocessable when the organization has the maximum number of keys */
export async function insertApiKey(table: Table, owner: KeyOwner, key: ApiKey, nowMs: number): Promise<void> {
  await changeKeyring(
    table,
    owner.organizationId,
    (keys) => ({ keys: withKey(keys, key, nowMs) }),
    () => [{ kind: "put", item: keyRecordItem(owner, key), condition: "attribute_not_exists(pk)" }],
  );
}

/**
 * Deletes a key. Later requests with it are rejected like those with an unknown key.
 * @throws not_found; unprocessable when no other admin key is valid as long
 */
export async function revokeApiKey(
  table: Table,
  organizationId: string,
  keyId: string,
  nowMs: number,
): Promise<void> {
  await changeKeyring(
    table,
    organizationId,
    (keys) => withoutKey(keys, keyId, nowMs),
    ({ revoked }) => [{ kind: "delete", key: apiKeyKey(revoked.hash) }],
  );
}

/**
 * Stores the successor of a key and the time when the old key expires, in one transaction.
 * @throws not_found; unprocessable when the key has expired or already has a successor
 */
export function rotateApiKey(
  table: Table,
  owner: KeyOwner,
  keyId: string,
  given: { id: string; hash: string; graceSeconds: number },
  nowMs: number,
): Promise<{ successor: ApiKey; previous: ExpiringKey }> {
  return changeKeyring(
    table,
    owner.organizationId,
    (keys) => withSuccessor(keys, keyId, given, nowMs),
    ({ successor, previous }) => [
      { kind: "put", item: keyRecordItem(owner, successor), condition: "attribute_not_exists(pk)" },
      expireKeyRecord(previous),
    ],
  );
}

/** Reads one page of an organization's keys, each with the time of its last use, which is exact to one minute. */
export async function pageOfApiKeys(
  table: Table,
  organizationId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
  nowMs: number,
): Promise<{ rows: (ApiKey & { lastUsedAt: string | null })[]; next: string | null }> {
  const { keys } = await readKeyring(table, organizationId);
  const direction = order === "asc" ? 1 : -1;
  const follows = ({ id }: ApiKey) => after === null || (order === "asc" ? id > after : id < after);
  const listed = listedKeys(keys, nowMs)
    .filter(follows)
    .toSorted((one, other) => (one.id < other.id ? -direction : direction));
  const page = listed.slice(0, limit);
  const lastUses = await lastUsesOf(table, page);
  const rows = page.map((key) => ({ ...key, lastUsedAt: lastUses.get(key.id) ?? null }));
  return { rows, next: listed.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Returns when the last window of each key's rate limit began. Every request stores that anyway. */
async function lastUsesOf(table: Table, keys: readonly ApiKey[]): Promise<Map<string, string>> {
  const items = await readItems(
    table,
    keys.map(({ hash }) => apiKeyKey(hash)),
  );
  return new Map(
    items
      .map((item) => trusted<KeyRecord>(item))
      .filter(({ windowStartMs }) => windowStartMs > 0)
      .map(({ id, windowStartMs }) => [id, isoTime(windowStartMs)]),
  );
}
