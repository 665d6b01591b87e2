import { afterAll, beforeAll, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { countedHandlers } from "../support/api/counted-handlers.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { callersOf } from "../support/tenancy/callers.ts";
import type { Tenants } from "../support/tenancy/field-values.ts";
import { countIdFields } from "../support/tenancy/minimum-cases.ts";
import { readCursors, requestPartsOf } from "../support/tenancy/send-cases.ts";
import {
  type Caller,
  mayUse,
  nameOfCase,
  type TenancyCase,
  tenancyCasesOf,
} from "../support/tenancy/tenancy-cases.ts";
import { newTenant } from "../support/tenancy/tenant.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
let handlers: Awaited<ReturnType<typeof countedHandlers>>;
let tenants: Tenants;
let callers: Caller[];
beforeAll(async () => {
  handlers = await countedHandlers();
  const [ownTenant, foreignTenant] = await Promise.all([newTenant(), newTenant()]);
  tenants = { ownTenant, foreignTenant, cursorOf: await readCursors(client, [ownTenant, foreignTenant]) };
  callers = await callersOf(ownTenant);
});
afterAll(() => {
  client.close();
  handlers.close();
});

/** The questions of one operation about an unknown id, or a foreign one of the right kind in whatever state. */
function aboutOthers(operation: string): TenancyCase[] {
  return tenancyCasesOf(operation, callers, tenants).filter(
    ({ route, caller, values, shape, spelling, method, isForEveryCaller }) =>
      caller === callers.find((one) => mayUse(one, route)) &&
      shape === "right" &&
      spelling === undefined &&
      method === undefined &&
      (isForEveryCaller || values.every(({ idField }) => idField.names !== "cursor")) &&
      values.some(({ whose }) => whose !== "own") &&
      values.every(({ what }) => what === "unknown" || what === "own" || what.startsWith("foreign, ")),
  );
}

/** What a question costs, the window of its key's rate limit having begun. */
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

it("asks the table the same of a foreign thing, in whatever state, as of an unknown one: the same calls, for the same units", async () => {
  const wrong: string[] = [];
  let cases = 0;
  for (const operation of Object.keys(routes)) {
    const models = new Map<string, string>();
    // The unknown ones stand first.
    for (const tenancyCase of aboutOthers(operation)) {
      const places = tenancyCase.values
        .map(({ idField, whose }) => `${idField.field} ${whose === "own" ? "own" : "not own"}`)
        .join(", ");
      const cost = await billOf(tenancyCase);
      const model = models.get(places) ?? cost;
      models.set(places, model);
      cases += 1;
      if (cost !== model) wrong.push(`${nameOfCase(tenancyCase)}: ${cost} in place of ${model}`);
    }
  }
  console.log(`tenancy: the calls of ${cases} cases, ${wrong.length} wrong`);
  // An unknown one, and a foreign one at least.
  expect(cases).toBeGreaterThanOrEqual(2 * countIdFields(Object.values(routes)));
  expect(wrong).toEqual([]);
}, 120_000);
