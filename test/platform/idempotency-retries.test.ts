import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { apiKeyRoutes } from "../../functions/contract/routes/api-keys.ts";
import { brandRoutes } from "../../functions/contract/routes/brands.ts";
import { postRoutes } from "../../functions/contract/routes/posts.ts";
import { openBrand } from "../../functions/domain/brand.ts";
import { apiKeyView, issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { movedPost, type Post, schedulingMessages } from "../../functions/domain/post.ts";
import { postView } from "../../functions/domain/post-view.ts";
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
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { testTable } from "../support/table/table.ts";

// Requests with an Idempotency-Key, when time passes or other requests succeed between their tries.

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

interface RouteResponse {
  statusCode: number;
  body: JsonObject;
  isReplayed: boolean;
}

/** Sends a request to a route with the Idempotency-Key of these tests. */
async function send<R extends Route>(
  route: R,
  handle: Handle<R>,
  { id, body, ...options }: { id?: string; body?: object } & Omit<NonNullable<Options<R>>, "effects"> = {},
): Promise<RouteResponse> {
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
  const response = await handler(trusted<APIGatewayProxyEvent>(event), trusted<Context>({}));
  return {
    statusCode: response.statusCode,
    body: parseJsonObject(response.body, "the response"),
    isReplayed: response.headers?.["Idempotent-Replayed"] === "true",
  };
}

/** A handler that throws after its change is stored, like a function that dies. */
function dying<Request, Response>(handle: (request: Request, own: Effects) => Promise<Response>) {
  return async (request: Request, own: Effects): Promise<Response> => {
    await handle(request, own);
    throw new Error("the function has died");
  };
}

const failing = () => Promise.reject(new Error("throttled"));

const createKey: Handle<typeof apiKeyRoutes.createApiKey> = async ({ caller, body }, own) => {
  const newKey = newApiKey(own.randomBytes);
  const issued = issueKey({ ...body, id: own.newId("key"), hash: hashApiKey(newKey) }, own.nowMs());
  await insertApiKey(own.table, caller, issued, own.nowMs());
  return { ...apiKeyView({ ...issued, lastUsedAt: null }, own.nowMs()), key: newKey };
};

const rotateKey: Handle<typeof apiKeyRoutes.rotateApiKey> = async ({ caller, id, body }, own) => {
  const newKey = newApiKey(own.randomBytes);
  const next = { ...body, id: own.newId("key"), hash: hashApiKey(newKey) };
  const { successor, previous } = await rotateApiKey(own.table, caller, id, next, own.nowMs());
  const { id: previousId, expiresAt } = previous;
  const view = apiKeyView({ ...successor, lastUsedAt: null }, own.nowMs());
  return { ...view, key: newKey, previousKey: { id: previousId, expiresAt } };
};

const approve: Handle<typeof postRoutes.approvePost> = ({ caller, id }, own) =>
  changePost(own.table, caller.organizationId, id, (current) => {
    const post = movedPost(current, "approve", own.nowMs());
    return { post, messages: schedulingMessages(post, own.newId, own.nowMs()) };
  }).then(postView);

const createBrand: Handle<typeof brandRoutes.createBrand> = async ({ caller, body }, own) => {
  const brand = openBrand(
    { ...body, id: own.newId("brd"), organizationId: caller.organizationId },
    own.nowMs(),
  );
  await insertBrand(own.table, brand);
  return brand;
};

const authenticated = async (apiKey: string) =>
  (await authenticateKey(table, hashApiKey(apiKey), nowMs)).outcome;

it("a stored response is replayed also when a time in its request is in the past by now", async () => {
  const body = { name: "short", role: "read", expiresAt: isoTime(nowMs + hourMs) };
  const options = {
    body,
    alsoCheck: (_: unknown, own: Effects) =>
      Date.parse(body.expiresAt) <= own.nowMs() ? [{ field: "expiresAt", reason: "is past" }] : [],
  };
  const first = await send(apiKeyRoutes.createApiKey, createKey, options);
  expect(first.statusCode).toBe(201);
  nowMs += 2 * hourMs;
  const again = await send(apiKeyRoutes.createApiKey, createKey, options);
  expect(again).toEqual({ ...first, isReplayed: true });
});

it("a rotation whose first try stored nothing begins its grace period at the time of the successful try", async () => {
  const rotatedKey = newApiKey();
  const issued = issueKey(
    { id: newId("key"), name: "worn", role: "write", hash: hashApiKey(rotatedKey) },
    nowMs,
  );
  await insertApiKey(table, { organizationId, cursorKey: "" }, issued, nowMs);
  const request = { id: issued.id, body: { graceSeconds: 60 } };
  expect((await send(apiKeyRoutes.rotateApiKey, failing, request)).statusCode).toBe(500);
  nowMs += 90_000;
  const rotated = await send(apiKeyRoutes.rotateApiKey, rotateKey, request);
  expect(rotated.statusCode).toBe(201);
  expect(textAt(rotated.body["previousKey"], "expiresAt")).toBe(isoTime(nowMs + minuteMs));
  expect(await authenticated(rotatedKey)).toBe("accepted");
});

/** Stores a post of a brand that exists. */
async function aStoredPost(changes: Partial<Post> = {}): Promise<Post> {
  const brand = aBrand(organizationId);
  await insertBrand(table, brand);
  const post = aPost(organizationId, { brandId: brand.id, ...changes });
  await storePosts(table, [post]);
  return post;
}

it("a post whose first approval stored nothing is scheduled at the time of the successful approval", async () => {
  const post = await aStoredPost({ scheduledAt: isoTime(nowMs - 1000) });
  expect((await send(postRoutes.approvePost, failing, { id: post.id })).statusCode).toBe(500);
  nowMs += 23 * hourMs;
  const approved = await send(postRoutes.approvePost, approve, { id: post.id });
  expect(approved.body).toMatchObject({ status: "scheduled", scheduledAt: isoTime(nowMs) });
});

it("a key whose function died after the commit is shown by the next try, and is accepted", async () => {
  const body = { name: "lost", role: "admin" };
  expect((await send(apiKeyRoutes.createApiKey, dying(createKey), { body })).statusCode).toBe(500);
  const shown = await send(apiKeyRoutes.createApiKey, createKey, { body });
  expect(shown.statusCode).toBe(201);
  expect(await authenticated(textAt(shown.body, "key") ?? "")).toBe("accepted");
});

it("a key whose function died after the commit, and that was revoked since, is shown but not accepted", async () => {
  const body = { name: "lost", role: "admin" };
  let createdId = "";
  const recording: typeof createKey = async (request, own) => {
    const response = await createKey(request, own);
    createdId = response.id;
    return response;
  };
  expect((await send(apiKeyRoutes.createApiKey, dying(recording), { body })).statusCode).toBe(500);
  await revokeApiKey(table, organizationId, createdId, nowMs);
  const again = await send(apiKeyRoutes.createApiKey, createKey, { body });
  expect([again.statusCode, again.body["id"]]).toEqual([201, createdId]);
  expect(await authenticated(textAt(again.body, "key") ?? "")).toBe("rejected");
});

it("an approval whose function died after the commit does not move the post again, and returns the current post", async () => {
  const post = await aStoredPost();
  expect((await send(postRoutes.approvePost, dying(approve), { id: post.id })).statusCode).toBe(500);
  for (const move of ["cancel", "submit"] as const) {
    await changePost(table, organizationId, post.id, (current) => ({
      post: movedPost(current, move, nowMs),
    }));
  }
  const again = await send(postRoutes.approvePost, approve, { id: post.id });
  expect([again.statusCode, again.body["status"]]).toEqual([200, "pending"]);
  expect((await readPost(table, organizationId, post.id))?.status).toBe("pending");
});

it("an approval whose function died after the commit succeeds although another request has changed the post since", async () => {
  const post = await aStoredPost();
  expect((await send(postRoutes.approvePost, dying(approve), { id: post.id })).statusCode).toBe(500);
  await changePost(table, organizationId, post.id, (current) => ({
    post: { ...current, content: { ...current.content, text: "Edited." } },
  }));
  const again = await send(postRoutes.approvePost, approve, { id: post.id });
  expect(again).toMatchObject({
    statusCode: 200,
    body: { status: "scheduled", content: { text: "Edited." } },
  });
});

it("a brand whose function died after the commit, and that was deleted since, is not created again", async () => {
  const body = { name: "Acme", timezone: "UTC" };
  let createdId = "";
  const recording: typeof createBrand = async (request, own) => {
    const brand = await createBrand(request, own);
    createdId = brand.id;
    return brand;
  };
  expect((await send(brandRoutes.createBrand, dying(recording), { body })).statusCode).toBe(500);
  await deleteBrand(table, organizationId, createdId, []);
  const again = await send(brandRoutes.createBrand, createBrand, { body });
  expect([again.statusCode, again.body["id"]]).toEqual([201, createdId]);
  expect(await readBrand(table, organizationId, createdId)).toBeNull();
});

it("an invalid Idempotency-Key is reported together with an unreadable body", async () => {
  const handler = endpoint(brandRoutes.createBrand, createBrand, { effects });
  const credentials = { authorization: `Bearer ${key}`, "idempotency-key": "two words" };
  for (const [type, body] of [
    ["application/json", "{"],
    ["text/plain", "{}"],
    ["application/json", ""],
  ] as const) {
    const response = await handler(
      trusted<APIGatewayProxyEvent>({
        headers: { ...credentials, "content-type": type },
        pathParameters: null,
        queryStringParameters: null,
        body,
        isBase64Encoded: false,
        requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
      }),
      trusted<Context>({}),
    );
    expect(parseJsonObject(response.body, "the response")).toMatchObject({
      error: { fields: [{ field: "body" }, { field: "Idempotency-Key" }] },
    });
  }
});
