import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { brandRoutes } from "../../functions/contract/routes/brands.ts";
import { notFound } from "../../functions/domain/errors.ts";
import { issueKey } from "../../functions/domain/keyring.ts";
import { openOrganization } from "../../functions/domain/organization.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { hashApiKey, newApiKey } from "../../functions/platform/api-key.ts";
import { endpoint } from "../../functions/platform/endpoint.ts";
import { logger } from "../../functions/platform/logger.ts";
import { insertOrganization } from "../../functions/table/organizations.ts";
import { aBrand, newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const effects = { table: testTable(), nowMs: () => testTimeMs, newId, randomBytes };
const key = newApiKey();
const deprecated = { ...brandRoutes.createBrand, deprecatedSince: "2026-11-21" } satisfies Route;
const document = {
  operationId: "deprecated",
  method: "GET",
  path: "/deprecated",
  access: "public",
  tableActions: [],
  success: { status: 200, document: true },
  deprecatedSince: "2026-11-21",
} as const satisfies Route;

beforeAll(async () => {
  logger.setLogLevel("SILENT");
  const organization = openOrganization({ id: newId("org"), name: "Acme" }, testTimeMs);
  const issued = issueKey(
    { id: newId("key"), name: "first", role: "write", hash: hashApiKey(key) },
    testTimeMs,
  );
  await insertOrganization(effects.table, organization, { keys: [issued], cursorKey: "" });
});

/** Returns the status and the Deprecation header of a route's response. `act` runs in its handler. */
async function responseOf(
  route: typeof brandRoutes.createBrand,
  {
    sentKey = key,
    body = JSON.stringify({ name: "Acme", timezone: "UTC" }),
    act = async () => undefined,
  }: { sentKey?: string; body?: string; act?: () => Promise<void> } = {},
) {
  const handler = endpoint(route, () => act().then(() => aBrand("org")), { effects });
  const event = {
    headers: { Authorization: `Bearer ${sentKey}`, "Content-Type": "application/json" },
    pathParameters: null,
    queryStringParameters: null,
    body,
    isBase64Encoded: false,
    requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
  };
  const { statusCode, headers } = await handler(trusted<APIGatewayProxyEvent>(event), trusted<Context>({}));
  return [statusCode, headers?.["Deprecation"]];
}

const missing = () => Promise.reject(notFound("brand"));
const failing = () => Promise.reject(new Error("the connection is gone"));

const deprecation = 'date="2026-11-21"';

it("a deprecated endpoint sends its Deprecation header with a success", async () => {
  expect(await responseOf(deprecated)).toEqual([201, deprecation]);
});

it("a deprecated endpoint sends its Deprecation header with every 4xx response, also to an unknown caller", async () => {
  expect(await responseOf(deprecated, { sentKey: newApiKey() })).toEqual([401, deprecation]);
  expect(await responseOf(deprecated, { body: "{" })).toEqual([400, deprecation]);
  expect(await responseOf(deprecated, { body: "{}" })).toEqual([400, deprecation]);
  expect(await responseOf(deprecated, { act: missing })).toEqual([404, deprecation]);
});

it("a deprecated endpoint sends its Deprecation header with a failure", async () => {
  expect(await responseOf(deprecated, { act: failing })).toEqual([500, deprecation]);
});

it("a deprecated endpoint sends its Deprecation header with a response that is not JSON too", async () => {
  const handler = endpoint(document, async () => ({ headers: { "Content-Type": "text/plain" }, body: "a" }), {
    effects,
  });
  const event = {
    headers: {},
    resource: "/v1/document",
    requestContext: {
      requestId: "request",
      domainName: "api.example.com",
      path: "/v1/document",
      identity: { sourceIp: "192.0.2.1" },
    },
  };
  const { statusCode, headers } = await handler(trusted<APIGatewayProxyEvent>(event), trusted<Context>({}));
  expect([statusCode, headers?.["Deprecation"], headers?.["Content-Type"]]).toEqual([
    200,
    deprecation,
    "text/plain",
  ]);
});

it("an endpoint that is not deprecated sends no Deprecation header", async () => {
  expect(await responseOf(brandRoutes.createBrand)).toEqual([201, undefined]);
  expect(await responseOf(brandRoutes.createBrand, { body: "{}" })).toEqual([400, undefined]);
});
