import { describe, expect, it } from "vitest";
import { hashApiKey, isApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import { admit } from "../../functions/table/api-keys.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { newId, testTimeMs } from "../support/entities.ts";
import { testTable } from "../support/table.ts";

const table = testTable();
const now = testTimeMs;

async function aStoredKey(): Promise<string> {
  const organizationId = newId("org");
  const hash = hashApiKey(newApiKey());
  const key = { id: newId("key"), organizationId, name: "test", role: "read" as const, hash, cursorKey: "" };
  await insertOrganization(table, { id: organizationId, name: "Acme" }, [key], now);
  return hash;
}

describe("an API key", () => {
  it("ends in a checksum, so that a mistyped one is refused without a look at the table", () => {
    const key = newApiKey();
    expect(key).toMatch(/^cps_[0-9A-Za-z]{49}$/);
    expect(isApiKey(key)).toBe(true);
    const place = 10;
    const other = key[place] === "a" ? "b" : "a";
    expect(isApiKey(`${key.slice(0, place)}${other}${key.slice(place + 1)}`)).toBe(false);
  });

  it("is refused when it was never issued, and leaves nothing in the table", async () => {
    const unknown = hashApiKey(newApiKey());
    expect(await admit(table, unknown, now)).toEqual({ outcome: "refused" });
    expect(await admit(table, unknown, now)).toEqual({ outcome: "refused" });
  });

  it("lets exactly 120 requests of a window pass, however many come at once", async () => {
    const hash = await aStoredKey();
    const outcomes = await Promise.all(Array.from({ length: 150 }, () => admit(table, hash, now)));
    expect(outcomes.filter(({ outcome }) => outcome === "admitted")).toHaveLength(120);
    expect(outcomes.filter(({ outcome }) => outcome === "limited")).toHaveLength(30);
  });

  it("begins a new window a minute after the first request of the last one", async () => {
    const hash = await aStoredKey();
    for (let request = 0; request < 120; request += 1) await admit(table, hash, now);
    expect(await admit(table, hash, now + 59_999)).toMatchObject({ outcome: "limited" });
    const next = await admit(table, hash, now + 60_000);
    expect(next).toMatchObject({ outcome: "admitted", key: { requests: 1, windowStartMs: now + 60_000 } });
  });
});
