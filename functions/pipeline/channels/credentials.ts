import { type ChannelName, isConnectable } from "../../domain/channel.ts";
import type { ChannelLimits } from "../../domain/channel-limits.ts";
import {
  type ChannelAccount,
  type Connection,
  type ConnectionRef,
  checkMessage,
} from "../../domain/connection.ts";
import type { OutgoingMessage } from "../../domain/message.ts";
import { trusted } from "../../domain/trusted.ts";
import { readConnection } from "../../table/connections.ts";
import type { Table } from "../../table/store/table.ts";
import type { Credentials, SessionStore } from "./channel.ts";
import { ownerOf, type Secrets } from "./sealed.ts";
import { openSessionStore } from "./session-store.ts";

export function sealCredentials(
  credentials: Credentials,
  ref: ConnectionRef,
  { seal }: Pick<Secrets, "seal">,
): Promise<string> {
  return seal(JSON.stringify(credentials), ownerOf(ref));
}

/** @throws what `open` throws */
export async function openCredentials(
  connection: Connection,
  { open }: Pick<Secrets, "open">,
): Promise<Credentials> {
  return trusted<Credentials>(JSON.parse(await open(connection.sealedCredentials, ownerOf(connection))));
}

/** What a brand needs to publish on a channel. */
export interface Publisher {
  /** Null for a channel that needs none. */
  credentials: Credentials | null;
  account: ChannelAccount | null;
  /** What the account takes. @default what the channel takes */
  limits?: ChannelLimits;
  /** Null for a channel without credentials. */
  sessions: SessionStore | null;
  /** The messages that check the connection now, for a platform that no longer accepts the credentials. */
  checkNow: OutgoingMessage[];
}

/**
 * Returns what a brand needs to publish on a channel; null if the brand has not connected it, or the connection is lost.
 * @throws what `open` throws
 */
export async function publisherOf(
  { table, nowMs, secrets }: { table: Table; nowMs: () => number; secrets: Secrets },
  { organizationId, brandId, channel }: { organizationId: string; brandId: string; channel: ChannelName },
): Promise<Publisher | null> {
  if (!isConnectable(channel)) return { credentials: null, account: null, sessions: null, checkNow: [] };
  const connection = await readConnection(table, { organizationId, brandId, channel });
  if (connection?.status !== "connected") return null;
  // It replaces the check for which the connection waits in a schedule.
  const checkNow = [{ ...checkMessage(connection), notBeforeMs: 0 }];
  const credentials = await openCredentials(connection, secrets);
  const { account, limits } = connection;
  const sessions = openSessionStore(connection, { table, nowMs, secrets });
  return { credentials, account, limits, sessions, checkNow };
}
