import type { Connection } from "../domain/connection.ts";
import { expiryOf, lifetimesMs } from "../domain/lifetimes.ts";
import { connectionKey, platformSessionKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** The session of a connection with its platform. Its tokens are stored sealed. */
export interface StoredSession {
  sealedTokens: string;
  /** Names the credentials that have opened the session. A session of other credentials must not be used. */
  credentialsId: string;
  /** Counts the writes for these credentials. Every write is conditional on it. */
  version: number;
}

/** Reads the session of a connection; null if these credentials have opened none. */
export async function readSession(
  table: Table,
  connection: Connection,
  credentialsId: string,
): Promise<StoredSession | null> {
  const stored = await readItem<StoredSession>(table, platformSessionKey(connection));
  return stored?.credentialsId === credentialsId ? stored : null;
}

/**
 * Stores a session as the next version of the known one, while the connection has the credentials that opened it.
 * @param knownVersion that of the session that was read; 0 if there was none
 * @returns false, and stores nothing, if another worker has stored a session since, or the credentials were replaced
 */
export function storeSession(
  table: Table,
  connection: Connection,
  { knownVersion, nowMs, ...session }: StoredSession & { knownVersion: number; nowMs: number },
): Promise<boolean> {
  const put: Change = {
    kind: "put",
    item: {
      ...platformSessionKey(connection),
      ...session,
      expiresAt: expiryOf(lifetimesMs.platformSession, nowMs),
    },
    ...(knownVersion === 0
      ? {
          condition: "attribute_not_exists(pk) OR credentialsId <> :credentialsId",
          values: { ":credentialsId": session.credentialsId },
        }
      : {
          condition: "credentialsId = :credentialsId AND #version = :known",
          names: { "#version": "version" },
          values: { ":credentialsId": session.credentialsId, ":known": knownVersion },
        }),
  };
  const check: Change = {
    kind: "check",
    key: connectionKey(connection),
    condition: "sealedCredentials = :sealed",
    values: { ":sealed": connection.sealedCredentials },
  };
  return commit(table, [put, check], { onConditionFailed: () => false });
}
