import { expect, it } from "vitest";
import { DomainError } from "../../functions/domain/errors.ts";
import {
  type ApiKey,
  apiKeysPerOrganizationMax,
  issueKey,
  type Role,
} from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { authenticateKey } from "../../functions/table/api-keys.ts";
import { insertApiKey, pageOfApiKeys, revokeApiKey, rotateApiKey } from "../../functions/table/keyring.ts";
import { apiKeyKey } from "../../functions/table/keys.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const aKey = (role: Role = "write"): ApiKey =>
  issueKey({ id: newId("key"), name: role, role, hash: newId("key") }, now);

async function anOrganization(keys: readonly ApiKey[]) {
  const organizationId = newId("org");
  const owner = { organizationId, cursorKey: "sealed under" };
  await insertOrganization(table, openOrganization({ id: organizationId, name: "Acme" }, now), {
    keys,
    cursorKey: owner.cursorKey,
  });
  return owner;
}

async function listedKeys(organizationId: string, nowMs = now) {
  const page = { order: "asc" as const, limit: 100, after: null };
  return (await pageOfApiKeys(table, organizationId, page, nowMs)).rows;
}

/** For each request the code of its error, or null when it succeeded. */
async function outcomesOf(requests: readonly Promise<unknown>[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(requests);
  return settled.map((result) => {
    if (result.status === "fulfilled") return null;
    if (result.reason instanceof DomainError) return result.reason.code;
    throw result.reason;
  });
}

const successor = (graceSeconds: number) => ({ id: newId("key"), hash: newId("key"), graceSeconds });

it("twenty API keys inserted two at a time are all stored, and each is authenticated by its own hash", async () => {
  const owner = await anOrganization([]);
  const keys = Array.from({ length: 20 }, () => aKey());
  // Two at a time, like two administrators.
  for (let index = 0; index < keys.length; index += 2)
    await Promise.all(keys.slice(index, index + 2).map((key) => insertApiKey(table, owner, key, now)));
  expect((await listedKeys(owner.organizationId)).map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
  for (const { hash, id } of keys)
    expect(await authenticateKey(table, hash, now)).toMatchObject({
      outcome: "accepted",
      key: { id, ...owner },
    });
});

it("no more API keys can be inserted at the same moment than there is room for", async () => {
  const owner = await anOrganization(Array.from({ length: apiKeysPerOrganizationMax - 2 }, () => aKey()));
  await insertApiKey(table, owner, aKey(), now);
  const both = [aKey(), aKey()];
  const outcomes = await outcomesOf(both.map((key) => insertApiKey(table, owner, key, now)));
  expect(new Set(outcomes)).toEqual(new Set([null, "unprocessable"]));
  expect(await listedKeys(owner.organizationId)).toHaveLength(apiKeysPerOrganizationMax);
  const rejected = both[outcomes.indexOf("unprocessable")];
  expect(await authenticateKey(table, rejected?.hash ?? "", now)).toEqual({ outcome: "rejected" });
});

it("of two requests that revoke the last two admin keys at the same moment, one succeeds and one is rejected", async () => {
  const admins = [aKey("admin"), aKey("admin")];
  const { organizationId } = await anOrganization(admins);
  const outcomes = await outcomesOf(admins.map(({ id }) => revokeApiKey(table, organizationId, id, now)));
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  expect(outcomes).toContain("unprocessable");
  expect(await listedKeys(organizationId)).toHaveLength(1);
});

it("of several requests that revoke the same key at the same moment, one succeeds and the others do not find the key", async () => {
  const key = aKey();
  const { organizationId } = await anOrganization([key]);
  const outcomes = await outcomesOf(
    Array.from({ length: 4 }, () => revokeApiKey(table, organizationId, key.id, now)),
  );
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "not_found")).toHaveLength(3);
});

it("of several requests that rotate the same key at the same moment, one makes its successor, and the keys of the others are never accepted", async () => {
  const key = aKey();
  const owner = await anOrganization([key]);
  const successors = Array.from({ length: 4 }, () => successor(60));
  const outcomes = await outcomesOf(successors.map((next) => rotateApiKey(table, owner, key.id, next, now)));
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "unprocessable")).toHaveLength(3);
  const winner = successors[outcomes.indexOf(null)];
  expect(await listedKeys(owner.organizationId)).toMatchObject([
    { id: key.id, rotatedTo: winner?.id },
    { id: winner?.id, rotatedTo: null },
  ]);
  for (const { hash } of successors) {
    const expected = hash === winner?.hash ? "accepted" : "rejected";
    expect(await authenticateKey(table, hash, now)).toMatchObject({ outcome: expected });
  }
});

