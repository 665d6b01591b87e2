import { expect, it } from "vitest";
import { type Connection, checkMessage, openConnection } from "../../functions/domain/connection.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { awaitedAmong } from "../../functions/table/awaited.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import {
  assertConnected,
  connectionsOfBrand,
  deleteConnection,
  readConnection,
  removeConnections,
  replaceConnection,
  requireConnection,
  storeConnection,
} from "../../functions/table/connections.ts";
import { aBrand, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();

const limits = { text: 10_000, unit: "graphemes" as const, images: 4 };
const account = { id: "flows.example", name: "flows.example", url: null };

async function aStoredBrand() {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  return brand;
}

function aConnection(organizationId: string, brandId: string, nowMs = testTimeMs): Connection {
  const ref = { organizationId, brandId, channel: "webhook" as const };
  return openConnection(ref, { outcome: "verified", account, limits }, "sealed", nowMs);
}

/** Stores a connection, and returns it as it is stored. */
async function aStoredConnection(): Promise<Connection> {
  const { organizationId, id } = await aStoredBrand();
  const connection = aConnection(organizationId, id);
  expect(await storeConnection(table, null, connection)).toBe(true);
  return requireConnection(table, connection);
}

/** The checks that the outbox dispatches and withdraws for an organization, in the order of the commits. */
async function checksOf(organizationId: string) {
  const items = await everyOutboxItem(table);
  const own = (messages: readonly OutgoingMessage[]) =>
    messages.filter(({ body }) => body.organizationId === organizationId);
  return {
    sent: items.flatMap(({ messages }) => own(messages)),
    withdrawn: items.flatMap(({ withdrawn }) => own(withdrawn)),
  };
}

it("a new connection is stored with the message of its first check", async () => {
  const connection = await aStoredConnection();
  const { organizationId, brandId } = connection;
  expect(await connectionsOfBrand(table, organizationId, brandId)).toMatchObject([{ channel: "webhook" }]);
  expect(await checksOf(organizationId)).toEqual({ sent: [checkMessage(connection)], withdrawn: [] });
});

it("a connection of a brand that does not exist is not stored", async () => {
  const connection = aConnection(newId("org"), newId("brd"));
  await expect(storeConnection(table, null, connection)).rejects.toMatchObject({ code: "not_found" });
  expect(await readConnection(table, connection)).toBeNull();
});

it("of two connections at once one is stored, and the other one finds that it has changed", async () => {
  const { organizationId, id } = await aStoredBrand();
  const both = [1, 2].map((minute) => aConnection(organizationId, id, testTimeMs + minute * minuteMs));
  const stored = await Promise.all(both.map((connection) => storeConnection(table, null, connection)));
  expect(stored.filter(Boolean)).toEqual([true]);
  expect((await checksOf(organizationId)).sent).toHaveLength(1);
});

it("each change replaces the check that the connection waits for, and only the last one is awaited", async () => {
  const first = await aStoredConnection();
  const next = aConnection(first.organizationId, first.brandId, testTimeMs + minuteMs);
  expect(await replaceConnection(table, first, next, [])).toBe(true);
  expect((await checksOf(first.organizationId)).withdrawn).toEqual([checkMessage(first)]);
  const messages = [checkMessage(first), checkMessage(next)];
  expect([...(await awaitedAmong(table, messages))]).toEqual([checkMessage(next)]);

  // Another worker that has read the first one comes late.
  expect(await replaceConnection(table, first, { ...next, status: "error" }, [])).toBe(false);
  expect(await readConnection(table, first)).toMatchObject({ status: "connected", version: 2 });
});

it("a deleted connection withdraws its check, and a check that has read it before stores nothing", async () => {
  const connection = await aStoredConnection();
  expect(await deleteConnection(table, connection)).toBe(true);
  expect((await checksOf(connection.organizationId)).withdrawn).toEqual([checkMessage(connection)]);
  expect(await awaitedAmong(table, [checkMessage(connection)])).toEqual(new Set());
  expect(await replaceConnection(table, connection, connection, [])).toBe(false);
  await expect(deleteConnection(table, connection)).rejects.toMatchObject({ code: "not_found" });
});

it("the connections of a deleted brand are removed", async () => {
  const { organizationId, brandId } = await aStoredConnection();
  await deleteBrand(table, organizationId, brandId, []);
  expect(await removeConnections(table, organizationId, brandId, 100)).toBe(true);
  expect(await removeConnections(table, organizationId, brandId, 100)).toBe(false);
  expect(await connectionsOfBrand(table, organizationId, brandId)).toEqual([]);
});

it("a brand without a connection is told which channel it has not connected, and an unknown brand is not found", async () => {
  const connection = await aStoredConnection();
  const { organizationId, brandId } = connection;
  await assertConnected(table, organizationId, brandId, ["feed", "webhook"]);
  await replaceConnection(table, connection, { ...connection, status: "error" }, []);
  await assertConnected(table, organizationId, brandId, ["webhook"]);

  const another = aBrand(organizationId);
  await storeBrand(table, another);
  const other = another.id;
  await assertConnected(table, organizationId, other, ["feed"]);
  await expect(assertConnected(table, organizationId, other, ["feed", "webhook"])).rejects.toMatchObject({
    code: "unprocessable",
    message: expect.stringContaining("webhook"),
  });
  // The connection of another organization does not count.
  await expect(assertConnected(table, newId("org"), brandId, ["webhook"])).rejects.toMatchObject({
    code: "not_found",
  });
});
