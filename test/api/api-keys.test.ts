import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
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

async function createKey(body: Record<string, unknown>): Promise<{ id: string; key: string; json: Json }> {
  const { status, json } = await call("POST", "/v1/api-keys", body);
  expect(status).toBe(201);
  return { id: asText(at(json, "id")), key: asText(at(json, "key")), json };
}

async function listKeys(): Promise<Record<string, Json>[]> {
  const { json } = await call("GET", "/v1/api-keys?order=asc");
  const data = at(json, "data");
  return Array.isArray(data) ? data.map(Object) : [];
}

/** Returns the path of the admin key that the operator created first. */
async function firstAdminKeyPath(): Promise<string> {
  const adminKey = (await listKeys()).find(({ role }) => role === "admin");
  return `/v1/api-keys/${asText(adminKey?.["id"])}`;
}

const statusOf = async (key: string) => (await call("GET", "/v1/brands", undefined, key)).status;

/** Returns the roles whose requests a key may make. */
async function allowedRoles(key: string): Promise<string[]> {
  const body = { name: "Acme", timezone: "UTC" };
  const responses = {
    read: await call("GET", "/v1/brands", undefined, key),
    write: await call("POST", "/v1/brands", body, key),
    admin: await call("GET", "/v1/api-keys", undefined, key),
  };
  return Object.entries(responses).flatMap(([role, { status }]) => (status < 300 ? [role] : []));
}

it("a new key is shown once, works at once and may do what its role allows", async () => {
  const rolesOf = { read: ["read"], write: ["read", "write"], admin: ["read", "write", "admin"] };
  const texts: string[] = [];
  for (const [role, allowed] of Object.entries(rolesOf)) {
    const { id, key, json } = await createKey({ name: `a ${role} key`, role });
    expect(json).toMatchObject({ role, status: "active", rateLimit: 120, expiresAt: null });
    expect(await allowedRoles(key)).toEqual(allowed);
    const shown = (await listKeys()).find((one) => one["id"] === id);
    expect(shown).toMatchObject({ id, name: `a ${role} key`, role });
    expect(shown).not.toHaveProperty("key");
    texts.push(key, JSON.stringify(await listKeys()));
  }
  expect(texts.at(-1)).not.toMatch(/cps_|hash|cursorKey|[0-9a-f]{64}/);
});

it("a new key belongs to the organization of the key that created it, whatever the body says", async () => {
  const other = await newOrganization();
  const { key } = await createKey({ name: "a", role: "read", organizationId: other.organizationId });
  const { json } = await call("GET", "/v1/organization", undefined, key);
  expect(at(json, "id")).not.toBe(other.organizationId);
});

it("a key stops working when it expires, and cannot be created with an expiry in the past", async () => {
  const expiresAt = new Date(Date.now() + 2_500).toISOString();
  const { key, id } = await createKey({ name: "short", role: "read", expiresAt });
  expect(await statusOf(key)).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 10));
  expect(await statusOf(key)).toBe(401);
  expect((await listKeys()).find((one) => one["id"] === id)).toMatchObject({ status: "expired", expiresAt });
  const past = await call("POST", "/v1/api-keys", { name: "", role: "read", expiresAt });
  expect(fieldsOf(past)).toEqual(["expiresAt", "name"]);
});

it("the expiry of a key is shown in UTC with milliseconds, whatever offset it was given in", async () => {
  for (const expiresAt of ["2099-01-01T00:00:00Z", "2099-01-01T05:45:00+05:45"]) {
    const { json } = await createKey({ name: "a", role: "read", expiresAt });
    expect(at(json, "expiresAt")).toBe("2099-01-01T00:00:00.000Z");
  }
});

it("a key with an expiry after the year 2099, or without an offset, is rejected with 400", async () => {
  for (const expiresAt of ["2100-01-01T00:00:00Z", "2099-01-01T00:00:00"]) {
    const rejected = await call("POST", "/v1/api-keys", { name: "a", role: "read", expiresAt });
    expect(rejected.status).toBe(400);
    expect(fieldsOf(rejected)).toEqual(["expiresAt"]);
  }
});

it("a revoked key gets 401 from its next request on, is not in the list, and cannot be revoked or rotated again", async () => {
  const { id, key } = await createKey({ name: "leaked", role: "write" });
  expect(await statusOf(key)).toBe(200);
  const revoked = await call("DELETE", `/v1/api-keys/${id}`);
  expect(revoked).toMatchObject({ status: 204, text: "" });
  const rejected = await call("GET", "/v1/brands", undefined, key);
  expect(errorFaults(rejected, 401)).toEqual([]);
  expect((await listKeys()).map((one) => one["id"])).not.toContain(id);
  for (const [method, path] of [
    ["DELETE", `/v1/api-keys/${id}`],
    ["POST", `/v1/api-keys/${id}/rotate`],
  ] as const)
    expect(errorFaults(await call(method, path), 404)).toEqual([]);
});

