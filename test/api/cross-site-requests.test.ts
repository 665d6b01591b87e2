import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { hourMs } from "../../functions/domain/time.ts";
import { type ForgedRequest, forgedRequests } from "../support/api/forged-requests.ts";
import { errorFaults } from "../support/api/responses.ts";
import { storeSession } from "../support/api/sessions.ts";
import { bodyOf, caseOf, pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { changedRows, rowsOf } from "../support/tenancy/rows.ts";
import { newTenant, type Tenant } from "../support/tenancy/tenant.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
afterAll(() => client.close());

let own: Tenant;
let cookie: string;
beforeAll(async () => {
  own = await newTenant();
  cookie = await storeSession(own, "admin", Date.now() + hourMs);
});

const operations = Object.keys(routes).filter((operation) => caseOf(operation).route.method !== "GET");
const posts = operations.filter((operation) => caseOf(operation).route.method === "POST");
/** The operations whose path has no other method. */
const lonePosts = posts.filter((operation) => {
  const { path } = caseOf(operation).route;
  return Object.values(routes).filter((route: Route) => route.path === path).length === 1;
});

/** Returns the operation that the request with this place in the list tries: each one another. */
function targetOf({ isPost, method }: ForgedRequest, place: number): string {
  const targets = method !== undefined ? lonePosts : isPost ? posts : operations;
  return targets[place % targets.length] ?? "";
}

/** Sends the valid request of an operation with the cookie, changed as the forged request says. */
function send(operation: string, forged: Omit<ForgedRequest, "name" | "isPost">): Promise<HttpResponse> {
  const { route, query } = caseOf(operation);
  const json = bodyOf(operation, own) ?? {};
  const search = `${new URLSearchParams(query?.(own.ids)).toString()}&${forged.query ?? ""}`;
  return client.call(forged.method ?? route.method, `${pathOf(route, own)}?${search}`, {
    rawBody: forged.bodyOf?.(json) ?? JSON.stringify(json),
    headers: { Cookie: cookie, ...forged.headers },
  });
}

function faultsOf({ method }: ForgedRequest, response: HttpResponse): string[] {
  const { status, headers } = response;
  // A page of another site can read no response.
  const shared = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
  if (method === "HEAD") return status === 404 ? shared : [`status ${status}`, ...shared];
  return [...errorFaults(response, method === undefined ? 403 : 404), ...shared];
}

it("none of fifty requests that another site could send with the cookie changes anything, and no operation accepts its form", async () => {
  const before = await rowsOf([own]);
  const wrong: string[] = [];
  for (const [place, forged] of forgedRequests.entries()) {
    const operation = targetOf(forged, place);
    const faults = faultsOf(forged, await send(operation, forged));
    if (faults.length > 0) wrong.push(`${forged.name}, to ${operation}: ${faults.join(" | ")}`);
  }
  console.log(`cross-site requests: ${forgedRequests.length} tried, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(new Set(forgedRequests.map(({ name }) => name)).size).toBe(50);

  for (const form of forgedRequests.slice(0, 1))
    for (const operation of operations) expect(faultsOf(form, await send(operation, form))).toEqual([]);
  const after = await rowsOf([own]);
  expect(changedRows(before.get(own), after.get(own))).toEqual([]);

  // The same request from the dashboard changes something, and the comparison shows it.
  const headers = { "X-Requested-With": "dashboard", "Sec-Fetch-Site": "same-origin" };
  expect((await send("updateBrand", { headers })).status).toBe(200);
  const changed = await rowsOf([own]);
  expect(changedRows(after.get(own), changed.get(own))).not.toEqual([]);
}, 120_000);
