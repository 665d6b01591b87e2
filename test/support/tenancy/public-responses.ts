import { comparable } from "../api/responses.ts";
import { caseOf, pathOf } from "../api/valid-requests.ts";
import type { Client } from "../client/http-client.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import { callOrFailure } from "./send-cases.ts";
import type { Caller } from "./tenancy-cases.ts";
import type { Tenant } from "./tenant.ts";

/** Checks that public operations give every caller the same response, whatever `Authorization` header a request has. */
export async function publicFaults(
  client: Client,
  operations: readonly string[],
  callers: readonly Caller[],
  tenants: readonly Tenant[],
): Promise<{ cases: number; wrong: string[] }> {
  const requests = operations
    .filter((operation) => caseOf(operation).route.access === "public")
    .flatMap((operation) => tenants.map((tenant) => ({ operation, tenant })));
  const wrong = await mapConcurrently(requests, async ({ operation, tenant }) => {
    const { route } = caseOf(operation);
    const responses = await mapConcurrently(callers, async ({ name, headers }) => ({
      name,
      response: comparable(await callOrFailure(client, route.method, pathOf(route, tenant), { headers })),
    }));
    const expected = JSON.stringify(responses[0]?.response);
    return responses.flatMap(({ name, response }) => {
      const isRight = response.status === route.success.status && JSON.stringify(response) === expected;
      return isRight
        ? []
        : [`${operation}; by ${name}: expected ${expected}, got ${JSON.stringify(response)}`];
    });
  });
  return { cases: requests.length * callers.length, wrong: wrong.flat() };
}
