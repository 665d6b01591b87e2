import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newOrganization } from "../support/api/organization.ts";
import { comparable, errorFaults, fieldsOf } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

let admin: string;
let write: string;
beforeEach(async () => {
  ({ admin, write } = (await newOrganization()).keys);
});

const call = (method: string, path: string, body?: unknown, key = admin) =>
  client.call(method, path, { key, ...(body !== undefined && { body }) });

async function created(body: Record<string, unknown>): Promise<{ id: string; key: string; json: Json }> {
  const { status, json } = await call("POST", "/v1/api-keys", body);
  expect(status).toBe(201);
  return { id: asText(at(json, "id")), key: asText(at(json, "key")), json };
}

async function listed(): Promise<Record<string, Json>[]> {
  const { json } = await call("GET", "/v1/api-keys?order=asc");
  const data = at(json, "data");
  return Array.isArray(data) ? data.map(Object) : [];
}

/** Where the operator's first admin key stands. */
async function ownPath(): Promise<string> {
  const own = (await listed()).find(({ role }) => role === "admin");
  return `/v1/api-keys/${asText(own?.["id"])}`;
}

const statusOf = async (key: string) => (await call("GET", "/v1/brands", undefined, key)).status;

/** Who reads, writes and manages keys with a key. */
async function mayDo(key: string): Promise<string[]> {
  const body = { name: "Acme", timezone: "UTC" };
  const tries = {
    read: await call("GET", "/v1/brands", undefined, key),
    write: await call("POST", "/v1/brands", body, key),
    admin: await call("GET", "/v1/api-keys", undefined, key),
  };
  return Object.entries(tries).flatMap(([role, { status }]) => (status < 300 ? [role] : []));
}

describe("a new key", () => {
  it("is shown once, works at once and may do what its role may", async () => {
    const can = { read: ["read"], write: ["read", "write"], admin: ["read", "write", "admin"] };
    const texts: string[] = [];
    for (const [role, allowed] of Object.entries(can)) {
      const { id, key, json } = await created({ name: `a ${role} key`, role });
      expect(json).toMatchObject({ role, status: "active", rateLimit: 120, expiresAt: null });
      expect(await mayDo(key)).toEqual(allowed);
      const shown = (await listed()).find((one) => one["id"] === id);
      expect(shown).toMatchObject({ id, name: `a ${role} key`, role });
      expect(shown).not.toHaveProperty("key");
      texts.push(key, JSON.stringify(await listed()));
    }
    expect(texts.at(-1)).not.toMatch(/cps_|hash|cursorKey|[0-9a-f]{64}/);
  });

  it("belongs to the organization of the key that made it, whatever the body says", async () => {
    const other = await newOrganization();
    const { key } = await created({ name: "a", role: "read", organizationId: other.organizationId });
    const { json } = await call("GET", "/v1/organization", undefined, key);
    expect(at(json, "id")).not.toBe(other.organizationId);
  });

  it("ends at its expiry, which is a time in the future", async () => {
    const expiresAt = new Date(Date.now() + 2_500).toISOString();
    const { key, id } = await created({ name: "short", role: "read", expiresAt });
    expect(await statusOf(key)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 10));
    expect(await statusOf(key)).toBe(401);
    expect((await listed()).find((one) => one["id"] === id)).toMatchObject({ status: "expired", expiresAt });
    const past = await call("POST", "/v1/api-keys", { name: "", role: "read", expiresAt });
    expect(fieldsOf(past)).toEqual(["expiresAt", "name"]);
  });

  it("has its expiry told in UTC with milliseconds, in whatever offset it was given", async () => {
    for (const expiresAt of ["2099-01-01T00:00:00Z", "2099-01-01T05:45:00+05:45"]) {
      const { json } = await created({ name: "a", role: "read", expiresAt });
      expect(at(json, "expiresAt")).toBe("2099-01-01T00:00:00.000Z");
    }
  });

  it("has no expiry past the year 2099, nor one without an offset", async () => {
    for (const expiresAt of ["2100-01-01T00:00:00Z", "2099-01-01T00:00:00"]) {
      const refused = await call("POST", "/v1/api-keys", { name: "a", role: "read", expiresAt });
      expect(refused.status).toBe(400);
      expect(fieldsOf(refused)).toEqual(["expiresAt"]);
    }
  });
});

describe("a revoked key", () => {
  it("is unknown from its next request on, gone from the list, and not there to be revoked again", async () => {
    const { id, key } = await created({ name: "leaked", role: "write" });
    expect(await statusOf(key)).toBe(200);
    const revoked = await call("DELETE", `/v1/api-keys/${id}`);
    expect(revoked).toMatchObject({ status: 204, text: "" });
    const refused = await call("GET", "/v1/brands", undefined, key);
    expect(errorFaults(refused, 401)).toEqual([]);
    expect((await listed()).map((one) => one["id"])).not.toContain(id);
    for (const [method, path] of [
      ["DELETE", `/v1/api-keys/${id}`],
      ["POST", `/v1/api-keys/${id}/rotate`],
    ] as const)
      expect(errorFaults(await call(method, path), 404)).toEqual([]);
  });

  it("may be the very key that revokes it, unless nobody could manage the keys afterwards", async () => {
    const path = await ownPath();
    const last = await call("DELETE", path);
    expect(errorFaults(last, 422)).toEqual([]);
    expect(await statusOf(admin)).toBe(200);
    const { key } = await created({ name: "another", role: "admin" });
    expect((await call("DELETE", path)).status).toBe(204);
    expect(await statusOf(admin)).toBe(401);
    expect(await mayDo(key)).toEqual(["read", "write", "admin"]);
  });
});

