import { expect, it } from "vitest";
import { issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { hashApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import { authenticateKey } from "../../functions/table/api-keys.ts";
import { insertOrganization, setLimits } from "../../functions/table/organizations.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const blockRequestsMax = 60;

/** Stores an organization with keys of 10,000 requests a minute each. */
async function anOrganization(keyCount: number, requestsPerMinute: number) {
  const organizationId = newId("org");
  const issued = Array.from({ length: keyCount }, () => {
    const given = { id: newId("key"), name: "test", role: "read" as const, hash: hashApiKey(newApiKey()) };
    return issueKey({ ...given, rateLimit: 10_000 }, now);
  });
  const organization = openOrganization({ id: organizationId, name: "Acme" }, now);
  await insertOrganization(table, organization, { keys: issued, cursorKey: "" });
  await setLimits(table, organizationId, { requestsPerMinute }, isoTime(now));
  return { organizationId, hashes: issued.map(({ hash }) => hash) };
}

it("an organization's keys together get as many requests a minute as its limit allows, and at most one block more for each key", async () => {
  const { hashes } = await anOrganization(5, 600);
  let accepted = 0;
  for (let round = 0; round < 30; round += 1) {
    const tenOfEach = hashes.flatMap((hash) => Array.from({ length: 10 }, () => hash));
    const outcomes = await Promise.all(tenOfEach.map((hash) => authenticateKey(table, hash, now)));
    accepted += outcomes.filter(({ outcome }) => outcome === "accepted").length;
  }
  expect(accepted).toBeGreaterThanOrEqual(600);
  expect(accepted).toBeLessThanOrEqual(600 + 5 * blockRequestsMax);
  for (const hash of hashes)
    expect(await authenticateKey(table, hash, now + 1)).toMatchObject({
      outcome: "rate_limited",
      untilMs: now + 60_000,
    });
});

it("a key of an organization that has reached its limit is accepted again when the organization's minute has ended", async () => {
  const { hashes } = await anOrganization(2, 20);
  const [first = "", second = ""] = hashes;
  for (let request = 0; request < 21; request += 1) await authenticateKey(table, first, now);
  // The key's own window began later than the organization's.
  expect(await authenticateKey(table, second, now + 30_000)).toMatchObject({ outcome: "rate_limited" });
  expect(await authenticateKey(table, second, now + 59_999)).toMatchObject({ outcome: "rate_limited" });
  expect(await authenticateKey(table, second, now + 60_000)).toMatchObject({ outcome: "accepted" });
});

it("a new limit of an organization applies to the next block of requests", async () => {
  const { organizationId, hashes } = await anOrganization(1, 20);
  const [hash = ""] = hashes;
  for (let request = 0; request < 20; request += 1) await authenticateKey(table, hash, now);
  await setLimits(table, organizationId, { requestsPerMinute: 1_000 }, isoTime(now));
  for (let request = 0; request < 100; request += 1)
    expect(await authenticateKey(table, hash, now)).toMatchObject({ outcome: "accepted" });
});
