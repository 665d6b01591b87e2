import { afterAll, beforeAll, expect, it } from "vitest";
import { issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { hashApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import { authenticate } from "../../functions/platform/authenticate.ts";
import { rotateApiKey } from "../../functions/table/keyring.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { openCountingProxy } from "../support/api/counting-proxy.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { tableAt } from "../support/table/table.ts";

let table: Table;
let proxy: Awaited<ReturnType<typeof openCountingProxy>>;
let metered: Table;
beforeAll(async () => {
  const own = await ownTable();
  table = own.table;
  proxy = await openCountingProxy(own.endpoint);
  metered = tableAt({ endpoint: proxy.endpoint, tableName: table.name });
});
afterAll(() => proxy.close());

const now = testTimeMs;
const owner = { organizationId: newId("org"), cursorKey: "" };

/** Makes one request per header, one after the other. Returns the outcomes. */
async function outcomesOf(headers: readonly (string | undefined)[], nowMs = now): Promise<string[]> {
  const outcomes: string[] = [];
  for (const header of headers) {
    try {
      await authenticate(
        { httpMethod: "GET", headers: { authorization: header } },
        { access: "read" },
        { table: metered, nowMs: () => nowMs },
      );
      outcomes.push("accepted");
    } catch (error) {
      outcomes.push(error instanceof Error && "code" in error ? String(error.code) : String(error));
    }
  }
  return outcomes;
}

/** Makes the same requests. Returns their calls to the table, and their distinct outcomes. */
async function costOf(headers: readonly (string | undefined)[], nowMs = now) {
  const outcomes = new Set<string>();
  const { calls } = await proxy.costOf(async () => {
    for (const outcome of await outcomesOf(headers, nowMs)) outcomes.add(outcome);
  });
  return { calls, outcomes: [...outcomes] };
}

async function itemCount(): Promise<number> {
  const { Count = -1 } = await table.client.send("Scan", { TableName: table.name, Select: "COUNT" });
  return Count;
}

async function aKey(expiresAt: string | null = null) {
  const key = newApiKey();
  const organizationId = newId("org");
  const issued = issueKey(
    { id: newId("key"), name: "test", role: "read", hash: hashApiKey(key), expiresAt },
    now,
  );
  const organization = openOrganization({ id: organizationId, name: "Acme" }, now);
  await insertOrganization(table, organization, { keys: [issued], cursorKey: "" });
  return { header: `Bearer ${key}`, id: issued.id, organizationId };
}

it("a key with a wrong form or checksum is rejected without reading the table", async () => {
  const key = newApiKey();
  const mistyped = Array.from({ length: 40 }, (_, index) => {
    const other = key[index + 4] === "a" ? "b" : "a";
    return `Bearer ${key.slice(0, index + 4)}${other}${key.slice(index + 5)}`;
  });
  const others = [undefined, "", "Bearer", `Basic ${key}`, `Bearer ${key}x`, `Bearer ${"x".repeat(53)}`];
  expect(await costOf([...mistyped, ...others])).toEqual({ calls: {}, outcomes: ["unauthorized"] });
});

it("an unknown key with the right form costs one failed write, and leaves nothing in the table", async () => {
  const before = await itemCount();
  const unknown = Array.from({ length: 100 }, () => `Bearer ${newApiKey()}`);
  expect(await costOf(unknown)).toEqual({ calls: { UpdateItem: 100 }, outcomes: ["unauthorized"] });
  expect(await costOf(unknown.slice(0, 1))).toMatchObject({ calls: { UpdateItem: 1 } });
  expect(await itemCount()).toBe(before);
});

it("a request costs one write once the key's window has begun, also with a key that will expire", async () => {
  const { header } = await aKey(isoTime(now + 120_000));
  // Two writes begin the window of the key, and two that of its organization.
  expect((await costOf([header])).calls).toEqual({ UpdateItem: 4 });
  const ten = Array.from({ length: 10 }, () => header);
  expect(await costOf(ten, now + 59_999)).toEqual({ calls: { UpdateItem: 10 }, outcomes: ["accepted"] });
  expect(await costOf([header], now + 120_000)).toEqual({
    calls: { UpdateItem: 1 },
    outcomes: ["unauthorized"],
  });
});

it("a request costs one write during and after a rotation, with the old key and with the new key", async () => {
  const { header, id, organizationId } = await aKey();
  const next = newApiKey();
  const successor = { id: newId("key"), hash: hashApiKey(next), graceSeconds: 60 };
  await rotateApiKey(table, { ...owner, organizationId }, id, successor, now);
  const both = [header, `Bearer ${next}`];
  // The second key finds the window of its organization begun.
  expect(await costOf(both)).toEqual({ calls: { UpdateItem: 7 }, outcomes: ["accepted"] });
  expect(await costOf(both, now + 59_999)).toEqual({ calls: { UpdateItem: 2 }, outcomes: ["accepted"] });
  expect(await outcomesOf(both, now + 60_000)).toEqual(["unauthorized", "accepted"]);
  expect((await costOf([header], now + 60_000)).calls).toEqual({ UpdateItem: 1 });
});

it("a key's full window of 120 requests costs at most one write in ten more than its requests", async () => {
  const { header } = await aKey();
  const cost = { writes: 0 };
  for (let request = 0; request < 120; request += 1)
    cost.writes += (await costOf([header], now + request * 200)).calls.UpdateItem ?? 0;
  expect(cost.writes).toBeLessThanOrEqual(132);
});

it("a request over the rate limit costs one write too", async () => {
  const { header } = await aKey();
  await outcomesOf(Array.from({ length: 120 }, () => header));
  expect(await costOf([header])).toEqual({ calls: { UpdateItem: 1 }, outcomes: ["rate_limited"] });
});