it("after a key is revoked, no request with it is accepted, even while other requests are in progress", async () => {
  const key = { ...aKey(), rateLimit: 10_000 };
  const { organizationId } = await anOrganization([key]);
  let isRevoked = false;
  const late: string[] = [];
  const requests = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 15; count += 1) {
      const isAfterRevocation = isRevoked;
      const { outcome } = await authenticateKey(table, key.hash, now);
      if (isAfterRevocation) late.push(outcome);
    }
  });
  await revokeApiKey(table, organizationId, key.id, now);
  isRevoked = true;
  await Promise.all(requests);
  expect(late).toEqual(late.map(() => "rejected"));
  expect(await authenticateKey(table, key.hash, now)).toEqual({ outcome: "rejected" });
  expect(await readItem(table, apiKeyKey(key.hash))).toBeNull();
});

it("a rotated key and its successor are both accepted until the grace period ends, then only the successor", async () => {
  const key = aKey();
  const owner = await anOrganization([key]);
  const next = successor(60);
  await rotateApiKey(table, owner, key.id, next, now);
  const outcomes = async (nowMs: number) => [
    (await authenticateKey(table, key.hash, nowMs)).outcome,
    (await authenticateKey(table, next.hash, nowMs)).outcome,
  ];
  expect(await outcomes(now)).toEqual(["accepted", "accepted"]);
  expect(await outcomes(now + 59_999)).toEqual(["accepted", "accepted"]);
  expect(await outcomes(now + 60_000)).toEqual(["rejected", "accepted"]);
});

it("a rotated key keeps its request count: in its grace period it gets no additional requests", async () => {
  const key = { ...aKey(), rateLimit: 2 };
  const owner = await anOrganization([key]);
  for (let count = 0; count < 2; count += 1) await authenticateKey(table, key.hash, now);
  await rotateApiKey(table, owner, key.id, successor(60), now);
  expect(await authenticateKey(table, key.hash, now)).toMatchObject({ outcome: "rate_limited" });
});

it("a rotated key leaves the table thirty days after its end, and stays on the list until then", async () => {
  const key = aKey();
  const owner = await anOrganization([key]);
  await rotateApiKey(table, owner, key.id, successor(60), now);
  const item = await readItem<{ expiresAt: number }>(table, apiKeyKey(key.hash));
  const expiresAtMs = (item?.expiresAt ?? 0) * 1_000;
  expect(expiresAtMs).toBe(now + 60_000 + 30 * dayMs);
  expect(await listedKeys(owner.organizationId, expiresAtMs - 1)).toHaveLength(2);
  expect(await listedKeys(owner.organizationId, expiresAtMs)).toHaveLength(1);
});

it("the list of keys shows the rate limit window in which each key was last used", async () => {
  const [used, unused] = [aKey(), aKey()];
  const { organizationId } = await anOrganization([used, unused]);
  await authenticateKey(table, used.hash, now);
  await authenticateKey(table, used.hash, now + 59_999);
  expect(await listedKeys(organizationId)).toMatchObject([
    { id: used.id, lastUsedAt: isoTime(now) },
    { id: unused.id, lastUsedAt: null },
  ]);
});

it("paging through the list of keys in either order returns each key once while others are inserted and revoked", async () => {
  const keys = Array.from({ length: 7 }, () => aKey());
  const owner = await anOrganization(keys);
  const { organizationId } = owner;
  for (const order of ["asc", "desc"] as const) {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page = await pageOfApiKeys(table, organizationId, { order, limit: 2, after }, now);
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next;
      const temporary = aKey();
      await insertApiKey(table, owner, temporary, now);
      await revokeApiKey(table, organizationId, temporary.id, now);
    } while (after !== null);
    const expectedIds = keys.map(({ id }) => id);
    expect(ids).toEqual(order === "asc" ? expectedIds : expectedIds.toReversed());
  }
});
