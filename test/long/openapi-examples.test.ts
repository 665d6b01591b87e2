import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { logger } from "../../functions/platform/logger.ts";
import { projectRoot } from "../../lib/bundle.ts";
import { unknownId } from "../../lib/openapi/example-story.ts";
import { gatewayEvent } from "../support/api/gateway-event.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { HttpResponse } from "../support/client/http-client.ts";
import { synthesis } from "../support/infra/synthesis.ts";
import { contended, stillInWork } from "../support/openapi/examples/contended.ts";
import { type Documented, documentedExamples, requestOf } from "../support/openapi/examples/documented.ts";
import { gatewayExample, isOfGateway } from "../support/openapi/examples/gateway.ts";
import { normalized } from "../support/openapi/examples/normalized.ts";
import { stateOf } from "../support/openapi/examples/states.ts";
import { newStory, type Story, type StoryChanges } from "../support/openapi/examples/story.ts";
import { provided } from "../support/setup/provided.ts";

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

const client = openClient(provided("service"), { timeoutMs: 10_000 });
const examples = documentedExamples();
const template = once(async () => synthesis());
const others = { contended: once(contended), stillInWork: once(stillInWork) };
let replayed = 0;

beforeAll(() => {
  logger.setLogLevel("SILENT");
  const { secrets } = provided("service");
  // Handlers that are called without the service find no table at this address.
  const environment = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: secrets.accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: secrets.accessKey.secretAccessKey,
    AWS_MAX_ATTEMPTS: "1",
    AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
    AWS_ENDPOINT_URL_KMS: secrets.endpoint,
    SECRETS_KEY_ID: secrets.keyId,
    TABLE_NAME: "none",
    POWERTOOLS_LOG_LEVEL: "SILENT",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});

afterAll(() => {
  client.close();
  vi.unstubAllEnvs();
  console.log(`examples replayed: ${replayed} of ${examples.length}`);
  console.log(
    "stored directly, as in the examples: brands, pipelines, posts, feeds, subscriptions; created by the service's code: everything else",
  );
});

it.concurrent.each(
  examples.map((one): [string, Documented] => [`${one.operationId} ${one.status} ${one.name}`, one]),
)("the service returns the documented example %s", async (_, example) => {
  const { value } = example;
  const actual = await replay(example);
  expect(actual.status).toBe(example.status);
  if (value === undefined) expect(actual.text).toBe("");
  else if (example.operationId === "getOpenapi") expect(actual.json).toMatchObject(Object(value));
  else expect(normalized(typeof value === "string" ? actual.text : actual.json)).toEqual(normalized(value));
  replayed += 1;
});

async function replay(example: Documented): Promise<Pick<HttpResponse, "status" | "text" | "json">> {
  const { operationId, name, method, status, response } = example;
  const route = new Map<string, Route>(Object.entries(routes)).get(operationId);
  if (route === undefined) throw new Error(`no route ${operationId}`);
  if (response !== null && isOfGateway(response)) {
    const fromGateway = gatewayExample(await template(), name);
    return { ...fromGateway, json: JSON.parse(fromGateway.text) };
  }
  if (name === "contended") return others.contended();
  if (name === "stillInWork") return others.stillInWork();
  const story = await storyOf(example);
  const key = keyOf(route, story, status);
  const { target, headers, body } = requestOf(example, story);
  if (status === 500) return failedResponse(route, example, story);
  const options = { ...(key !== undefined && { key }), ...(body !== undefined && { body }) };
  if (status === 429) await client.call("GET", "/v1/brands", key === undefined ? {} : { key });
  if (name === "reusedIdempotencyKey" && key !== undefined)
    await (route.access === "read"
      ? client.call("POST", "/v1/session", { key, headers, body: { other: 1 } })
      : client.call("POST", `/v1/posts/${unknownId("pst")}/approve`, { key, headers }));
  if (name === "forbiddenByCookie") {
    const { headers: opened } = await client.call("POST", "/v1/session", { key: story.keys.read });
    return client.call(method, target, { headers: { ...headers, Cookie: String(opened["set-cookie"]) } });
  }
  if (status === 304) {
    const { headers: first } = await client.call(method, target);
    headers["If-None-Match"] = String(first["etag"]);
  }
  return client.call(method, target, { ...options, headers });
}

/** Returns a function that computes its result once: some examples are the same for every operation. */
function once<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}

/** Stories that no example changes, by their changes to the default story. */
const shared = new Map<string, Promise<Story>>();

function sharedStory(changes: StoryChanges, { rateLimit }: { rateLimit: number }): Promise<Story> {
  const name = JSON.stringify([changes, rateLimit]);
  const withLimit = shared.get(name) ?? newStory(changes).then((story) => withRateLimit(story, rateLimit));
  shared.set(name, withLimit);
  return withLimit;
}

/** Sets the rate limit of a story's keys. */
async function withRateLimit(story: Story, rateLimit: number): Promise<Story> {
  for (const key of Object.values(story.keys)) await changeKeyRecord(key, { rateLimit });
  return story;
}

/** Returns a story in the state before an example's request. */
async function storyOf({ operationId, name, method, status }: Documented): Promise<Story> {
  if (status === 429) return sharedStory({}, { rateLimit: 1 });
  const { changes, before } = stateOf(operationId, name);
  const isRejected = [400, 401, 403, 404, 500].includes(status) || name === "reusedIdempotencyKey";
  const story =
    isRejected || method === "GET"
      ? await sharedStory(changes, { rateLimit: 10_000 })
      : await newStory(changes);
  const own = { ...story, ids: { ...story.ids } };
  if (!isRejected) await before(own, client);
  return own;
}

function keyOf({ access }: Route, { keys }: Story, status: number): string | undefined {
  if (access === "public" || status === 401) return undefined;
  if (status === 403) return access === "admin" ? keys.write : keys.read;
  return keys[access];
}

/** Returns the response of a request whose function fails. */
async function failedResponse(route: Route, example: Documented, story: Story) {
  const { target, headers, body } = requestOf(example, story);
  const file = join(projectRoot, "functions", "api", `${route.operationId}.ts`);
  const { handler } = trusted<{ handler: Handler }>(await import(/* @vite-ignore */ file));
  const parts = target.split("/");
  const event = gatewayEvent({
    headers: { Authorization: `Bearer ${story.keys.admin}`, ...headers },
    pathParameters: Object.fromEntries(
      example.path
        .split("/")
        .flatMap((part, index) => (part.startsWith("{") ? [[part.slice(1, -1), parts[index]]] : [])),
    ),
    body,
  });
  const result = await handler(event, {});
  return { status: result.statusCode, text: result.body, json: JSON.parse(result.body) };
}
