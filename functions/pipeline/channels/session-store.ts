import { createHash } from "node:crypto";
import type { Connection } from "../../domain/connection.ts";
import { trusted } from "../../domain/trusted.ts";
import { readSession, storeSession } from "../../table/platform-sessions.ts";
import type { Table } from "../../table/store/table.ts";
import type { Session, SessionStore } from "./channel.ts";
import { ownerOf, type Secrets } from "./sealed.ts";

interface Storing {
  table: Table;
  nowMs: () => number;
  secrets: Secrets;
}

/**
 * Opens the store of a connection's session. The tokens are sealed like the credentials. A session that other credentials
 * have opened is not returned: its tokens may belong to another server.
 */
export function openSessionStore(connection: Connection, { table, nowMs, secrets }: Storing): SessionStore {
  const owner = ownerOf(connection);
  const credentialsId = createHash("sha256").update(connection.sealedCredentials).digest("base64url");

  const read = async (): Promise<Session | null> => {
    const stored = await readSession(table, connection, credentialsId);
    if (stored === null) return null;
    const { version, sealedTokens } = stored;
    return {
      version,
      tokens: trusted<Session["tokens"]>(JSON.parse(await secrets.open(sealedTokens, owner))),
    };
  };

  return {
    read,
    async replace(known, tokens) {
      const knownVersion = known?.version ?? 0;
      const session = { version: knownVersion + 1, tokens };
      const sealedTokens = await secrets.seal(JSON.stringify(tokens), owner);
      const next = { sealedTokens, credentialsId, version: session.version };
      if (await storeSession(table, connection, { ...next, knownVersion, nowMs: nowMs() })) return session;
      const stored = await read();
      // Nothing was stored if the brand has replaced its credentials or disconnected the channel meanwhile.
      return stored === null || stored.version === knownVersion ? session : stored;
    },
  };
}
