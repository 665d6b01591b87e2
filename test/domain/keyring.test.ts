import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "../../functions/domain/errors.ts";
import {
  type ApiKey,
  apiKeysPerOrganizationMax,
  apiKeyView,
  issueKey,
  listedKeys,
  roles,
  withKey,
  withoutKey,
  withSuccessor,
} from "../../functions/domain/keyring.ts";
import { dayMs, hourMs, isoTime } from "../../functions/domain/time.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const aKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  ...issueKey({ id: newId("key"), name: "test", role: "write", hash: newId("key") }, now),
  ...changes,
});
const ending = (inMs: number) => ({ expiresAt: isoTime(now + inMs) });
const admin = { role: "admin" } as const;
const unprocessable = expect.objectContaining({ code: "unprocessable" });
const notFound = expect.objectContaining({ code: "not_found" });

/** What is thrown. */
function conditionFailedOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe("a key", () => {
  it("is expired from the very millisecond of its end", () => {
    const key = { ...aKey(ending(hourMs)), lastUsedAt: null };
    expect(apiKeyView(key, now + hourMs - 1)).toMatchObject({ status: "active" });
    expect(apiKeyView(key, now + hourMs)).toMatchObject({ status: "expired" });
  });

  it("is listed for thirty days after its end, and is not there afterwards", () => {
    const key = aKey(ending(hourMs));
    const forgottenMs = now + hourMs + 30 * dayMs;
    expect(listedKeys([key], forgottenMs - 1)).toEqual([key]);
    expect(listedKeys([key], forgottenMs)).toEqual([]);
    expect(conditionFailedOf(() => withoutKey([key], key.id, forgottenMs))).toEqual(notFound);
    expect(conditionFailedOf(() => withSuccessor([key], key.id, successor(), forgottenMs))).toEqual(notFound);
  });

  it("is shown without its hash", () => {
    const key = aKey();
    expect(JSON.stringify(apiKeyView({ ...key, lastUsedAt: null }, now))).not.toContain(key.hash);
  });
});

const successor = (graceSeconds = 3_600) => ({ id: newId("key"), hash: newId("key"), graceSeconds });

describe("a rotation", () => {
  it("makes a successor with the same name, role, limit and end, and ends the old key after the grace", () => {
    const old = aKey({ name: "deploy", rateLimit: 7, ...ending(30 * dayMs) });
    const given = successor(60);
    const { keys, successor: made, previous } = withSuccessor([old], old.id, given, now + 5);
    const { id, hash } = given;
    expect(made).toEqual({ ...old, id, hash, createdAt: isoTime(now + 5) });
    expect(previous).toEqual({ ...old, expiresAt: isoTime(now + 60_005), rotatedTo: given.id });
    expect(keys).toEqual([previous, made]);
  });

  it("never prolongs the old key, and with no grace ends it at once", () => {
    const old = aKey(ending(1_000));
    expect(withSuccessor([old], old.id, successor(60), now).previous.expiresAt).toBe(old.expiresAt);
    expect(withSuccessor([old], old.id, successor(0), now).previous.expiresAt).toBe(isoTime(now));
  });

  it("happens to a key once, and not after its end", () => {
    const old = aKey();
    const { keys } = withSuccessor([old], old.id, successor(), now);
    expect(conditionFailedOf(() => withSuccessor(keys, old.id, successor(), now))).toEqual(unprocessable);
    const ended = aKey(ending(0));
    expect(conditionFailedOf(() => withSuccessor([ended], ended.id, successor(), now))).toEqual(
      unprocessable,
    );
  });
});

describe("the last admin key", () => {
  it("is not revoked: there must be another that lasts as long", () => {
    const key = aKey(admin);
    for (const others of [[], [aKey()], [aKey({ ...admin, ...ending(365 * dayMs) })]])
      expect(conditionFailedOf(() => withoutKey([key, ...others], key.id, now))).toEqual(unprocessable);
    expect(withoutKey([key, aKey(admin)], key.id, now).revoked).toBe(key);
  });

  it("may be revoked when it has ended, or ends no later than another one", () => {
    const [ended, soon, later] = [ending(-1), ending(hourMs), ending(dayMs)].map((end) =>
      aKey({ ...admin, ...end }),
    );
    const keys = [ended, soon, later].flatMap((key) => key ?? []);
    expect(withoutKey(keys.slice(0, 1), ended?.id ?? "", now).keys).toEqual([]);
    expect(withoutKey(keys, soon?.id ?? "", now).keys).toEqual([ended, later]);
    expect(conditionFailedOf(() => withoutKey(keys, later?.id ?? "", now))).toEqual(unprocessable);
  });

  it("may be rotated, even without grace: its successor lasts as long", () => {
    const key = aKey(admin);
    const { keys, previous } = withSuccessor([key], key.id, successor(0), now);
    expect(withoutKey(keys, previous.id, now).keys).toHaveLength(1);
  });
});

/** When the last of the admin keys ends. */
function adminEndMs(keys: readonly ApiKey[]): number {
  const admins = keys.filter(({ role }) => role === "admin");
  return Math.max(0, ...admins.map(({ expiresAt }) => Date.parse(expiresAt ?? "9999-01-01")));
}

describe("an organization's keys", () => {
  it(`are at most ${apiKeysPerOrganizationMax}; the one that ended first makes room for another`, () => {
    const full = Array.from({ length: apiKeysPerOrganizationMax }, () => aKey());
    expect(conditionFailedOf(() => withKey(full, aKey(), now))).toEqual(unprocessable);
    const [lately, first] = [aKey(ending(-1)), aKey(ending(-2))];
    const next = aKey();
    const changed = withKey([...full.slice(2), lately, first], next, now);
    expect(changed).toHaveLength(apiKeysPerOrganizationMax);
    expect(changed).toContain(lately);
    expect(changed).not.toContain(first);
    expect(changed.at(-1)).toBe(next);
  });

  it("never lose their last admin sooner by a revocation, nor exceed their number, whatever is done to them", () => {
    const act = fc.record({
      verb: fc.constantFrom("issue", "revoke", "rotate"),
      place: fc.nat(200),
      role: fc.constantFrom(...roles),
      lastsMs: fc.option(fc.integer({ min: 1, max: 40 * dayMs })),
      graceSeconds: fc.constantFrom(0, 60, 3_600),
      waitsMs: fc.integer({ min: 0, max: 10 * dayMs }),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 150 }), (acts) => {
        let keys: readonly ApiKey[] = [aKey(admin)];
        let at = now;
        for (const { verb, place, role, lastsMs, graceSeconds, waitsMs } of acts) {
          at += waitsMs;
          const endMs = adminEndMs(keys);
          const id = keys[place % Math.max(1, keys.length)]?.id ?? "";
          const expiresAt = lastsMs === null ? null : isoTime(at + lastsMs);
          try {
            if (verb === "issue") keys = withKey(keys, aKey({ role, expiresAt }), at);
            if (verb === "revoke") keys = withoutKey(keys, id, at).keys;
            if (verb === "rotate") keys = withSuccessor(keys, id, successor(graceSeconds), at).keys;
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
          expect(keys.length).toBeLessThanOrEqual(apiKeysPerOrganizationMax);
          expect(new Set(keys.map((key) => key.id)).size).toBe(keys.length);
          if (endMs > at) expect(adminEndMs(keys)).toBeGreaterThanOrEqual(endMs);
        }
      }),
      { numRuns: 60 },
    );
  });
});