describe("a rotation", () => {
  it("gives a new key with a new id at once, and leaves the old one an hour where nothing is said", async () => {
    const old = await created({ name: "deploy", role: "write", rateLimit: 77 });
    const { status, json } = await call("POST", `/v1/api-keys/${old.id}/rotate`);
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: "deploy", role: "write", rateLimit: 77, expiresAt: null });
    expect(at(json, "id")).not.toBe(old.id);
    expect(at(json, "key")).not.toBe(old.key);
    expect(await mayDo(asText(at(json, "key")))).toEqual(["read", "write"]);
    expect(await mayDo(old.key)).toEqual(["read", "write"]);
    const end = asText(at(json, "previousKey", "expiresAt"));
    expect(Date.parse(end) - Date.parse(asText(at(json, "createdAt")))).toBe(3_600_000);
    expect(at(json, "previousKey")).toEqual({ id: old.id, expiresAt: end });
    expect(await listed()).toMatchObject([
      {},
      {},
      {},
      { id: old.id, status: "active", expiresAt: end, rotatedTo: at(json, "id") },
      { id: at(json, "id"), status: "active", expiresAt: null, rotatedTo: null },
    ]);
  });

  it("without grace ends the old key at its next request", async () => {
    const old = await created({ name: "deploy", role: "read" });
    const { json } = await call("POST", `/v1/api-keys/${old.id}/rotate`, { graceSeconds: 0 });
    expect(await statusOf(old.key)).toBe(401);
    expect(await statusOf(asText(at(json, "key")))).toBe(200);
    const again = await call("POST", `/v1/api-keys/${old.id}/rotate`, { graceSeconds: 0 });
    expect(errorFaults(again, 422)).toEqual([]);
  });

  it("of the only admin key, without grace, leaves the organization its successor", async () => {
    const { json } = await call("POST", `${await ownPath()}/rotate`, { graceSeconds: 0 });
    expect(await statusOf(admin)).toBe(401);
    expect(await mayDo(asText(at(json, "key")))).toEqual(["read", "write", "admin"]);
  });

  it("asked for by many at once happens once", async () => {
    const { id } = await created({ name: "deploy", role: "read" });
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => call("POST", `/v1/api-keys/${id}/rotate`, {})),
    );
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array.from({ length: 5 }, () => 422),
    ]);
    expect(await listed()).toHaveLength(5);
  });
});

describe("the list of keys", () => {
  it("has the operator's first keys, with when they were last used", async () => {
    await statusOf(write);
    const keys = new Map((await listed()).map((key) => [key["role"], key]));
    for (const role of ["read", "write", "admin"])
      expect(keys.get(role)).toMatchObject({ name: `first ${role} key`, status: "active", rotatedTo: null });
    expect(keys.get("read")).toMatchObject({ lastUsedAt: null });
    const usedMs = Date.parse(asText(keys.get("write")?.["lastUsedAt"]));
    expect(Math.abs(usedMs - Date.now())).toBeLessThan(60_000);
  });

  it("comes in pages, by a cursor that is of this list alone", async () => {
    const first = await call("GET", "/v1/api-keys?limit=2&order=asc");
    const cursor = asText(at(first.json, "nextCursor"));
    const second = await call("GET", `/v1/api-keys?limit=2&order=asc&cursor=${cursor}`);
    const names = [first, second].map(({ json }) => at(json, "data"));
    expect(names.flat()).toMatchObject((await listed()).map(({ id }) => ({ id })));
    expect(at(second.json, "nextCursor")).toBeNull();
    const elsewhere = [`/v1/api-keys?order=desc&cursor=${cursor}`, `/v1/brands?order=asc&cursor=${cursor}`];
    for (const path of elsewhere) expect(fieldsOf(await call("GET", path))).toEqual(["cursor"]);
  });
});

describe("another organization's key", () => {
  it("is not there: not to be revoked, not to be rotated, and it goes on working", async () => {
    const theirs = await created({ name: randomUUID(), role: "read" });
    const stranger = (await newOrganization()).keys.admin;
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/rotate"],
    ] as const) {
      const send = (id: string) => call(method, `/v1/api-keys/${id}${path}`, undefined, stranger);
      const unknown = await send(newId("key"));
      expect(errorFaults(unknown, 404)).toEqual([]);
      expect(comparable(await send(theirs.id))).toEqual(comparable(unknown));
    }
    expect(await statusOf(theirs.key)).toBe(200);
    expect((await call("GET", "/v1/api-keys", undefined, stranger)).text).not.toContain(theirs.id);
  });
});
