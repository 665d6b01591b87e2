import { type Expiring, isExpired } from "../domain/lifetimes.ts";
import type { Session } from "../domain/session.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { sessionKey } from "./keys.ts";
import { commit } from "./store/commit.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** What a request by cookie needs to know about its session. The key's own record has everything else. */
export type SessionRecord = Pick<Session, "hash" | "keyHash" | "expiresAt">;

/** Stores a session. DynamoDB deletes it when it has ended. */
export async function insertSession(
  table: Table,
  { hash, keyHash, organizationId, expiresAt }: Session,
): Promise<void> {
  const item = {
    ...sessionKey(hash),
    keyHash,
    organizationId,
    expiresAt: Math.ceil(Date.parse(expiresAt) / secondMs),
  };
  await commit(table, [{ kind: "put", item, condition: "attribute_not_exists(pk)" }], {
    // An earlier try of the same request has stored it.
    onConditionFailed: () => undefined,
  });
}

/** Reads the session with this hash; null if there is none or it has ended. */
export async function readSession(table: Table, hash: string, nowMs: number): Promise<SessionRecord | null> {
  const item = await readItem<Pick<Session, "keyHash"> & Required<Expiring>>(table, sessionKey(hash));
  if (item === null || isExpired(item, nowMs)) return null;
  return { hash, keyHash: item.keyHash, expiresAt: isoTime(item.expiresAt * secondMs) };
}

/** Ends a session. Later requests with its cookie are rejected. */
export async function deleteSession(table: Table, { hash }: Pick<Session, "hash">): Promise<void> {
  await commit(table, [{ kind: "delete", key: sessionKey(hash) }]);
}
