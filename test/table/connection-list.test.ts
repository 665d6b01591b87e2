import { expect, it } from "vitest";
import { type Connection, openConnection } from "../../functions/domain/connection.ts";
import { pageOfConnections } from "../../functions/table/connection-list.ts";
import {
  deleteConnection,
  replaceConnection,
  requireConnection,
  storeConnection,
} from "../../functions/table/connections.ts";
import { aBrand, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const limits = { text: 10_000, unit: "graphemes" as const, images: 4 };
const account = { id: "flows.example", name: "flows.example", url: null };

/** Stores a brand of the organization that has connected the channel. Returns the connection as it is stored. */
async function aConnectedBrand(organizationId: string, channel: Connection["channel"] = "webhook") {
  const brand = aBrand(organizationId);
  await storeBrand(table, brand);
  const ref = { organizationId, brandId: brand.id, channel };
  const connection = openConnection(ref, { outcome: "verified", account, limits }, "sealed", testTimeMs);
  await storeConnection(table, null, connection);
  return requireConnection(table, connection);
}

const lost = (connection: Connection): Connection => ({
  ...connection,
  status: "error",
  error: { code: "credentials_invalid", message: "The token was revoked." },
});

const everything = { order: "asc", limit: 10, after: null } as const;
const brandsOf = (rows: readonly Connection[]) => rows.map(({ brandId }) => brandId);

it("the connections of an organization are listed by status, and a connection that is lost or deleted changes its list", async () => {
  const organizationId = newId("org");
  await aConnectedBrand(newId("org"));
  const [first, second] = [await aConnectedBrand(organizationId), await aConnectedBrand(organizationId)];
  const listed = async (...statuses: Connection["status"][]) =>
    brandsOf((await pageOfConnections(table, organizationId, statuses, everything)).rows);
  expect(await listed("connected", "error")).toEqual([first.brandId, second.brandId]);
  expect(await listed("error")).toEqual([]);

  await replaceConnection(table, first, lost(first), []);
  expect(await listed("error")).toEqual([first.brandId]);
  expect(await listed("connected")).toEqual([second.brandId]);
  expect(await listed("error", "connected")).toEqual([first.brandId, second.brandId]);

  await deleteConnection(table, second);
  expect(await listed("connected", "error")).toEqual([first.brandId]);
});

it("pages of connections have each of them once, also those of one brand, in both directions", async () => {
  const organizationId = newId("org");
  const middle = await aConnectedBrand(organizationId, "discord");
  const all = [middle, await aConnectedBrand(organizationId), await aConnectedBrand(organizationId)];
  const another = openConnection(
    { organizationId, brandId: middle.brandId, channel: "telegram" },
    { outcome: "verified", account, limits },
    "sealed",
    testTimeMs,
  );
  await storeConnection(table, null, another);
  for (const order of ["asc", "desc"] as const) {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof pageOfConnections>> = await pageOfConnections(
        table,
        organizationId,
        undefined,
        { order, limit: 1, after },
      );
      seen.push(...page.rows.map((row) => `${row.brandId} ${row.channel}`));
      after = page.next;
    } while (after !== null);
    const expected = [...all, another].map((row) => `${row.brandId} ${row.channel}`).toSorted();
    expect(seen).toEqual(order === "asc" ? expected : expected.toReversed());
  }
});
