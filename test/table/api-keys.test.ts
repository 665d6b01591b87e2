import { expect, it } from "vitest";
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

it("an API key ends in a checksum, so that a mistyped key is rejected without reading the table", () => {
  const key = newApiKey();
  expect(key).toMatch(/^cps_[0-9A-Za-z]{49}$/);
  expect(isApiKey(key)).toBe(true);
  const index = 10;
  const other = key[index] === "a" ? "b" : "a";
  expect(isApiKey(`${key.slice(0, index)}${other}${key.slice(index + 1)}`)).toBe(false);
});

it("an API key that was never issued is rejected, and leaves nothing in the table", async () => {
  const unknown = hashApiKey(newApiKey());
  expect(await authenticateKey(table, unknown, now)).toEqual({ outcome: "rejected" });
  expect(await authenticateKey(table, unknown, now)).toEqual({ outcome: "rejected" });
});

it("an API key lets exactly 120 requests of a window through, however many come at once", async () => {
  const hash = await aStoredKey();
  const outcomes = await Promise.all(Array.from({ length: 150 }, () => authenticateKey(table, hash, now)));
  expect(outcomes.filter(({ outcome }) => outcome === "accepted")).toHaveLength(120);
  expect(outcomes.filter(({ outcome }) => outcome === "rate_limited")).toHaveLength(30);
});

it("an API key's new window begins one minute after the first request of the last window", async () => {
  const hash = await aStoredKey();
  for (let request = 0; request < 120; request += 1) await authenticateKey(table, hash, now);
  expect(await authenticateKey(table, hash, now + 59_999)).toMatchObject({ outcome: "rate_limited" });
  const next = await authenticateKey(table, hash, now + 60_000);
  expect(next).toMatchObject({ outcome: "accepted", key: { requests: 1, windowStartMs: now + 60_000 } });
});

it("an API key begins one new window and accepts exactly 120 requests in it, when all clients come as the last window ends", async () => {
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

it("an API key is accepted until the moment it expires and not at it, both within a window and at the beginning of one", async () => {
  const expiresAtMs = now + 90_000;
  const hash = await aStoredKey(isoTime(expiresAtMs));
  expect(await authenticateKey(table, hash, now)).toMatchObject({ outcome: "accepted" });
  expect(await authenticateKey(table, hash, expiresAtMs - 1)).toMatchObject({ outcome: "accepted" });
  expect(await authenticateKey(table, hash, expiresAtMs)).toEqual({ outcome: "rejected" });
  expect(await authenticateKey(table, hash, expiresAtMs + 60_000)).toEqual({ outcome: "rejected" });
});
