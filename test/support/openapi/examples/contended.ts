import { randomBytes } from "node:crypto";
import type { Context } from "aws-lambda";
import { brandRoutes } from "../../../../functions/contract/routes/brands.ts";
import { trusted } from "../../../../functions/domain/trusted.ts";
import { endpoint } from "../../../../functions/platform/endpoint.ts";
import { conflict, retryOnConflict } from "../../../../functions/table/store/optimistic-lock.ts";
import { gatewayEvent } from "../../api/gateway-event.ts";
import { newOrganization } from "../../api/organization.ts";
import type { HttpResponse } from "../../client/http-client.ts";
import { provided } from "../../setup/provided.ts";
import { newId } from "../../table/entities.ts";
import { tableAt } from "../../table/table.ts";

type ShownResponse = Pick<HttpResponse, "status" | "text" | "json">;

/** The response to a change that conflicts with another one at every try. */
export async function contended(): Promise<ShownResponse> {
  const { keys } = await newOrganization();
  const handler = createBrand(() => retryOnConflict<never>(() => Promise.resolve(conflict)));
  return send(handler, keys.write, {});
}

/** The response to a request with the Idempotency-Key of a request that is still in progress. */
export async function stillInWork(): Promise<ShownResponse> {
  const { keys } = await newOrganization();
  const { promise: unending, reject: fail } = Promise.withResolvers<never>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const handler = createBrand(() => {
    begin();
    return unending;
  });
  const headers = { "Idempotency-Key": "order-7f3a9c" };
  const first = send(handler, keys.write, headers);
  await begun;
  const second = await send(handler, keys.write, headers);
  fail(new Error("the test has ended"));
  await first;
  return second;
}

function createBrand(work: () => Promise<never>): ReturnType<typeof endpoint> {
  const table = tableAt(provided("service").database);
  return endpoint(brandRoutes.createBrand, work, {
    effects: { table, nowMs: Date.now, newId, randomBytes },
  });
}

async function send(
  handler: ReturnType<typeof endpoint>,
  key: string,
  headers: Record<string, string>,
): Promise<ShownResponse> {
  const event = gatewayEvent({
    headers: { Authorization: `Bearer ${key}`, ...headers },
    body: { name: "Acme", timezone: "UTC" },
  });
  const { statusCode, body } = await handler(event, trusted<Context>({}));
  return { status: statusCode, text: body, json: JSON.parse(body) };
}
