import { describe, expect, it } from "vitest";
import { issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { hashApiKey, isApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import { authenticateKey } from "../../functions/table/api-keys.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;

async function aStoredKey(expiresAt: string | null = null): Promise<string> {
  const hash = hashApiKey(newApiKey());
  const key = issueKey({ id: newId("key"), name: "test", role: "read", hash, expiresAt }, now);
  const organization = openOrganization({ id: newId("org"), name: "Acme" }, now);
  await insertOrganization(table, organization, { keys: [key], cursorKey: "" });
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
    expect(await authenticateKey(table, unknown, now)).toEqual({ outcome: "rejected" });
    expect(await authenticateKey(table, unknown, now)).toEqual({ outcome: "rejected" });
  });

  it("lets exactly 120 requests of a window pass, however many come at once", async () => {
    const hash = await aStoredKey();
    const outcomes = await Promise.all(Array.from({ length: 150 }, () => authenticateKey(table, hash, now)));
    expect(outcomes.filter(({ outcome }) => outcome === "accepted")).toHaveLength(120);
    expect(outcomes.filter(({ outcome }) => outcome === "rate_limited")).toHaveLength(30);
  });

  it("begins a new window a minute after the first request of the last one", async () => {
    const hash = await aStoredKey();
    for (let request = 0; request < 120; request += 1) await authenticateKey(table, hash, now);
    expect(await authenticateKey(table, hash, now + 59_999)).toMatchObject({ outcome: "rate_limited" });
    const next = await authenticateKey(table, hash, now + 60_000);
    expect(next).toMatchObject({ outcome: "accepted", key: { requests: 1, windowStartMs: now + 60_000 } });
  });

  it("begins a window once and has exactly 120 pass in it, when all its requests meet at the end of the last one", async () => {
    const hash = await aStoredKey();
    for (let request = 0; request < 120; request += 1) await authenticateKey(table, hash, now);
    const nextMs = now + 60_000;
    const twentyClients = Array.from({ length: 20 }, async () => {
      const outcomes = [];
      for (let request = 0; request < 8; request += 1)
        outcomes.push(await authenticateKey(table, hash, nextMs));
      return outcomes;
    });
    const outcomes = (await Promise.all(twentyClients)).flat();
    expect(outcomes.filter(({ outcome }) => outcome === "accepted")).toHaveLength(120);
    expect(outcomes.filter(({ outcome }) => outcome === "rate_limited")).toHaveLength(40);
  });

  it("is let in up to its end and not at it, within a window and at the beginning of one", async () => {
    const endMs = now + 90_000;
    const hash = await aStoredKey(isoTime(endMs));
    expect(await authenticateKey(table, hash, now)).toMatchObject({ outcome: "accepted" });
    expect(await authenticateKey(table, hash, endMs - 1)).toMatchObject({ outcome: "accepted" });
    expect(await authenticateKey(table, hash, endMs)).toEqual({ outcome: "rejected" });
    expect(await authenticateKey(table, hash, endMs + 60_000)).toEqual({ outcome: "rejected" });
  });
});
