import fc from "fast-check";
import { expect, it } from "vitest";
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

/** Returns the error that the function throws. */
function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

it("a key is expired from the millisecond of its end", () => {
  const key = { ...aKey(ending(hourMs)), lastUsedAt: null };
  expect(apiKeyView(key, now + hourMs - 1)).toMatchObject({ status: "active" });
  expect(apiKeyView(key, now + hourMs)).toMatchObject({ status: "expired" });
});

it("a key is on the list for thirty days after its end, and cannot be found afterwards", () => {
  const key = aKey(ending(hourMs));
  const removedAtMs = now + hourMs + 30 * dayMs;
  expect(listedKeys([key], removedAtMs - 1)).toEqual([key]);
  expect(listedKeys([key], removedAtMs)).toEqual([]);
  expect(errorOf(() => withoutKey([key], key.id, removedAtMs))).toEqual(notFound);
  expect(errorOf(() => withSuccessor([key], key.id, successor(), removedAtMs))).toEqual(notFound);
});

it("the view of a key does not contain its hash", () => {
  const key = aKey();
  expect(JSON.stringify(apiKeyView({ ...key, lastUsedAt: null }, now))).not.toContain(key.hash);
});

const successor = (graceSeconds = 3_600) => ({ id: newId("key"), hash: newId("key"), graceSeconds });

it("a rotation makes a successor with the same name, role, rate limit and end, and ends the old key after the grace period", () => {
  const old = aKey({ name: "deploy", rateLimit: 7, ...ending(30 * dayMs) });
  const successorFields = successor(60);
  const { keys, successor: next, previous } = withSuccessor([old], old.id, successorFields, now + 5);
  const { id, hash } = successorFields;
  expect(next).toEqual({ ...old, id, hash, createdAt: isoTime(now + 5) });
  expect(previous).toEqual({ ...old, expiresAt: isoTime(now + 60_005), rotatedTo: successorFields.id });
  expect(keys).toEqual([previous, next]);
});

it("a rotation never prolongs the old key, and ends it at once without a grace period", () => {
  const old = aKey(ending(1_000));
  expect(withSuccessor([old], old.id, successor(60), now).previous.expiresAt).toBe(old.expiresAt);
  expect(withSuccessor([old], old.id, successor(0), now).previous.expiresAt).toBe(isoTime(now));
});

it("a key cannot be rotated twice, and not after its end", () => {
  const old = aKey();
  const { keys } = withSuccessor([old], old.id, successor(), now);
  expect(errorOf(() => withSuccessor(keys, old.id, successor(), now))).toEqual(unprocessable);
  const ended = aKey(ending(0));
  expect(errorOf(() => withSuccessor([ended], ended.id, successor(), now))).toEqual(unprocessable);
});

it("the last admin key cannot be revoked: another admin key must last as long", () => {
  const key = aKey(admin);
  for (const others of [[], [aKey()], [aKey({ ...admin, ...ending(365 * dayMs) })]])
    expect(errorOf(() => withoutKey([key, ...others], key.id, now))).toEqual(unprocessable);
  expect(withoutKey([key, aKey(admin)], key.id, now).revoked).toBe(key);
});

it("an admin key can be revoked when it has ended, or when another admin key lasts as long", () => {
  const [ended, soon, later] = [ending(-1), ending(hourMs), ending(dayMs)].map((end) =>
    aKey({ ...admin, ...end }),
  );
  const keys = [ended, soon, later].flatMap((key) => key ?? []);
  expect(withoutKey(keys.slice(0, 1), ended?.id ?? "", now).keys).toEqual([]);
  expect(withoutKey(keys, soon?.id ?? "", now).keys).toEqual([ended, later]);
  expect(errorOf(() => withoutKey(keys, later?.id ?? "", now))).toEqual(unprocessable);
});

it("the last admin key can be rotated, even without a grace period: its successor lasts as long", () => {
  const key = aKey(admin);
  const { keys, previous } = withSuccessor([key], key.id, successor(0), now);
  expect(withoutKey(keys, previous.id, now).keys).toHaveLength(1);
});

/** Returns when the last admin key ends. */
function adminEndMs(keys: readonly ApiKey[]): number {
  const admins = keys.filter(({ role }) => role === "admin");
  return Math.max(0, ...admins.map(({ expiresAt }) => Date.parse(expiresAt ?? "9999-01-01")));
}

it(`an organization has at most ${apiKeysPerOrganizationMax} keys, and the key that ended first makes room for another`, () => {
  const full = Array.from({ length: apiKeysPerOrganizationMax }, () => aKey());
  expect(errorOf(() => withKey(full, aKey(), now))).toEqual(unprocessable);
  const [endedLast, endedFirst] = [aKey(ending(-1)), aKey(ending(-2))];
  const next = aKey();
  const changed = withKey([...full.slice(2), endedLast, endedFirst], next, now);
  expect(changed).toHaveLength(apiKeysPerOrganizationMax);
  expect(changed).toContain(endedLast);
  expect(changed).not.toContain(endedFirst);
  expect(changed.at(-1)).toBe(next);
});

it("no series of requests shortens the time that an organization has an admin key, or exceeds the limit of keys", () => {
  const request = fc.record({
    verb: fc.constantFrom("issue", "revoke", "rotate"),
    index: fc.nat(200),
    role: fc.constantFrom(...roles),
    lastsMs: fc.option(fc.integer({ min: 1, max: 40 * dayMs })),
    graceSeconds: fc.constantFrom(0, 60, 3_600),
    waitsMs: fc.integer({ min: 0, max: 10 * dayMs }),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 150 }), (requests) => {
      let keys: readonly ApiKey[] = [aKey(admin)];
      let at = now;
      for (const { verb, index, role, lastsMs, graceSeconds, waitsMs } of requests) {
        at += waitsMs;
        const endMs = adminEndMs(keys);
        const id = keys[index % Math.max(1, keys.length)]?.id ?? "";
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
