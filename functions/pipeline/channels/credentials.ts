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
import type { Credentials } from "./channel.ts";

/** Seals and opens secrets for their owner. */
interface Secrets {
  seal: (secret: string, owner: Readonly<Record<string, string>>) => Promise<string>;
  open: (sealed: string, owner: Readonly<Record<string, string>>) => Promise<string>;
}

/** The encryption context: credentials that are copied to another brand or channel cannot be opened there. */
const ownerOf = ({ organizationId, brandId, channel }: ConnectionRef) => ({
  organizationId,
  brandId,
  channel,
});

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
  /** The messages that check the connection now, for a platform that no longer accepts the credentials. */
  checkNow: OutgoingMessage[];
}

/**
 * Returns what a brand needs to publish on a channel; null if the brand has not connected it, or the connection is lost.
 * @throws what `open` throws
 */
export async function publisherOf(
  table: Table,
  { organizationId, brandId, channel }: { organizationId: string; brandId: string; channel: ChannelName },
  secrets: Pick<Secrets, "open">,
): Promise<Publisher | null> {
  if (!isConnectable(channel)) return { credentials: null, account: null, checkNow: [] };
  const connection = await readConnection(table, { organizationId, brandId, channel });
  if (connection?.status !== "connected") return null;
  // The connection waits for this check, so it is made, and replaces the one in a schedule.
  const checkNow = [{ ...checkMessage(connection), notBeforeMs: 0 }];
  const credentials = await openCredentials(connection, secrets);
  const { account, limits } = connection;
  return { credentials, account, limits, checkNow };
}
