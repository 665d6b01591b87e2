import { afterAll, beforeAll, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { hourMs } from "../../functions/domain/time.ts";
import { loadCountedHandlers } from "../support/api/counted-handlers.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { callersOf } from "../support/tenancy/callers.ts";
import { readCursors } from "../support/tenancy/cursors.ts";
import type { Tenants } from "../support/tenancy/field-values.ts";
import { countIdFields } from "../support/tenancy/minimum-cases.ts";
import { requestPartsOf } from "../support/tenancy/request-parts.ts";
import {
  type Caller,
  mayUse,
  nameOfCase,
  type TenancyCase,
  tenancyCasesOf,
} from "../support/tenancy/tenancy-cases.ts";
import { newTenant } from "../support/tenancy/tenant.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
let handlers: Awaited<ReturnType<typeof loadCountedHandlers>>;
let tenants: Tenants;
let callers: Caller[];
beforeAll(async () => {
  handlers = await loadCountedHandlers();
  const [ownTenant, foreignTenant] = await Promise.all([newTenant(), newTenant()]);
  tenants = { ownTenant, foreignTenant, cursorOf: await readCursors(client, [ownTenant, foreignTenant]) };
  callers = await callersOf(ownTenant);
  // A window that ends after the test, all of whose requests are counted for the organization: the first request of a
  // window or of a block costs more.
  const window = { windowStartMs: Date.now() + hourMs, granted: 1_000_000 };
  for (const key of Object.values(ownTenant.keys)) await changeKeyRecord(key, window);
});
afterAll(() => {
  client.close();
  handlers.close();
});

/** Returns the cases of one operation with an unknown id, or with a foreign id of the right kind in any state. */
function casesOfOthers(operation: string): TenancyCase[] {
  return tenancyCasesOf(operation, callers, tenants).filter(
    ({ route, caller, values, shape, spelling, method, isForEveryCaller }) =>
      caller === callers.find((one) => mayUse(one, route)) &&
      shape === "valid" &&
      spelling === undefined &&
      method === undefined &&
      (isForEveryCaller || values.every(({ idField }) => idField.kind !== "cursor")) &&
      values.some(({ owner }) => owner !== "own") &&
      values.every(
        ({ description }) =>
          description === "unknown" || description === "own" || description.startsWith("foreign, "),
      ),
  );
}

/** Returns the cost of a case as text. */
async function billOf(tenancyCase: TenancyCase): Promise<string> {
  const { operation, caller } = tenancyCase;
  const { segment, search, body } = requestPartsOf(tenancyCase, tenants.ownTenant);
  await handlers.invoke("getOrganization", {
    headers: caller.headers,
    pathParameters: {},
    queryStringParameters: null,
    body: undefined,
  });
  const { calls, units } = await handlers.costOf(async () => {
    const { statusCode } = await handlers.invoke(operation, {
      headers: caller.headers,
      pathParameters: { id: segment },
      queryStringParameters: Object.fromEntries(search),
      body,
    });
    expect([200, 404]).toContain(statusCode);
  });
  return JSON.stringify({ calls, units });
}

it("a request for a foreign resource in any state makes the same calls to the table, with the same units, as one for an unknown id", async () => {
  const wrong: string[] = [];
  let cases = 0;
  for (const operation of Object.keys(routes)) {
    const expectedCosts = new Map<string, string>();
    // The cases with unknown ids come first.
    for (const tenancyCase of casesOfOthers(operation)) {
      const fields = tenancyCase.values
        .map(({ idField, owner }) => `${idField.field} ${owner === "own" ? "own" : "not own"}`)
        .join(", ");
      const cost = await billOf(tenancyCase);
      const expected = expectedCosts.get(fields) ?? cost;
      expectedCosts.set(fields, expected);
      cases += 1;
      if (cost !== expected) wrong.push(`${nameOfCase(tenancyCase)}: ${cost} instead of ${expected}`);
    }
  }
  console.log(`tenancy: the calls of ${cases} cases, ${wrong.length} wrong`);
  // At least one unknown and one foreign id for each field.
  expect(cases).toBeGreaterThanOrEqual(2 * countIdFields(Object.values(routes)));
  expect(wrong).toEqual([]);
}, 120_000);
