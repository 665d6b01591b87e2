import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { projectRoot } from "../../lib/bundle.ts";
import { at, words } from "../../lib/demo/client.ts";
import { textAt, valueAt } from "../../lib/local/json.ts";
import { caseOf, idOf, keyFor, pathOf } from "../api/cases.ts";
import { newWorld, type World } from "../api/world.ts";
import type { AwsCall } from "../faults/aws-call.ts";
import { type Rule, standBetween } from "../faults/proxy.ts";
import { openClient } from "../support/client.ts";

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

const { database, secrets } = inject("service");
const client = openClient(inject("service"), { timeoutMs: 10_000 });
const handlers = new Map<string, Handler>();
const posts: [name: string, route: Route][] = Object.entries(routes).filter(
  ([, { method }]) => method === "POST",
);

const forward: Rule = () => ({ kind: "forward" });
let rule = forward;

beforeAll(async () => {
  const nowhere = "http://127.0.0.1:1";
  const engines = { dynamodb: database.endpoint, kms: secrets.endpoint, sqs: nowhere };
  const between = await standBetween({ ...engines, scheduler: nowhere, lambda: nowhere }, () => rule);
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: between.dynamodb,
    AWS_ENDPOINT_URL_KMS: between.kms,
    SECRETS_KEY_ID: secrets.keyId,
    TABLE_NAME: database.tableName,
    LOCAL_ALLOW_LOOPBACK: "1",
    POWERTOOLS_LOG_LEVEL: "SILENT",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  // The clients are made as the handlers are loaded, so only now.
  for (const [name, { operationId }] of posts) {
    const file = join(projectRoot, "functions", "api", `${operationId}.ts`);
    handlers.set(name, trusted<{ handler: Handler }>(await import(/* @vite-ignore */ file)).handler);
  }
});

afterEach(() => {
  rule = forward;
  vi.useRealTimers();
});

afterAll(() => {
  client.close();
  vi.unstubAllEnvs();
});

/** Calls a route's handler with its right request, as the gateway does. */
async function invoke(name: string, world: World, idempotencyKey: string | null) {
  const { route, body } = caseOf(name);
  const handler = handlers.get(name);
  if (handler === undefined) throw new Error(`no handler of ${name}`);
  const {
    statusCode,
    headers,
    body: text,
  } = await handler(
    trusted<APIGatewayProxyEvent>({
      headers: {
        Authorization: `Bearer ${keyFor(route, world)}`,
        "Content-Type": "application/json",
        ...(idempotencyKey !== null && { "Idempotency-Key": idempotencyKey }),
      },
      pathParameters: { id: idOf(route, world) },
      queryStringParameters: null,
      body: body === undefined ? null : JSON.stringify(body),
      isBase64Encoded: false,
      requestContext: { requestId: randomUUID(), identity: { sourceIp: "192.0.2.1" } },
    }),
    {},
  );
  const { "Idempotent-Replayed": replayed, "Retry-After": retryAfter } = headers ?? {};
  return { statusCode, text, isReplayed: replayed === "true", retryAfter };
}

/** The item that a single write is about. */
const partitionOf = ({ body }: AwsCall): string =>
  textAt(body, "Key", "pk", "S") ?? textAt(body, "Item", "pk", "S") ?? "";

