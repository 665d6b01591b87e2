import { expect, it } from "vitest";
import type { Brand } from "../../../functions/domain/brand.ts";
import type { Connection } from "../../../functions/domain/connection.ts";
import { openSessionStore } from "../../../functions/pipeline/channels/session-store.ts";
import { deleteConnection, removeConnections } from "../../../functions/table/connections.ts";
import { platformSessionKey } from "../../../functions/table/keys.ts";
import { readItem } from "../../../functions/table/store/read.ts";
import { connectBrand } from "../../support/pipeline/connected-brand.ts";
import { testSecrets } from "../../support/pipeline/test-secrets.ts";
import { aBrand, newId, testTimeMs } from "../../support/table/entities.ts";
import { storeBrand } from "../../support/table/stored-brand.ts";
import { testTable } from "../../support/table/table.ts";

const table = testTable();
const secrets = testSecrets();
const credentials = { service: "https://pds.example", identifier: "acme.example", password: "secret" };
const tokens = (text: string) => ({ accessJwt: `access-${text}` });

const connect = (brand: Brand) => connectBrand(table, brand, { channel: "bluesky", credentials }, secrets);
const storeOf = (connection: Connection) =>
  openSessionStore(connection, { table, nowMs: () => testTimeMs, secrets });
const storedItem = (connection: Connection) => readItem<object>(table, platformSessionKey(connection));

async function aStoredBrand(): Promise<Brand> {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  return brand;
}

it("a session that one worker stores is read by another, and the table does not show its tokens", async () => {
  const connection = await connect(await aStoredBrand());
  expect(await storeOf(connection).read()).toBeNull();
  const session = await storeOf(connection).replace(null, tokens("one"));
  expect(session).toEqual({ version: 1, tokens: tokens("one") });
  expect(await storeOf(connection).read()).toEqual(session);
  expect(JSON.stringify(await storedItem(connection))).not.toContain("access-one");
});

it("when several workers replace a session at once, one wins and all use its session", async () => {
  const connection = await connect(await aStoredBrand());
  for (const known of [null, await storeOf(connection).read()]) {
    const used = await Promise.all(
      ["a", "b", "c"].map((name) => storeOf(connection).replace(known, tokens(name))),
    );
    const stored = await storeOf(connection).read();
    expect(used).toEqual([stored, stored, stored]);
  }
  const known = await storeOf(connection).read();
  const [one, other] = await Promise.all([
    storeOf(connection).replace(known, tokens("d")),
    storeOf(connection).replace(known, tokens("e")),
  ]);
  expect(one).toEqual(other);
  expect(one.version).toBe(2);
});

it("a session is not used with other credentials than those that opened it", async () => {
  const brand = await aStoredBrand();
  const before = await connect(brand);
  const session = await storeOf(before).replace(null, tokens("before"));
  const after = await connect(brand);
  expect(await storeOf(after).read()).toBeNull();
  // A worker that has read the credentials before stores nothing, and continues with its own session.
  expect(await storeOf(before).replace(session, tokens("late"))).toMatchObject({ tokens: tokens("late") });
  expect(await storeOf(after).read()).toBeNull();
  await storeOf(after).replace(null, tokens("after"));
  expect(await storeOf(after).read()).toEqual({ version: 1, tokens: tokens("after") });
  expect(await storeOf(before).read()).toBeNull();
});

it("disconnecting deletes the session, and no worker stores it again", async () => {
  const connection = await connect(await aStoredBrand());
  const session = await storeOf(connection).replace(null, tokens("one"));
  expect(await deleteConnection(table, connection)).toBe(true);
  expect(await storedItem(connection)).toBeNull();
  await storeOf(connection).replace(session, tokens("late"));
  await storeOf(connection).replace(null, tokens("later"));
  expect(await storedItem(connection)).toBeNull();
});

it("the clean-up of a deleted brand deletes its sessions", async () => {
  const connection = await connect(await aStoredBrand());
  await storeOf(connection).replace(null, tokens("one"));
  const { organizationId, brandId } = connection;
  while (await removeConnections(table, organizationId, brandId, 1));
  expect(await storedItem(connection)).toBeNull();
});
