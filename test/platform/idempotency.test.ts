import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
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
import { countingProxy } from "../support/api/counting-proxy.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { tableAt, testTable } from "../support/table/table.ts";

let nowMs = testTimeMs;
const effects: Effects = { table: testTable(), nowMs: () => nowMs, newId, randomBytes };

let proxy: Awaited<ReturnType<typeof countingProxy>>;
beforeAll(async () => {
  logger.setLogLevel("SILENT");
  proxy = await countingProxy(inject("database").endpoint);
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

/** What makes a brand, and says when it did. */
const making =
  (during: (own: Effects) => Promise<void> = async () => undefined): Handle =>
  async ({ caller, body }, own) => {
    const { organizationId } = caller;
    const brand = openBrand({ ...body, id: own.newId("brd"), organizationId }, own.nowMs());
    await insertBrand(own.table, brand);
    await during(own);
    return brand;
  };

const throttled: Handle = () => Promise.reject(new Error("throttled"));

interface Sent {
  key: string;
  idempotencyKey?: string;
  name?: string;
  given?: Effects;
}

async function send(handle: Handle, { key, idempotencyKey = "a-key", name = "Acme", given = effects }: Sent) {
  const handler = endpoint(brandRoutes.createBrand, handle, { effects: given });
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

describe("a request under an Idempotency-Key", () => {
  it("is known by it for 24 hours and not a second longer", async () => {
    const { organizationId, key } = await aKey();
    const first = await send(making(), { key });
    nowMs += dayMs - 1;
    expect(await send(making(), { key })).toEqual({ ...first, isReplayed: true });
    expect((await send(making(), { key, name: "Other" })).statusCode).toBe(422);
    nowMs += secondMs;
    const other = await send(making(), { key, name: "Other" });
    expect([other.statusCode, other.isReplayed]).toEqual([201, false]);
    expect(await send(making(), { key, name: "Other" })).toEqual({ ...other, isReplayed: true });
    expect((await brandsOf(organizationId)).map(({ name }) => name)).toEqual(["Acme", "Other"]);
  });

  it("that failed after its change is not carried out again: its answer is found again, as of its moment", async () => {
    const { organizationId, key } = await aKey();
    const draws: unknown[] = [];
    const failing = making(async (own) => {
      draws.push([own.newId("run"), Buffer.from(own.randomBytes(40)), own.nowMs()]);
      if (draws.length < 3) throw new Error("the connection is gone");
    });
    for (const statusCode of [500, 500, 201]) {
      expect((await send(failing, { key })).statusCode).toBe(statusCode);
      nowMs += 20 * secondMs;
    }
    expect(draws).toEqual([draws[0], draws[0], draws[0]]);
    expect(await brandsOf(organizationId)).toHaveLength(1);
    expect((await send(failing, { key })).isReplayed).toBe(true);
    expect(draws).toHaveLength(3);
  });

  it("that failed before its change is carried out anew, as of the next try", async () => {
    const { organizationId, key } = await aKey();
    expect((await send(throttled, { key })).statusCode).toBe(500);
    nowMs += 20 * secondMs;
    expect((await send(making(), { key })).statusCode).toBe(201);
    const made = (await brandsOf(organizationId)).map(({ createdAt }) => createdAt);
    expect(made).toEqual([isoTime(nowMs)]);
  });

  it("that was taken over stores nothing any more, however late its write comes", async () => {
    const { organizationId, key } = await aKey();
    const { promise: delay, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const late: Handle = async (request, own) => {
      begin();
      await delay;
      return making()(request, own);
    };
    const first = send(late, { key });
    await begun;
    nowMs += 16 * secondMs;
    const second = await send(making(), { key });
    goOn();
    expect(second.statusCode).toBe(201);
    expect((await first).statusCode).toBe(429);
    expect(await brandsOf(organizationId)).toHaveLength(1);
    expect(await send(making(), { key })).toEqual({ ...second, isReplayed: true });
  });

  it("whose function has died is taken over once nobody can be working on it, and only then", async () => {
    const { organizationId, key } = await aKey();
    const { promise: death, resolve: revive } = Promise.withResolvers<void>();
    const dying = making(() => death);
    const first = send(dying, { key });
    await expect.poll(() => brandsOf(organizationId)).toHaveLength(1);
    let isAnswered = false;
    const waiting = send(making(), { key }).finally(() => (isAnswered = true));
    await expect.poll(async () => (await send(making(), { key, name: "Other" })).statusCode).toBe(422);
    expect(isAnswered).toBe(false);

    nowMs += 16 * secondMs;
    const [second, third] = await Promise.all([waiting, send(making(), { key })]);
    expect([second.statusCode, third.body]).toEqual([201, second.body]);
    expect([second, third].filter(({ isReplayed }) => isReplayed)).toHaveLength(1);
    revive();
    expect((await first).body).toBe(second.body);
    expect(await brandsOf(organizationId)).toHaveLength(1);
    expect(await send(making(), { key })).toEqual({ ...second, isReplayed: true });
  });

  it("that was refused for its shape after all leaves the key free", async () => {
    const { key } = await aKey();
    const late = invalid([{ field: "name", reason: "is taken" }]);
    expect((await send(() => Promise.reject(late), { key })).statusCode).toBe(400);
    expect((await send(making(), { key, name: "Other" })).statusCode).toBe(201);
  });

  it("that found nothing finds nothing again", async () => {
    const { key } = await aKey();
    const missing = await send(() => Promise.reject(notFound("pipeline")), { key });
    expect(missing.statusCode).toBe(404);
    expect(await send(making(), { key })).toEqual({ ...missing, isReplayed: true });
  });

  it("costs two writes more than without, and its mark; and one where it is answered again", async () => {
    const { key } = await aKey();
    const { endpoint: url } = proxy;
    const counted = tableAt({ endpoint: url, tableName: effects.table.name });
    const given = { ...effects, table: counted };
    const billOf = async (sent: Partial<Sent>) => {
      const { calls, actions, units } = await proxy.costOf(() => send(making(), { key, given, ...sent }));
      return { calls, units, actions: [...actions].toSorted() };
    };
    await send(making(), { key, idempotencyKey: "" });
    const actions = ["PutItem", "UpdateItem"];
    const plain = { calls: { UpdateItem: 1, TransactWriteItems: 1 }, actions };
    const without = await billOf({ idempotencyKey: "" });
    expect(without).toMatchObject(plain);
    const calls = { UpdateItem: 3, TransactWriteItems: 1 };
    // The mark is one more write of the transaction, which counts double.
    expect(await billOf({})).toEqual({ calls, actions, units: without.units + 4 });
    expect(await billOf({})).toMatchObject({ calls: { UpdateItem: 2 }, actions: ["UpdateItem"] });
  });
});

const drawn = (from: { bearer: string; seed: string }) =>
  newApiKey(repeatableEffects(effects, from, testTimeMs).randomBytes);

describe("a kept reply", () => {
  const bearer = newApiKey();
  const seed = randomBytes(32).toString("base64url");
  const origin = { bearer, seed };
  const sealed = sealResponse("a reply", origin, "place");

  it("is opened by the API key it was given to, and by nothing else", () => {
    expect(openResponse(sealed, origin, "place")).toBe("a reply");
    expect(Buffer.from(sealed).toString("latin1")).not.toContain("reply");
    const others = [
      { ...origin, bearer: newApiKey() },
      { ...origin, bearer: hashApiKey(bearer) },
      { ...origin, seed: randomBytes(32).toString("base64url") },
    ];
    for (const other of others)
      expect(() => openResponse(sealed, other, "place")).toThrow("authenticate data");
    expect(() => openResponse(sealed, origin, "another place")).toThrow("authenticate data");
    for (let place = 0; place < sealed.length; place += 1) {
      const altered = Uint8Array.from(sealed, (byte, index) => (index === place ? byte ^ 1 : byte));
      expect(() => openResponse(altered, origin, "place")).toThrow("authenticate data");
    }
  });

  it("holds secrets that come from the API key: without it they cannot be drawn again", () => {
    expect(drawn(origin)).toBe(drawn(origin));
    expect(drawn({ ...origin, bearer: newApiKey() })).not.toBe(drawn(origin));
    expect(drawn({ ...origin, seed: randomBytes(32).toString("base64url") })).not.toBe(drawn(origin));
  });
});