/** Whether a call is what the request is about: neither authentication nor the keeping of its reply. */
const isChange = (call: AwsCall): boolean =>
  call.action === "TransactWriteItems" ||
  (["PutItem", "UpdateItem"].includes(call.action) && !/^KEY#|#IDEMPOTENCY#/.test(partitionOf(call)));

const keepsReply = (call: AwsCall): boolean =>
  partitionOf(call).includes("#IDEMPOTENCY#") &&
  valueAt(call.body, "ExpressionAttributeValues", ":reply") !== undefined;

/** The list that shows what a route has made. */
function listOf(name: string, { ids }: World): string | null {
  switch (name) {
    case "createBrand":
      return "/v1/brands";
    case "createPipeline":
      return `/v1/brands/${ids.brd}/pipelines`;
    case "triggerRun":
      return `/v1/pipelines/${ids.pip}/runs`;
    case "createWebhook":
      return "/v1/webhooks";
    case "createApiKey":
    case "rotateApiKey":
      return "/v1/api-keys";
    default:
      return null;
  }
}

async function sizeOfList(name: string, world: World): Promise<number> {
  const path = listOf(name, world);
  if (path === null) return 0;
  const { json } = await client.call("GET", path, { key: world.keys.admin });
  return Object(Array.isArray(json) ? json : at(json, "data")).length;
}

/** What else has become of it meanwhile stands in the answer: it is published, or attempted. */
const goesOn = ["approvePost", "retryPost", "replayDeadLetter", "replayDeadLetters"];

describe("a POST whose function dies, or seems to", () => {
  it.each(posts)(
    "after its change and before its reply: %s is done once, and answers as it would have",
    async (name, route) => {
      const world = await newWorld();
      const before = await sizeOfList(name, world);
      rule = (call) =>
        keepsReply(call)
          ? { kind: "refuse", status: 400, code: "AccessDeniedException" }
          : { kind: "forward" };
      const first = await invoke(name, world, "a-key");
      expect([first.statusCode, first.text]).toEqual([route.success.status, first.text]);
      const made = await sizeOfList(name, world);
      expect(made).toBe(listOf(name, world) === null ? before : before + 1);

      rule = forward;
      // Nobody works longer than that: its claim has ended.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16_000 });
      const second = await invoke(name, world, "a-key");
      expect([second.statusCode, second.isReplayed]).toEqual([first.statusCode, false]);
      if (goesOn.includes(name))
        expect(at(JSON.parse(second.text), "id")).toBe(at(JSON.parse(first.text), "id"));
      else expect(second.text).toBe(first.text);
      expect(await sizeOfList(name, world)).toBe(made);
      expect(await invoke(name, world, "a-key")).toEqual({ ...second, isReplayed: true });
    },
  );

  it.each(posts)(
    "for its change was stored and never answered: %s is done once by the next try",
    async (name, route) => {
      const world = await newWorld();
      const before = await sizeOfList(name, world);
      let lost = 0;
      rule = (call) => {
        if (!isChange(call)) return { kind: "forward" };
        lost += 1;
        return { kind: "lose" };
      };
      const failed = await invoke(name, world, "a-key");
      expect([failed.statusCode, failed.text]).toEqual([500, expect.stringContaining("internal_error")]);
      expect(lost).toBeGreaterThan(1);

      rule = forward;
      const next = await invoke(name, world, "a-key");
      expect([next.statusCode, next.text, next.isReplayed]).toEqual([route.success.status, next.text, false]);
      expect(await sizeOfList(name, world)).toBe(listOf(name, world) === null ? before : before + 1);
      expect(await invoke(name, world, "a-key")).toEqual({ ...next, isReplayed: true });
    },
  );

  it.each(posts)(
    "for one answer was lost: %s without an Idempotency-Key answers as if nothing were",
    async (name, route) => {
      const world = await newWorld();
      const before = await sizeOfList(name, world);
      let isLost = false;
      rule = (call) => {
        if (isLost || !isChange(call)) return { kind: "forward" };
        isLost = true;
        return { kind: "lose" };
      };
      const { statusCode, text } = await invoke(name, world, null);
      expect([isLost, statusCode, text]).toEqual([true, route.success.status, text]);
      expect(await sizeOfList(name, world)).toBe(listOf(name, world) === null ? before : before + 1);
    },
  );
});

it("a POST that is still being carried out after seconds is put off, and answered as ever afterwards", async () => {
  const world = await newWorld();
  const { promise: goesOnAgain, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: isHeldUp, resolve: holdUp } = Promise.withResolvers<void>();
  rule = (call) => {
    if (!isChange(call)) return { kind: "forward" };
    holdUp();
    return { kind: "around", before: () => goesOnAgain };
  };
  const slow = invoke("createBrand", world, "a-key");
  await isHeldUp;
  const { statusCode, text, retryAfter } = await invoke("createBrand", world, "a-key");
  expect([statusCode, retryAfter, text]).toEqual([429, "1", expect.stringContaining("rate_limited")]);
  expect(text).toContain("Idempotency-Key");
  goOn();
  const first = await slow;
  expect(first.statusCode).toBe(201);
  expect(await invoke("createBrand", world, "a-key")).toEqual({ ...first, isReplayed: true });
});

it("a test that is asked for again after a crash is sent once", async () => {
  const world = await newWorld();
  rule = (call) => (isChange(call) ? { kind: "lose" } : { kind: "forward" });
  expect((await invoke("testWebhook", world, "a-test")).statusCode).toBe(500);
  rule = forward;
  const { text } = await invoke("testWebhook", world, "a-test");
  const eventId = words(at(JSON.parse(text), "eventId"));
  const path = pathOf(routes.listDeliveries, world);
  const sent = async () => {
    const { json } = await client.call("GET", path, { key: world.keys.read });
    const data = at(json, "data");
    return (Array.isArray(data) ? data : []).filter((one) => at(one, "type") === "webhook.test");
  };
  await expect.poll(async () => (await sent()).length, { timeout: 10_000 }).toBe(1);
  expect((await sent()).map((one) => at(one, "eventId"))).toEqual([eventId]);
});
