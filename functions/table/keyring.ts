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

/** All keys of an organization, in one item: what is promised of them together is decided on one version of them. */
interface Keyring {
  version: number;
  keys: ApiKey[];
}

/** The first version of an organization's keys. */
export function firstKeyringItem(organizationId: string, keys: readonly ApiKey[]): Item {
  return { ...keyringKey(organizationId), version: 1, keys };
}

async function readKeyring(table: Table, organizationId: string): Promise<Keyring> {
  const found = await readItem<Keyring>(table, keyringKey(organizationId));
  return found ?? { version: 0, keys: [] };
}

/**
 * Changes an organization's keys together with what lets them in. Whoever meets somebody else's change
 * decides anew on what stands then; a change that gives the very keys back stores nothing.
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

/** @throws unprocessable when the organization has as many keys as it may have. */
export async function insertApiKey(table: Table, owner: KeyOwner, key: ApiKey, nowMs: number): Promise<void> {
  await changeKeyring(
    table,
    owner.organizationId,
    (keys) => ({ keys: withKey(keys, key, nowMs) }),
    () => [{ kind: "put", item: keyRecordItem(owner, key), condition: "attribute_not_exists(pk)" }],
  );
}

/**
 * Forgets a key: its next request is one by an unknown key.
 * @throws not_found; unprocessable when no admin key would last as long.
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
 * Gives a key its successor and the end of its grace, all at once.
 * @throws not_found; unprocessable when it has ended, or a successor already.
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

/** One page of an organization's keys, each with the minute in which it was last used. */
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

/** When the last window of each key's rate limit began: what every request writes anyway. */
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
