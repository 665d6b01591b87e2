import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { projectRoot } from "../../lib/bundle.ts";
import { valueAt } from "../../lib/emulator/json.ts";
import { type Fixtures, newFixtures, newFixturesFor } from "../support/api/fixtures.ts";
import { gatewayEvent } from "../support/api/gateway-event.ts";
import { bodyOf, caseOf, channelInPath, idOf, keyFor, pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at } from "../support/client/http-client.ts";
import type { AwsCall } from "../support/faults/aws-call.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { isChange, isRequestUpdate, newWriteLog } from "../support/faults/write-log.ts";
import { provided } from "../support/setup/provided.ts";

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

const { database, secrets } = provided("service");
const client = openClient(provided("service"), { timeoutMs: 10_000 });
const handlers = new Map<string, Handler>();
const posts: [name: string, route: Route][] = Object.entries(routes).filter(
  ([, { method }]) => method === "POST",
);

const noFaults: FaultRule = () => ({ kind: "none" });
let rule = noFaults;
const writeLog = newWriteLog();

beforeAll(async () => {
  const nowhere = "http://127.0.0.1:1";
  const engines = { dynamodb: database.endpoint, kms: secrets.endpoint, sqs: nowhere };
  const emulated = { ...engines, scheduler: nowhere, lambda: nowhere };
  const between = await startFaultProxy(
    emulated,
    () => rule,
    (call) => writeLog.record(call),
  );
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: secrets.accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: secrets.accessKey.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: between.dynamodb,
    AWS_ENDPOINT_URL_KMS: between.kms,
    SECRETS_KEY_ID: secrets.keyId,
    TABLE_NAME: database.tableName,
    LOCAL_ALLOW_LOOPBACK: "1",
    POWERTOOLS_LOG_LEVEL: "SILENT",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  // Loading a handler creates its clients, so the environment must be set first.
  for (const [name, { operationId }] of posts) {
    const file = join(projectRoot, "functions", "api", `${operationId}.ts`);
    handlers.set(name, trusted<{ handler: Handler }>(await import(/* @vite-ignore */ file)).handler);
  }
});

afterEach(() => {
  rule = noFaults;
  vi.useRealTimers();
});

afterAll(() => {
  client.close();
  vi.unstubAllEnvs();
});

/** Calls a route's handler with a valid request, as the gateway does. */
async function invoke(name: string, fixtures: Fixtures, idempotencyKey: string | null) {
  const { route } = caseOf(name);
  const body = bodyOf(name, fixtures);
  const handler = handlers.get(name);
  if (handler === undefined) throw new Error(`no handler of ${name}`);
  const {
    statusCode,
    headers,
    body: text,
  } = await handler(
    gatewayEvent({
      headers: {
        Authorization: `Bearer ${keyFor(route, fixtures)}`,
        ...(idempotencyKey !== null && { "Idempotency-Key": idempotencyKey }),
      },
      pathParameters: { id: idOf(route, fixtures), channel: channelInPath },
      body,
      path: route.path,
    }),
    {},
  );
  const { "Idempotent-Replayed": replayed, "Retry-After": retryAfter, "Set-Cookie": cookie } = headers ?? {};
  return { statusCode, text, isReplayed: replayed === "true", retryAfter, cookie };
}

/** Returns whether a call stores the response of a request. */
const storesResponse = (call: AwsCall): boolean =>
  isRequestUpdate(call) && valueAt(call.body, "ExpressionAttributeValues", ":response") !== undefined;

/** Faults at the worst points of a request, and whether the client still gets a success response. */
const crashes: Record<string, { rule: FaultRule; isSuccess: boolean }> = {
  "the connection to the table breaks after the request is recorded as started": {
    rule: (call) =>
      isRequestUpdate(call) && !storesResponse(call) ? { kind: "lose response" } : { kind: "none" },
    isSuccess: false,
  },
  "the connection to the table breaks before its change is stored": {
    rule: (call) => (isChange(call) ? { kind: "reset" } : { kind: "none" }),
    isSuccess: false,
  },
  "the connection to the table breaks after its change is stored": {
    rule: (call) => (isChange(call) ? { kind: "lose response" } : { kind: "none" }),
    isSuccess: false,
  },
  "the write that stores its response fails": {
    rule: (call) =>
      storesResponse(call) ? { kind: "error", status: 400, code: "AccessDeniedException" } : { kind: "none" },
    isSuccess: true,
  },
  "the connection to the table breaks after its response is stored": {
    rule: (call) => (storesResponse(call) ? { kind: "lose response" } : { kind: "none" }),
    isSuccess: true,
  },
};

/** The writes of each POST without faults. */
const writesWithoutFaults = new Map<string, Promise<string[]>>();

function writesOf(name: string): Promise<string[]> {
  const writes = writesWithoutFaults.get(name) ?? recordWrites(name);
  writesWithoutFaults.set(name, writes);
  return writes;
}

