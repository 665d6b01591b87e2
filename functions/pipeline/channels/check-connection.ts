import { type Connection, checkedConnection } from "../../domain/connection.ts";
import type { NewId } from "../../domain/ids.ts";
import { replaceConnection } from "../../table/connections.ts";
import type { Table } from "../../table/store/table.ts";
import { openCredentials } from "./credentials.ts";
import { verifiers, verifyTimeoutMs } from "./verifiers.ts";

interface Checking {
  table: Table;
  nowMs: () => number;
  newId: NewId;
  secrets: { open: (sealed: string, owner: Readonly<Record<string, string>>) => Promise<string> };
  allowLoopback: boolean;
}

/**
 * Verifies the credentials of a connection, and stores what was found with the next check and the event of a loss.
 * @returns the stored connection; null, and stores nothing, if another request has changed it meanwhile
 */
export async function checkConnection(
  known: Connection,
  { table, nowMs, newId, secrets, allowLoopback }: Checking,
): Promise<Connection | null> {
  const { organizationId, brandId, channel } = known;
  const credentials = await openCredentials(known, secrets);
  const verification = await verifiers[channel](credentials, {
    organizationId,
    brandId,
    checkId: newId("evt"),
    nowMs: nowMs(),
    timeoutMs: verifyTimeoutMs,
    allowLoopback,
  });
  const { connection, messages } = checkedConnection(known, verification, newId, nowMs());
  return (await replaceConnection(table, known, connection, messages)) ? connection : null;
}
