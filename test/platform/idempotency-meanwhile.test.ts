import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { apiKeyRoutes } from "../../functions/contract/routes/api-keys.ts";
import { brandRoutes } from "../../functions/contract/routes/brands.ts";
import { postRoutes } from "../../functions/contract/routes/posts.ts";
import { openBrand } from "../../functions/domain/brand.ts";
import { apiKeyView, issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { movedPost, schedulingMessages } from "../../functions/domain/post.ts";
import { hourMs, isoTime, minuteMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { hashApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import type { Effects } from "../../functions/platform/effects.ts";
import { endpoint } from "../../functions/platform/endpoint.ts";
import { logger } from "../../functions/platform/logger.ts";
import { authenticateKey } from "../../functions/table/api-keys.ts";
import { deleteBrand, insertBrand, readBrand } from "../../functions/table/brands.ts";
import { insertApiKey, revokeApiKey, rotateApiKey } from "../../functions/table/keyring.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { changePost, readPost } from "../../functions/table/posts.ts";
import { type JsonObject, parseJsonObject, textAt } from "../../lib/emulator/json.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { testTable } from "../support/table/table.ts";

// What becomes of a request under an Idempotency-Key when time goes on, or others act, between its tries.

let nowMs = testTimeMs;
const table = testTable();
const effects: Effects = { table, nowMs: () => nowMs, newId, randomBytes };

let organizationId: string;
let key: string;
beforeAll(() => {
  logger.setLogLevel("SILENT");
});
beforeEach(async () => {
  nowMs = testTimeMs;
  organizationId = newId("org");
  key = newApiKey();
  const first = issueKey({ id: newId("key"), name: "first", role: "admin", hash: hashApiKey(key) }, nowMs);
  const organization = openOrganization({ id: organizationId, name: "Acme" }, nowMs);
  await insertOrganization(table, organization, { keys: [first], cursorKey: "" });
});

type Handle<R extends Route> = Parameters<typeof endpoint<R>>[1];
type Options<R extends Route> = Parameters<typeof endpoint<R>>[2];

interface Answer {
  statusCode: number;
  body: JsonObject;
  isReplayed: boolean;
}

/** Asks a route under the one Idempotency-Key of these tests. */
async function ask<R extends Route>(
  route: R,
  handle: Handle<R>,
  { id, body, ...options }: { id?: string; body?: object } & Omit<NonNullable<Options<R>>, "effects"> = {},
): Promise<Answer> {
  const handler = endpoint(route, handle, { effects, ...options });
  const event = {
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": "a-key",
    },
    pathParameters: id === undefined ? null : { id },
    queryStringParameters: null,
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
  };
  const answer = await handler(trusted<APIGatewayProxyEvent>(event), trusted<Context>({}));
  return {
    statusCode: answer.statusCode,
    body: parseJsonObject(answer.body, "the answer"),
    isReplayed: answer.headers?.["Idempotent-Replayed"] === "true",
  };
}

/** A handler whose function dies when its change is stored. */
function dying<Request, Reply>(handle: (request: Request, own: Effects) => Promise<Reply>) {
  return async (request: Request, own: Effects): Promise<Reply> => {
    await handle(request, own);
    throw new Error("the function has died");
  };
}

const failing = () => Promise.reject(new Error("throttled"));

const createKey: Handle<typeof apiKeyRoutes.createApiKey> = async ({ caller, body }, own) => {
  const made = newApiKey(own.randomBytes);
  const issued = issueKey({ ...body, id: own.newId("key"), hash: hashApiKey(made) }, own.nowMs());
  await insertApiKey(own.table, caller, issued, own.nowMs());
  return { ...apiKeyView({ ...issued, lastUsedAt: null }, own.nowMs()), key: made };
};

const rotateKey: Handle<typeof apiKeyRoutes.rotateApiKey> = async ({ caller, id, body }, own) => {
  const made = newApiKey(own.randomBytes);
  const given = { ...body, id: own.newId("key"), hash: hashApiKey(made) };
  const { successor, previous } = await rotateApiKey(own.table, caller, id, given, own.nowMs());
  const { id: previousId, expiresAt } = previous;
  const view = apiKeyView({ ...successor, lastUsedAt: null }, own.nowMs());
  return { ...view, key: made, previousKey: { id: previousId, expiresAt } };
};

const approve: Handle<typeof postRoutes.approvePost> = ({ caller, id }, own) =>
  changePost(own.table, caller.organizationId, id, (current) => {
    const post = movedPost(current, "approve", own.nowMs());
    return { post, messages: schedulingMessages(post, own.newId, own.nowMs()) };
  });

const createBrand: Handle<typeof brandRoutes.createBrand> = async ({ caller, body }, own) => {
  const brand = openBrand(
    { ...body, id: own.newId("brd"), organizationId: caller.organizationId },
    own.nowMs(),
  );
  await insertBrand(own.table, brand);
  return brand;
};

const admitted = async (made: string) => (await authenticateKey(table, hashApiKey(made), nowMs)).outcome;

describe("a request that was answered", () => {
  it("gives its answer again also when a time in it has passed by now", async () => {
    const body = { name: "short", role: "read", expiresAt: isoTime(nowMs + hourMs) };
    const options = {
      body,
      alsoCheck: (_: unknown, own: Effects) =>
        Date.parse(body.expiresAt) <= own.nowMs() ? [{ field: "expiresAt", reason: "is past" }] : [],
    };
    const first = await ask(apiKeyRoutes.createApiKey, createKey, options);
    expect(first.statusCode).toBe(201);
    nowMs += 2 * hourMs;
    const again = await ask(apiKeyRoutes.createApiKey, createKey, options);
    expect(again).toEqual({ ...first, isReplayed: true });
  });
});

describe("a request that failed before it stored anything", () => {
  it("has the grace of a rotation begin when it is done, not when it was first tried", async () => {
    const worn = newApiKey();
    const issued = issueKey({ id: newId("key"), name: "worn", role: "write", hash: hashApiKey(worn) }, nowMs);
    await insertApiKey(table, { organizationId, cursorKey: "" }, issued, nowMs);
    const request = { id: issued.id, body: { graceSeconds: 60 } };
    expect((await ask(apiKeyRoutes.rotateApiKey, failing, request)).statusCode).toBe(500);
    nowMs += 90_000;
    const rotated = await ask(apiKeyRoutes.rotateApiKey, rotateKey, request);
    expect(rotated.statusCode).toBe(201);
    expect(textAt(rotated.body["previousKey"], "expiresAt")).toBe(isoTime(nowMs + minuteMs));
    expect(await admitted(worn)).toBe("accepted");
  });

  it("schedules a post for the moment of its approval, not of the first try", async () => {
    const post = aPost(organizationId, { scheduledAt: isoTime(nowMs - 1000) });
    await storePosts(table, [post]);
    expect((await ask(postRoutes.approvePost, failing, { id: post.id })).statusCode).toBe(500);
    nowMs += 23 * hourMs;
    const approved = await ask(postRoutes.approvePost, approve, { id: post.id });
    expect(approved.body).toMatchObject({ status: "scheduled", scheduledAt: isoTime(nowMs) });
  });
});

describe("a request that was carried out, and whose function died", () => {
  it("shows the key that it made, and lets none in again that was revoked since", async () => {
    const body = { name: "lost", role: "admin" };
    expect((await ask(apiKeyRoutes.createApiKey, dying(createKey), { body })).statusCode).toBe(500);
    const shown = await ask(apiKeyRoutes.createApiKey, createKey, { body });
    expect(shown.statusCode).toBe(201);
    expect(await admitted(textAt(shown.body, "key") ?? "")).toBe("accepted");
  });

  it("lets no key in again that was revoked since", async () => {
    const body = { name: "lost", role: "admin" };
    let made = "";
    const noting: typeof createKey = async (request, own) => {
      const reply = await createKey(request, own);
      made = reply.id;
      return reply;
    };
    expect((await ask(apiKeyRoutes.createApiKey, dying(noting), { body })).statusCode).toBe(500);
    await revokeApiKey(table, organizationId, made, nowMs);
    const again = await ask(apiKeyRoutes.createApiKey, createKey, { body });
    expect([again.statusCode, again.body["id"]]).toEqual([201, made]);
    expect(await admitted(textAt(again.body, "key") ?? "")).toBe("rejected");
  });

  it("does not move a post again that others have moved on since, and shows it as it stands", async () => {
    const post = aPost(organizationId);
    await storePosts(table, [post]);
    expect((await ask(postRoutes.approvePost, dying(approve), { id: post.id })).statusCode).toBe(500);
    for (const move of ["cancel", "submit"] as const) {
      await changePost(table, organizationId, post.id, (current) => ({
        post: movedPost(current, move, nowMs),
      }));
    }
    const again = await ask(postRoutes.approvePost, approve, { id: post.id });
    expect([again.statusCode, again.body["status"]]).toEqual([200, "pending"]);
    expect((await readPost(table, organizationId, post.id))?.status).toBe("pending");
  });

  it("is no failure because others have changed the thing since", async () => {
    const post = aPost(organizationId);
    await storePosts(table, [post]);
    expect((await ask(postRoutes.approvePost, dying(approve), { id: post.id })).statusCode).toBe(500);
    await changePost(table, organizationId, post.id, (current) => ({
      post: { ...current, content: { ...current.content, text: "Edited." } },
    }));
    const again = await ask(postRoutes.approvePost, approve, { id: post.id });
    expect(again).toMatchObject({
      statusCode: 200,
      body: { status: "scheduled", content: { text: "Edited." } },
    });
  });

  it("does not bring back what was deleted since", async () => {
    const body = { name: "Acme", timezone: "UTC" };
    let made = "";
    const noting: typeof createBrand = async (request, own) => {
      const brand = await createBrand(request, own);
      made = brand.id;
      return brand;
    };
    expect((await ask(brandRoutes.createBrand, dying(noting), { body })).statusCode).toBe(500);
    await deleteBrand(table, organizationId, made, []);
    const again = await ask(brandRoutes.createBrand, createBrand, { body });
    expect([again.statusCode, again.body["id"]]).toEqual([201, made]);
    expect(await readBrand(table, organizationId, made)).toBeNull();
  });
});

describe("what is wrong with an Idempotency-Key", () => {
  it("is told together with a body that cannot be read", async () => {
    const handler = endpoint(brandRoutes.createBrand, createBrand, { effects });
    const sent = { authorization: `Bearer ${key}`, "idempotency-key": "two words" };
    for (const [type, body] of [
      ["application/json", "{"],
      ["text/plain", "{}"],
      ["application/json", ""],
    ] as const) {
      const answer = await handler(
        trusted<APIGatewayProxyEvent>({
          headers: { ...sent, "content-type": type },
          pathParameters: null,
          queryStringParameters: null,
          body,
          isBase64Encoded: false,
          requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
        }),
        trusted<Context>({}),
      );
      expect(parseJsonObject(answer.body, "the answer")).toMatchObject({
        error: { fields: [{ field: "body" }, { field: "Idempotency-Key" }] },
      });
    }
  });
});
