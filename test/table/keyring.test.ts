import { describe, expect, it } from "vitest";
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

async function listed(organizationId: string, nowMs = now) {
  const page = { order: "asc" as const, limit: 100, after: null };
  return (await pageOfApiKeys(table, organizationId, page, nowMs)).rows;
}

/** The codes of what was refused; null for what was done. */
async function outcomesOf(acts: readonly Promise<unknown>[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(acts);
  return settled.map((one) => {
    if (one.status === "fulfilled") return null;
    if (one.reason instanceof DomainError) return one.reason.code;
    throw one.reason;
  });
}

const successor = (graceSeconds: number) => ({ id: newId("key"), hash: newId("key"), graceSeconds });

describe("of requests that change an organization's keys at the same moment", () => {
  it("all that can stand do: none of twenty new keys is lost, and each is let in by its own hash", async () => {
    const owner = await anOrganization([]);
    const keys = Array.from({ length: 20 }, () => aKey());
    // Two at a time, as two administrators would.
    for (let place = 0; place < keys.length; place += 2)
      await Promise.all(keys.slice(place, place + 2).map((key) => insertApiKey(table, owner, key, now)));
    expect((await listed(owner.organizationId)).map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
    for (const { hash, id } of keys)
      expect(await authenticateKey(table, hash, now)).toMatchObject({
        outcome: "accepted",
        key: { id, ...owner },
      });
  });

  it("just as many make keys as there is room for", async () => {
    const owner = await anOrganization(Array.from({ length: apiKeysPerOrganizationMax - 2 }, () => aKey()));
    await insertApiKey(table, owner, aKey(), now);
    const both = [aKey(), aKey()];
    const outcomes = await outcomesOf(both.map((key) => insertApiKey(table, owner, key, now)));
    expect(new Set(outcomes)).toEqual(new Set([null, "unprocessable"]));
    expect(await listed(owner.organizationId)).toHaveLength(apiKeysPerOrganizationMax);
    const refused = both[outcomes.indexOf("unprocessable")];
    expect(await authenticateKey(table, refused?.hash ?? "", now)).toEqual({ outcome: "rejected" });
  });

  it("one revokes one of the last two admin keys, and the other is refused", async () => {
    const admins = [aKey("admin"), aKey("admin")];
    const { organizationId } = await anOrganization(admins);
    const outcomes = await outcomesOf(admins.map(({ id }) => revokeApiKey(table, organizationId, id, now)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes).toContain("unprocessable");
    expect(await listed(organizationId)).toHaveLength(1);
  });

  it("one revokes a key, and the others do not find it any more", async () => {
    const key = aKey();
    const { organizationId } = await anOrganization([key]);
    const outcomes = await outcomesOf(
      Array.from({ length: 4 }, () => revokeApiKey(table, organizationId, key.id, now)),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "not_found")).toHaveLength(3);
  });

  it("one rotates a key: it has one successor, and the key of who was refused is let in nowhere", async () => {
    const key = aKey();
    const owner = await anOrganization([key]);
    const given = Array.from({ length: 4 }, () => successor(60));
    const outcomes = await outcomesOf(given.map((one) => rotateApiKey(table, owner, key.id, one, now)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "unprocessable")).toHaveLength(3);
    const winner = given[outcomes.indexOf(null)];
    expect(await listed(owner.organizationId)).toMatchObject([
      { id: key.id, rotatedTo: winner?.id },
      { id: winner?.id, rotatedTo: null },
    ]);
    for (const { hash } of given) {
      const expected = hash === winner?.hash ? "accepted" : "rejected";
      expect(await authenticateKey(table, hash, now)).toMatchObject({ outcome: expected });
    }
  });

  it("revoking wins over requests by the key that are under way: none is let in afterwards", async () => {
    const key = { ...aKey(), rateLimit: 10_000 };
    const { organizationId } = await anOrganization([key]);
    let revoked = false;
    const late: string[] = [];
    const requests = Array.from({ length: 8 }, async () => {
      for (let count = 0; count < 15; count += 1) {
        const after = revoked;
        const { outcome } = await authenticateKey(table, key.hash, now);
        if (after) late.push(outcome);
      }
    });
    await revokeApiKey(table, organizationId, key.id, now);
    revoked = true;
    await Promise.all(requests);
    expect(late).toEqual(late.map(() => "rejected"));
    expect(await authenticateKey(table, key.hash, now)).toEqual({ outcome: "rejected" });
    expect(await readItem(table, apiKeyKey(key.hash))).toBeNull();
  });
});

describe("a rotated key", () => {
  it("is let in beside its successor until the grace ends, and alone its successor from then on", async () => {
    const key = aKey();
    const owner = await anOrganization([key]);
    const given = successor(60);
    await rotateApiKey(table, owner, key.id, given, now);
    const outcomes = async (nowMs: number) => [
      (await authenticateKey(table, key.hash, nowMs)).outcome,
      (await authenticateKey(table, given.hash, nowMs)).outcome,
    ];
    expect(await outcomes(now)).toEqual(["accepted", "accepted"]);
    expect(await outcomes(now + 59_999)).toEqual(["accepted", "accepted"]);
    expect(await outcomes(now + 60_000)).toEqual(["rejected", "accepted"]);
  });

  it("keeps what was counted of it: in its grace it has no more requests than before", async () => {
    const key = { ...aKey(), rateLimit: 2 };
    const owner = await anOrganization([key]);
    for (let count = 0; count < 2; count += 1) await authenticateKey(table, key.hash, now);
    await rotateApiKey(table, owner, key.id, successor(60), now);
    expect(await authenticateKey(table, key.hash, now)).toMatchObject({ outcome: "rate_limited" });
  });

  it("is forgotten by the table thirty days after its end, no sooner than it is off the list", async () => {
    const key = aKey();
    const owner = await anOrganization([key]);
    await rotateApiKey(table, owner, key.id, successor(60), now);
    const item = await readItem<{ expiresAt: number }>(table, apiKeyKey(key.hash));
    const forgottenMs = (item?.expiresAt ?? 0) * 1_000;
    expect(forgottenMs).toBe(now + 60_000 + 30 * dayMs);
    expect(await listed(owner.organizationId, forgottenMs - 1)).toHaveLength(2);
    expect(await listed(owner.organizationId, forgottenMs)).toHaveLength(1);
  });
});

describe("the list of keys", () => {
  it("says in which window of its limit each was last used", async () => {
    const [used, unused] = [aKey(), aKey()];
    const { organizationId } = await anOrganization([used, unused]);
    await authenticateKey(table, used.hash, now);
    await authenticateKey(table, used.hash, now + 59_999);
    expect(await listed(organizationId)).toMatchObject([
      { id: used.id, lastUsedAt: isoTime(now) },
      { id: unused.id, lastUsedAt: null },
    ]);
  });

  it("is walked in pages in both orders, each key once, while others come and go", async () => {
    const keys = Array.from({ length: 7 }, () => aKey());
    const owner = await anOrganization(keys);
    const { organizationId } = owner;
    for (const order of ["asc", "desc"] as const) {
      const met: string[] = [];
      let after: string | null = null;
      do {
        const page = await pageOfApiKeys(table, organizationId, { order, limit: 2, after }, now);
        met.push(...page.rows.map(({ id }) => id));
        after = page.next;
        const passing = aKey();
        await insertApiKey(table, owner, passing, now);
        await revokeApiKey(table, organizationId, passing.id, now);
      } while (after !== null);
      const ids = keys.map(({ id }) => id);
      expect(met).toEqual(order === "asc" ? ids : ids.toReversed());
    }
  });
});
