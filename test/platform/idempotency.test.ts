import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { brandRoutes } from "../../functions/contract/routes/brands.ts";
import { openBrand } from "../../functions/domain/brand.ts";
import { invalid, notFound } from "../../functions/domain/errors.ts";
import { issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { dayMs, isoTime, secondMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { hashApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import type { Effects } from "../../functions/platform/effects.ts";
import { endpoint } from "../../functions/platform/endpoint.ts";
import { logger } from "../../functions/platform/logger.ts";
import { openResponse, repeatableEffects, sealResponse } from "../../functions/platform/repeatable.ts";
import { insertBrand, pageOfBrands } from "../../functions/table/brands.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { openCountingProxy } from "../support/api/counting-proxy.ts";
import { provided } from "../support/setup/provided.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { tableAt, testTable } from "../support/table/table.ts";

let nowMs = testTimeMs;
const effects: Effects = { table: testTable(), nowMs: () => nowMs, newId, randomBytes };

let proxy: Awaited<ReturnType<typeof openCountingProxy>>;
beforeAll(async () => {
  logger.setLogLevel("SILENT");
  proxy = await openCountingProxy(provided("database").endpoint);
});
afterAll(() => proxy.close());

async function aKey(): Promise<{ organizationId: string; key: string }> {
  const organizationId = newId("org");
  const key = newApiKey();
  const issued = issueKey({ id: newId("key"), name: "first", role: "write", hash: hashApiKey(key) }, nowMs);
  const organization = openOrganization({ id: organizationId, name: "Acme" }, nowMs);
  await insertOrganization(effects.table, organization, { keys: [issued], cursorKey: "" });
  return { organizationId, key };
}

type Handle = Parameters<typeof endpoint<typeof brandRoutes.createBrand>>[1];

/** A handler that creates a brand, then runs `during`. */
const creating =
  (during: (own: Effects) => Promise<void> = async () => undefined): Handle =>
  async ({ caller, body }, own) => {
    const { organizationId } = caller;
    const brand = openBrand({ ...body, id: own.newId("brd"), organizationId }, own.nowMs());
    await insertBrand(own.table, brand);
    await during(own);
    return brand;
  };

const throttled: Handle = () => Promise.reject(new Error("throttled"));

interface RequestOptions {
  key: string;
  idempotencyKey?: string;
  name?: string;
  requestEffects?: Effects;
}

async function send(
  handle: Handle,
  { key, idempotencyKey = "a-key", name = "Acme", requestEffects = effects }: RequestOptions,
) {
  const handler = endpoint(brandRoutes.createBrand, handle, { effects: requestEffects });
  const result: APIGatewayProxyResult = await handler(
    trusted<APIGatewayProxyEvent>({
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(idempotencyKey !== "" && { "idempotency-key": idempotencyKey }),
      },
      pathParameters: null,
      queryStringParameters: null,
      body: JSON.stringify({ name, timezone: "UTC" }),
      isBase64Encoded: false,
      requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
    }),
    trusted<Context>({}),
  );
  const { statusCode, body, headers } = result;
  return { statusCode, body, isReplayed: headers?.["Idempotent-Replayed"] === "true" };
}

const brandsOf = async (organizationId: string) => {
  const page = { order: "asc" as const, limit: 100, after: null };
  return (await pageOfBrands(effects.table, organizationId, page)).rows;
};

it("a response is replayed for its Idempotency-Key for 24 hours and not longer", async () => {
  const { organizationId, key } = await aKey();
  const first = await send(creating(), { key });
  nowMs += dayMs - 1;
  expect(await send(creating(), { key })).toEqual({ ...first, isReplayed: true });
  expect((await send(creating(), { key, name: "Other" })).statusCode).toBe(422);
  nowMs += secondMs;
  const other = await send(creating(), { key, name: "Other" });
  expect([other.statusCode, other.isReplayed]).toEqual([201, false]);
  expect(await send(creating(), { key, name: "Other" })).toEqual({ ...other, isReplayed: true });
  expect((await brandsOf(organizationId)).map(({ name }) => name)).toEqual(["Acme", "Other"]);
});

it("a request whose first tries failed after the commit returns the response of the first try and stores nothing more", async () => {
  const { organizationId, key } = await aKey();
  const drawn: unknown[] = [];
  const failing = creating(async (own) => {
    drawn.push([own.newId("run"), Buffer.from(own.randomBytes(40)), own.nowMs()]);
    if (drawn.length < 3) throw new Error("the connection is gone");
  });
  for (const statusCode of [500, 500, 201]) {
    expect((await send(failing, { key })).statusCode).toBe(statusCode);
    nowMs += 20 * secondMs;
  }
  expect(drawn).toEqual([drawn[0], drawn[0], drawn[0]]);
  expect(await brandsOf(organizationId)).toHaveLength(1);
  expect((await send(failing, { key })).isReplayed).toBe(true);
  expect(drawn).toHaveLength(3);
});

it("a request whose first try failed before the commit is executed by the next try, at the time of that try", async () => {
  const { organizationId, key } = await aKey();
  expect((await send(throttled, { key })).statusCode).toBe(500);
  nowMs += 20 * secondMs;
  expect((await send(creating(), { key })).statusCode).toBe(201);
  const createdTimes = (await brandsOf(organizationId)).map(({ createdAt }) => createdAt);
  expect(createdTimes).toEqual([isoTime(nowMs)]);
});

it("a request that another try has taken over stores nothing, however late its write comes", async () => {
  const { organizationId, key } = await aKey();
  const { promise: delay, resolve: release } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const late: Handle = async (request, own) => {
    start();
    await delay;
    return creating()(request, own);
  };
  const first = send(late, { key });
  await started;
  nowMs += 16 * secondMs;
  const second = await send(creating(), { key });
  release();
  expect(second.statusCode).toBe(201);
  expect((await first).statusCode).toBe(429);
  expect(await brandsOf(organizationId)).toHaveLength(1);
  expect(await send(creating(), { key })).toEqual({ ...second, isReplayed: true });
});

it("a request whose function has died is taken over when that function's time has run out, and not before", async () => {
  const { organizationId, key } = await aKey();
  const { promise: pause, resolve: resume } = Promise.withResolvers<void>();
  const pausing = creating(() => pause);
  const first = send(pausing, { key });
  await expect.poll(() => brandsOf(organizationId)).toHaveLength(1);
  let hasResponse = false;
  const waiting = send(creating(), { key }).finally(() => (hasResponse = true));
  await expect.poll(async () => (await send(creating(), { key, name: "Other" })).statusCode).toBe(422);
  expect(hasResponse).toBe(false);

  nowMs += 16 * secondMs;
  const [second, third] = await Promise.all([waiting, send(creating(), { key })]);
  expect([second.statusCode, third.body]).toEqual([201, second.body]);
  expect([second, third].filter(({ isReplayed }) => isReplayed)).toHaveLength(1);
  resume();
  expect((await first).body).toBe(second.body);
  expect(await brandsOf(organizationId)).toHaveLength(1);
  expect(await send(creating(), { key })).toEqual({ ...second, isReplayed: true });
});

it("a request that its handler rejects as invalid leaves its Idempotency-Key free", async () => {
  const { key } = await aKey();
  const late = invalid([{ field: "name", reason: "is taken" }]);
  expect((await send(() => Promise.reject(late), { key })).statusCode).toBe(400);
  expect((await send(creating(), { key, name: "Other" })).statusCode).toBe(201);
});

it("a request that returned 404 returns the same 404 again", async () => {
  const { key } = await aKey();
  const missing = await send(() => Promise.reject(notFound("pipeline")), { key });
  expect(missing.statusCode).toBe(404);
  expect(await send(creating(), { key })).toEqual({ ...missing, isReplayed: true });
});

it("a request with an Idempotency-Key costs two more writes and a mark, and a replay costs one write apart from authentication", async () => {
  const { key } = await aKey();
  const { endpoint: url } = proxy;
  const metered = tableAt({ endpoint: url, tableName: effects.table.name });
  const requestEffects = { ...effects, table: metered };
  const costOf = async (sent: Partial<RequestOptions>) => {
    const { calls, actions, units } = await proxy.costOf(() =>
      send(creating(), { key, requestEffects, ...sent }),
    );
    return { calls, units, actions: [...actions].toSorted() };
  };
  await send(creating(), { key, idempotencyKey: "" });
  const actions = ["PutItem", "UpdateItem"];
  const plain = { calls: { UpdateItem: 1, TransactWriteItems: 1 }, actions };
  const without = await costOf({ idempotencyKey: "" });
  expect(without).toMatchObject(plain);
  const calls = { UpdateItem: 3, TransactWriteItems: 1 };
  // The mark is one more write of the transaction, which counts double.
  expect(await costOf({})).toEqual({ calls, actions, units: without.units + 4 });
  expect(await costOf({})).toMatchObject({ calls: { UpdateItem: 2 }, actions: ["UpdateItem"] });
});

const keyFrom = (from: { bearer: string; seed: string }) =>
  newApiKey(repeatableEffects(effects, from, testTimeMs).randomBytes);

const bearer = newApiKey();
const seed = randomBytes(32).toString("base64url");
const origin = { bearer, seed };
const sealed = sealResponse("a response", origin, "context");

it("a stored response can be opened only with the API key of its request", () => {
  expect(openResponse(sealed, origin, "context")).toBe("a response");
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("response");
  const others = [
    { ...origin, bearer: newApiKey() },
    { ...origin, bearer: hashApiKey(bearer) },
    { ...origin, seed: randomBytes(32).toString("base64url") },
  ];
  for (const other of others)
    expect(() => openResponse(sealed, other, "context")).toThrow("authenticate data");
  expect(() => openResponse(sealed, origin, "another context")).toThrow("authenticate data");
  for (let changed = 0; changed < sealed.length; changed += 1) {
    const altered = Uint8Array.from(sealed, (byte, index) => (index === changed ? byte ^ 1 : byte));
    expect(() => openResponse(altered, origin, "context")).toThrow("authenticate data");
  }
});

it("a stored response's secrets are derived from the API key, and cannot be derived without it", () => {
  expect(keyFrom(origin)).toBe(keyFrom(origin));
  expect(keyFrom({ ...origin, bearer: newApiKey() })).not.toBe(keyFrom(origin));
  expect(keyFrom({ ...origin, seed: randomBytes(32).toString("base64url") })).not.toBe(keyFrom(origin));
});
