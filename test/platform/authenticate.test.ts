import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { hashApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import { authenticate } from "../../functions/platform/authenticate.ts";
import { rotateApiKey } from "../../functions/table/keyring.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { countingProxy } from "../support/api/counting-proxy.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { tableAt } from "../support/table/table.ts";

let table: Table;
let proxy: Awaited<ReturnType<typeof countingProxy>>;
let counted: Table;
beforeAll(async () => {
  const own = await ownTable();
  table = own.table;
  proxy = await countingProxy(own.endpoint);
  counted = tableAt({ endpoint: proxy.endpoint, tableName: table.name });
});
afterAll(() => proxy.close());

const now = testTimeMs;
const owner = { organizationId: newId("org"), cursorKey: "" };

/** Requests by these headers, one after the other; how each ended. */
async function outcomesOf(headers: readonly (string | undefined)[], nowMs = now): Promise<string[]> {
  const outcomes: string[] = [];
  for (const header of headers) {
    try {
      await authenticate(header, "read", { table: counted, nowMs: () => nowMs });
      outcomes.push("let in");
    } catch (error) {
      outcomes.push(error instanceof Error && "code" in error ? String(error.code) : String(error));
    }
  }
  return outcomes;
}

/** The same, with what it asked of the table. */
async function billOf(headers: readonly (string | undefined)[], nowMs = now) {
  const outcomes = new Set<string>();
  const { calls } = await proxy.costOf(async () => {
    for (const outcome of await outcomesOf(headers, nowMs)) outcomes.add(outcome);
  });
  return { calls, outcomes: [...outcomes] };
}

async function itemCount(): Promise<number> {
  const { Count = -1 } = await table.client.send(new ScanCommand({ TableName: table.name, Select: "COUNT" }));
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

describe("a key that nobody was given", () => {
  it("is refused without a look at the table when it is none by its form or its checksum", async () => {
    const key = newApiKey();
    const mistyped = Array.from({ length: 40 }, (_, place) => {
      const other = key[place + 4] === "a" ? "b" : "a";
      return `Bearer ${key.slice(0, place + 4)}${other}${key.slice(place + 5)}`;
    });
    const others = [undefined, "", "Bearer", `Basic ${key}`, `Bearer ${key}x`, `Bearer ${"x".repeat(53)}`];
    expect(await billOf([...mistyped, ...others])).toEqual({ calls: {}, outcomes: ["unauthorized"] });
  });

  it("costs one refused write when it has the right form, and leaves nothing behind", async () => {
    const before = await itemCount();
    const unknown = Array.from({ length: 100 }, () => `Bearer ${newApiKey()}`);
    expect(await billOf(unknown)).toEqual({ calls: { UpdateItem: 100 }, outcomes: ["unauthorized"] });
    expect(await billOf(unknown.slice(0, 1))).toMatchObject({ calls: { UpdateItem: 1 } });
    expect(await itemCount()).toBe(before);
  });
});

describe("a request by a key", () => {
  it("costs one write once its window has begun, also by one that will expire", async () => {
    const { header } = await aKey(isoTime(now + 120_000));
    expect((await billOf([header])).calls).toEqual({ UpdateItem: 2 });
    const ten = Array.from({ length: 10 }, () => header);
    expect(await billOf(ten, now + 59_999)).toEqual({ calls: { UpdateItem: 10 }, outcomes: ["let in"] });
    expect(await billOf([header], now + 120_000)).toEqual({
      calls: { UpdateItem: 1 },
      outcomes: ["unauthorized"],
    });
  });

  it("costs one write during a rotation and after it, by the old key and by the new one", async () => {
    const { header, id, organizationId } = await aKey();
    const next = newApiKey();
    const given = { id: newId("key"), hash: hashApiKey(next), graceSeconds: 60 };
    await rotateApiKey(table, { ...owner, organizationId }, id, given, now);
    const both = [header, `Bearer ${next}`];
    expect(await billOf(both)).toEqual({ calls: { UpdateItem: 4 }, outcomes: ["let in"] });
    expect(await billOf(both, now + 59_999)).toEqual({ calls: { UpdateItem: 2 }, outcomes: ["let in"] });
    expect(await outcomesOf(both, now + 60_000)).toEqual(["unauthorized", "let in"]);
    expect((await billOf([header], now + 60_000)).calls).toEqual({ UpdateItem: 1 });
  });

  it("costs one write past its limit too", async () => {
    const { header } = await aKey();
    await outcomesOf(Array.from({ length: 120 }, () => header));
    expect(await billOf([header])).toEqual({ calls: { UpdateItem: 1 }, outcomes: ["rate_limited"] });
  });
});