async function recordWrites(name: string): Promise<string[]> {
  const fixtures = await newFixturesFor(name);
  writeLog.take();
  expect((await invoke(name, fixtures, "a-key")).statusCode).toBe(caseOf(name).route.success.status);
  const writes = writeLog.take();
  expect(writes.length).toBeGreaterThan(0);
  return writes;
}

/**
 * The resources of these endpoints change after the request (they are published, or attempted), so that only their ids
 * are compared.
 */
const changingLater = ["approvePost", "retryPost", "replayDeadLetter"];
const comparable = (name: string, text: string): unknown => {
  // A preview stores nothing, so it is made again, at another time.
  if (name === "previewRun") return at(JSON.parse(text), "posts");
  return changingLater.includes(name) ? at(JSON.parse(text), "id") : JSON.parse(text);
};

/** A permit changes nothing for clients: a preview that is made again needs one again. */
const changesIn = (writes: readonly string[]) => writes.filter((write) => !write.includes("#PERMITS "));

describe.each(Object.entries(crashes))("a POST when %s", (crash, { rule: faultRule, isSuccess }) => {
  it.each(posts)(
    `a retry of %s applies its change once and returns its response when ${crash}`,
    async (name, route) => {
      const writes = await writesOf(name);
      const fixtures = await newFixturesFor(name);
      let faults = 0;
      rule = (call) => {
        const fault = faultRule(call);
        if (fault.kind !== "none") faults += 1;
        return fault;
      };
      writeLog.take();
      const first = await invoke(name, fixtures, "a-key");
      expect(faults).toBeGreaterThan(0);
      const isFirstSuccess = first.statusCode === route.success.status;
      // The text is compared with itself, so that a failure shows it.
      expect([isFirstSuccess, first.text]).toEqual([isSuccess, first.text]);

      rule = noFaults;
      // The lease of the first try has ended by then.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16_000 });
      const second = await invoke(name, fixtures, "a-key");
      expect([second.statusCode, second.text]).toEqual([route.success.status, second.text]);
      if (isFirstSuccess) expect(comparable(name, second.text)).toEqual(comparable(name, first.text));
      expect(await invoke(name, fixtures, "a-key")).toEqual({ ...second, isReplayed: true });
      expect(changesIn(writeLog.take())).toEqual(changesIn(writes));
    },
  );
});

it.each(posts)(
  "%s without an Idempotency-Key applies its change once and returns its response when the connection to the table breaks after its change is stored",
  async (name, route) => {
    const writes = await writesOf(name);
    const fixtures = await newFixturesFor(name);
    let isLost = false;
    rule = (call) => {
      if (isLost || !isChange(call)) return { kind: "none" };
      isLost = true;
      return { kind: "lose response" };
    };
    writeLog.take();
    const { statusCode, text } = await invoke(name, fixtures, null);
    expect([isLost, statusCode, text]).toEqual([true, route.success.status, text]);
    expect(writeLog.take()).toEqual(writes);
  },
);

it("a retry of a POST that is still running returns 429 after some seconds, and the stored response later", async () => {
  const fixtures = await newFixtures();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isBlocked, resolve: block } = Promise.withResolvers<void>();
  rule = (call) => {
    if (!isChange(call)) return { kind: "none" };
    block();
    return { kind: "hook", before: () => isReleased };
  };
  const slow = invoke("createBrand", fixtures, "a-key");
  await isBlocked;
  const { statusCode, text, retryAfter } = await invoke("createBrand", fixtures, "a-key");
  expect([statusCode, retryAfter, text]).toEqual([429, "1", expect.stringContaining("rate_limited")]);
  expect(text).toContain("Idempotency-Key");
  release();
  const first = await slow;
  expect(first.statusCode).toBe(201);
  expect(await invoke("createBrand", fixtures, "a-key")).toEqual({ ...first, isReplayed: true });
});

it("a test event that is requested again after a crash is sent once", async () => {
  const fixtures = await newFixtures();
  rule = (call) => (isChange(call) ? { kind: "lose response" } : { kind: "none" });
  expect((await invoke("testWebhook", fixtures, "a-test")).statusCode).toBe(500);
  rule = noFaults;
  const { text } = await invoke("testWebhook", fixtures, "a-test");
  const eventId = asText(at(JSON.parse(text), "eventId"));
  const path = pathOf(routes.listDeliveries, fixtures);
  const sent = async () => {
    const { json } = await client.call("GET", path, { key: fixtures.keys.read });
    const data = at(json, "data");
    return (Array.isArray(data) ? data : []).filter((one) => at(one, "type") === "webhook.test");
  };
  await expect.poll(async () => (await sent()).length, { timeout: 10_000 }).toBe(1);
  expect((await sent()).map((one) => at(one, "eventId"))).toEqual([eventId]);
});