it("an admin key may revoke itself, unless it is the last admin key", async () => {
  const path = await firstAdminKeyPath();
  const last = await call("DELETE", path);
  expect(errorFaults(last, 422)).toEqual([]);
  expect(await statusOf(admin)).toBe(200);
  const { key } = await createKey({ name: "another", role: "admin" });
  expect((await call("DELETE", path)).status).toBe(204);
  expect(await statusOf(admin)).toBe(401);
  expect(await allowedRoles(key)).toEqual(["read", "write", "admin"]);
});

it("a rotation returns a new key with a new id, and by default the old key works for one more hour", async () => {
  const old = await createKey({ name: "deploy", role: "write", rateLimit: 77 });
  const { status, json } = await call("POST", `/v1/api-keys/${old.id}/rotate`);
  expect(status).toBe(201);
  expect(json).toMatchObject({ name: "deploy", role: "write", rateLimit: 77, expiresAt: null });
  expect(at(json, "id")).not.toBe(old.id);
  expect(at(json, "key")).not.toBe(old.key);
  expect(await allowedRoles(asText(at(json, "key")))).toEqual(["read", "write"]);
  expect(await allowedRoles(old.key)).toEqual(["read", "write"]);
  const end = asText(at(json, "previousKey", "expiresAt"));
  expect(Date.parse(end) - Date.parse(asText(at(json, "createdAt")))).toBe(3_600_000);
  expect(at(json, "previousKey")).toEqual({ id: old.id, expiresAt: end });
  expect(await listKeys()).toMatchObject([
    {},
    {},
    {},
    { id: old.id, status: "active", expiresAt: end, rotatedTo: at(json, "id") },
    { id: at(json, "id"), status: "active", expiresAt: null, rotatedTo: null },
  ]);
});

it("the old key stops working at its next request after a rotation with a grace of 0 seconds", async () => {
  const old = await createKey({ name: "deploy", role: "read" });
  const { json } = await call("POST", `/v1/api-keys/${old.id}/rotate`, { graceSeconds: 0 });
  expect(await statusOf(old.key)).toBe(401);
  expect(await statusOf(asText(at(json, "key")))).toBe(200);
  const again = await call("POST", `/v1/api-keys/${old.id}/rotate`, { graceSeconds: 0 });
  expect(errorFaults(again, 422)).toEqual([]);
});

it("the only admin key can be rotated without grace: the new key is an admin key", async () => {
  const { json } = await call("POST", `${await firstAdminKeyPath()}/rotate`, { graceSeconds: 0 });
  expect(await statusOf(admin)).toBe(401);
  expect(await allowedRoles(asText(at(json, "key")))).toEqual(["read", "write", "admin"]);
});

it("of six rotations of one key at once, one succeeds and five get 422", async () => {
  const { id } = await createKey({ name: "deploy", role: "read" });
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => call("POST", `/v1/api-keys/${id}/rotate`, {})),
  );
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201,
    ...Array.from({ length: 5 }, () => 422),
  ]);
  expect(await listKeys()).toHaveLength(5);
});

it("the list of keys has the operator's first keys, with the time of their last use", async () => {
  await statusOf(write);
  const keys = new Map((await listKeys()).map((key) => [key["role"], key]));
  for (const role of ["read", "write", "admin"])
    expect(keys.get(role)).toMatchObject({ name: `first ${role} key`, status: "active", rotatedTo: null });
  expect(keys.get("read")).toMatchObject({ lastUsedAt: null });
  const usedMs = Date.parse(asText(keys.get("write")?.["lastUsedAt"]));
  expect(Math.abs(usedMs - Date.now())).toBeLessThan(60_000);
});

it("the list of keys is paged, and its cursor works with no other order and no other list", async () => {
  const first = await call("GET", "/v1/api-keys?limit=2&order=asc");
  const cursor = asText(at(first.json, "nextCursor"));
  const second = await call("GET", `/v1/api-keys?limit=2&order=asc&cursor=${cursor}`);
  const names = [first, second].map(({ json }) => at(json, "data"));
  expect(names.flat()).toMatchObject((await listKeys()).map(({ id }) => ({ id })));
  expect(at(second.json, "nextCursor")).toBeNull();
  const elsewhere = [`/v1/api-keys?order=desc&cursor=${cursor}`, `/v1/brands?order=asc&cursor=${cursor}`];
  for (const path of elsewhere) expect(fieldsOf(await call("GET", path))).toEqual(["cursor"]);
});

it("another organization's key cannot be revoked or rotated: both get the response for an unknown key, and it keeps working", async () => {
  const foreign = await createKey({ name: randomUUID(), role: "read" });
  const foreignAdmin = (await newOrganization()).keys.admin;
  for (const [method, path] of [
    ["DELETE", ""],
    ["POST", "/rotate"],
  ] as const) {
    const send = (id: string) => call(method, `/v1/api-keys/${id}${path}`, undefined, foreignAdmin);
    const unknown = await send(newId("key"));
    expect(errorFaults(unknown, 404)).toEqual([]);
    expect(comparable(await send(foreign.id))).toEqual(comparable(unknown));
  }
  expect(await statusOf(foreign.key)).toBe(200);
  expect((await call("GET", "/v1/api-keys", undefined, foreignAdmin)).text).not.toContain(foreign.id);
});
