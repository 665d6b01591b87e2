import { type ChannelName, isConnectable } from "../domain/channel.ts";
import { type Connection, type ConnectionRef, checkMessage, notConnected } from "../domain/connection.ts";
import { notFound } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { readBrand } from "./brands.ts";
import { connectionIndexAttributes } from "./index-keys.ts";
import {
  brandKey,
  connectionKey,
  connectionsPartition,
  platformSessionKey,
  platformSessionsPartition,
} from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { deletePage } from "./store/delete-items.ts";
import { readItem, readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";

export function readConnection(table: Table, ref: ConnectionRef): Promise<Connection | null> {
  return readItem<Connection>(table, connectionKey(ref));
}

/** Reads a connection. @throws not_found when the brand does not exist or has not connected the channel */
export async function requireConnection(table: Table, ref: ConnectionRef): Promise<Connection> {
  const connection = await readConnection(table, ref);
  if (connection !== null) return connection;
  const brand = await readBrand(table, ref.organizationId, ref.brandId);
  throw notFound(brand === null ? "brand" : "connection");
}

/** Reads all connections of a brand: at most one for each channel. */
export async function connectionsOfBrand(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<Connection[]> {
  const items = await readPartition(table, connectionsPartition(organizationId, brandId));
  return items.map((item) => trusted<Connection>(item));
}

/**
 * Checks that a brand has connected these channels. A lost connection counts as one: its posts fail until the brand
 * connects the channel again.
 * @throws unprocessable when it has not; not_found when there is no such brand
 */
export async function assertConnected(
  table: Table,
  organizationId: string,
  brandId: string,
  channels: readonly ChannelName[],
): Promise<void> {
  const wanted = channels.filter(isConnectable);
  const found = await Promise.all(
    wanted.map((channel) => readConnection(table, { organizationId, brandId, channel })),
  );
  const missing = wanted.find((_, index) => found[index] === null);
  if (missing === undefined) return;
  if ((await readBrand(table, organizationId, brandId)) === null) throw notFound("brand");
  throw notConnected(missing);
}

/** A check of a connection waits in a schedule. If the connection changes, the schedule is replaced. */
const following = (known: Connection | null, next: Connection, messages: readonly OutgoingMessage[]) => ({
  messages: [...messages, checkMessage(next)],
  withdrawn: known === null ? [] : [checkMessage(known)],
});

const isAsKnown = (known: Connection) => ({
  condition: "#version = :known",
  names: { "#version": "version" },
  values: { ":known": known.version },
});

/** The change that stores a connection as the next version of the known one. */
function connectionPut(table: Table, known: Connection | null, next: Connection): Change {
  const item = {
    ...next,
    // The index attributes come last: a connection that was read has those of its earlier status.
    ...connectionKey(next),
    ...connectionIndexAttributes(next),
    version: (known?.version ?? 0) + 1,
    changedBy: table.executionId,
  };
  return known === null
    ? { kind: "put", item, condition: "attribute_not_exists(pk)" }
    : { kind: "put", item, ...isAsKnown(known) };
}

/**
 * Stores a connection that a client has made, with the message of its first check.
 * @param known the connection as it was read; null if there was none
 * @returns false, and stores nothing, if another request has changed the connection since
 * @throws not_found when the brand was deleted
 */
export function storeConnection(
  table: Table,
  known: Connection | null,
  connection: Connection,
): Promise<boolean> {
  const brandCheck: Change = {
    kind: "check",
    key: brandKey(connection.organizationId, connection.brandId),
    condition: "attribute_exists(pk)",
  };
  return commit(table, [connectionPut(table, known, connection), brandCheck], {
    ...following(known, connection, []),
    onConditionFailed({ indexes }) {
      if (indexes.includes(1)) throw notFound("brand");
      return false;
    },
  });
}

/**
 * Stores a connection after a check, with the messages that follow and the message of its next check.
 * @param known the connection as it was read
 * @returns false, and stores nothing, if the connection was changed or deleted since
 */
export function replaceConnection(
  table: Table,
  known: Connection,
  next: Connection,
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  return commit(table, [connectionPut(table, known, next)], {
    ...following(known, next, messages),
    onConditionFailed: () => false,
  });
}

/**
 * Deletes a connection and its session, and withdraws the message of its next check.
 * @param known the connection as it was read
 * @returns false, and deletes nothing, if the connection was changed since
 * @throws not_found when it is deleted already
 */
export function deleteConnection(table: Table, known: Connection): Promise<boolean> {
  const changes: Change[] = [
    { kind: "delete", key: connectionKey(known), ...isAsKnown(known) },
    { kind: "delete", key: platformSessionKey(known) },
  ];
  return commit(table, changes, {
    withdrawn: [checkMessage(known)],
    onConditionFailed({ found }) {
      if (found === null) throw notFound("connection");
      return false;
    },
  });
}

/**
 * Deletes connections of a deleted brand, and then their sessions. The messages of their checks find nothing, and end.
 * @returns whether there may be more
 */
export async function removeConnections(
  table: Table,
  organizationId: string,
  brandId: string,
  itemsMax: number,
): Promise<boolean> {
  return (
    (await deletePage(table, connectionsPartition(organizationId, brandId), itemsMax)) ||
    deletePage(table, platformSessionsPartition(organizationId, brandId), itemsMax)
  );
}
