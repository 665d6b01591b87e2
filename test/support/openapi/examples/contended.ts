import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { inject } from "vitest";
import { brandRoutes } from "../../../../functions/contract/routes/brands.ts";
import { trusted } from "../../../../functions/domain/trusted.ts";
import { endpoint } from "../../../../functions/platform/endpoint.ts";
import { raced, untilUnraced } from "../../../../functions/table/store/optimistic-lock.ts";
import type { Answer } from "../../../../lib/demo/client.ts";
import { newOrganization } from "../../api/organization.ts";
import { newId } from "../../table/entities.ts";
import { tableAt } from "../../table/table.ts";

type Told = Pick<Answer, "status" | "text" | "json">;

/** What a change gets that meets another one of the same thing at each of its tries. */
export async function contended(): Promise<Told> {
  const { keys } = await newOrganization();
  const handler = createBrand(() => untilUnraced<never>(() => Promise.resolve(raced)));
  return send(handler, keys.write, {});
}

/** What a request gets whose Idempotency-Key came with one that does not end. */
export async function stillInWork(): Promise<Told> {
  const { keys } = await newOrganization();
  const { promise: unending, reject: give } = Promise.withResolvers<never>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const handler = createBrand(() => {
    begin();
    return unending;
  });
  const headers = { "Idempotency-Key": "order-7f3a9c" };
  const first = send(handler, keys.write, headers);
  await begun;
  const second = await send(handler, keys.write, headers);
  give(new Error("given up"));
  await first;
  return second;
}

function createBrand(work: () => Promise<never>): ReturnType<typeof endpoint> {
  const table = tableAt(inject("service").database);
  return endpoint(brandRoutes.createBrand, work, {
    effects: { table, nowMs: Date.now, newId, randomBytes },
  });
}

async function send(
  handler: ReturnType<typeof endpoint>,
  key: string,
  headers: Record<string, string>,
): Promise<Told> {
  const event = {
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    pathParameters: null,
    queryStringParameters: null,
    body: JSON.stringify({ name: "Acme", timezone: "UTC" }),
    isBase64Encoded: false,
    requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
  };
  const { statusCode, body } = await handler(trusted<APIGatewayProxyEvent>(event), trusted<Context>({}));
  return { status: statusCode, text: body, json: JSON.parse(body) };
}
