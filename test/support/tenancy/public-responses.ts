import { comparable } from "../api/responses.ts";
import { caseOf, pathOf } from "../api/route-cases.ts";
import type { Client } from "../client/http-client.ts";
import { callOrFailure, mapConcurrently } from "./send-cases.ts";
import type { Caller } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

/** What public operations tell one caller and not another: nothing, for whatever header comes with the request. */
export async function publicFaults(
  client: Client,
  operations: readonly string[],
  callers: readonly Caller[],
  tenants: readonly Tenant[],
): Promise<{ cases: number; wrong: string[] }> {
  const asked = operations
    .filter((operation) => caseOf(operation).route.access === "public")
    .flatMap((operation) => tenants.map((tenant) => ({ operation, tenant })));
  const found = await mapConcurrently(asked, async ({ operation, tenant }) => {
    const { route } = caseOf(operation);
    const responses = await mapConcurrently(callers, async ({ name, headers }) => ({
      name,
      response: comparable(await callOrFailure(client, route.method, pathOf(route, tenant), { headers })),
    }));
    const wanted = JSON.stringify(responses[0]?.response);
    return responses.flatMap(({ name, response }) => {
      const isRight = response.status === route.success.status && JSON.stringify(response) === wanted;
      return isRight ? [] : [`${operation}; by ${name}: expected ${wanted}, got ${JSON.stringify(response)}`];
    });
  });
  return { cases: asked.length * callers.length, wrong: found.flat() };
}
