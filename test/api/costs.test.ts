import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { insertBrand } from "../../functions/table/brands.ts";
import { completeRun, insertRun, leaseRun } from "../../functions/table/runs.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { countedHandlers } from "../support/api/counted-handlers.ts";
import type { Cost } from "../support/api/counting-proxy.ts";
import { type Fixtures, newFixtures, storeDeadLettered } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { caseOf, idOf, keyFor } from "../support/api/route-cases.ts";
import { provided } from "../support/setup/provided.ts";
import { aBrand, aDelivery, aPost, aRun, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const table = tableAt(provided("service").database);
let handlers: Awaited<ReturnType<typeof countedHandlers>>;
const costs = new Map<string, Cost>();

beforeAll(async () => {
  handlers = await countedHandlers();
});

afterAll(() => {
  handlers.close();
  console.table(
    Object.fromEntries(
      [...costs].map(([name, { calls, units }]) => [
        name,
        { requests: total(calls), kinds: Object.keys(calls).join(" "), units },
      ]),
    ),
  );
});

const total = (calls: Cost["calls"]) => Object.values(calls).reduce((sum, count) => sum + count, 0);

/** What is different from a route's right request. */
interface Change {
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Calls a route's handler with its right request, as the gateway does. */
async function invoke(name: string, fixtures: Fixtures, change: Change) {
  const { ids } = fixtures;
  const { route, body } = { ...caseOf(name), ...change };
  return handlers.invoke(name, {
    headers: { Authorization: `Bearer ${keyFor(route, fixtures)}` },
    pathParameters: { id: change.id ?? idOf(route, { ids }), file: `${ids.brd}.json` },
    queryStringParameters: change.query ?? caseOf(name).query?.(ids) ?? null,
    body,
  });
}

/** What a route's right request costs, the window of the key's rate limit having begun. */
async function costOf(
  name: string,
  fixtures: Fixtures,
  change: Change & { status?: number } = {},
): Promise<Cost> {
  const begin = caseOf(name).route.access === "admin" ? "listApiKeys" : "getBrand";
  expect(await invoke(begin, fixtures, {})).toMatchObject({ statusCode: 200 });
  const status = change.status ?? caseOf(name).route.success.status;
  return handlers.costOf(async () =>
    expect(await invoke(name, fixtures, change)).toMatchObject({ statusCode: status }),
  );
}

/** Requests of a route that ask something of the table that its right one does not. */
const otherRequests = ({ ids }: Fixtures): Partial<Record<string, (Change & { status?: number })[]>> => ({
  listPipelines: [{ id: newId("brd"), status: 404 }],
  listRuns: [{ id: newId("pip"), status: 404 }],
  updateBrand: [{ body: { timezone: "Asia/Tokyo" } }],
  updateWebhook: [{ body: {} }],
  updateOrganization: [{ body: {} }],
  getWeeklyAnalytics: [{ query: { brandId: newId("brd"), week: "2026-W47" }, status: 404 }],
  updatePost: [{ id: ids.scheduled }],
  replayDeadLetters: [{ body: { webhookId: ids.whk } }],
});

/** A schedule's next time is found in the time zone of the brand, which the pipeline names: one read more. */
const requestsMax: Partial<Record<string, number>> = { updatePipeline: 4 };

describe("what a request asks of the table", () => {
  it.each(Object.keys(routes))("is bounded for %s", async (name) => {
    const { route } = caseOf(name);
    const cost = await costOf(name, await newFixtures());
    costs.set(name, cost);
    // An update of the key, a query for each of at most five statuses, and one read of the page or one write.
    const lists = route.tableActions.some((action) => action === "Query" || action === "BatchGetItem");
    const most = lists ? 7 : route.method === "GET" ? 2 : 3;
    expect(total(cost.calls)).toBeLessThanOrEqual(requestsMax[name] ?? most);
    expect(cost.calls).not.toHaveProperty("Scan");
  });

  // The emulators ask no role: that each may do what its handler does, and no more, shows here and nowhere else.
  it.each(Object.keys(routes))("is just what the row of %s grants", async (name) => {
    const fixtures = await newFixtures();
    const { route } = caseOf(name);
    const asked = new Set(route.access === "public" ? [] : ["UpdateItem"]);
    for (const change of [{}, ...(otherRequests(fixtures)[name] ?? [])])
      for (const action of (await costOf(name, fixtures, change)).actions) asked.add(action);
    const granted = new Set<string>([
      ...route.tableActions,
      ...(route.access === "public" ? [] : ["UpdateItem"]),
    ]);
    const rule =
      "the actions of the handler (received) are the tableActions of its row in functions/contract/routes";
    expect(asked, rule).toEqual(granted);
  });

  it("is one write for authentication, revocation and rate limit together", async () => {
    const fixtures = await newFixtures();
    for (const name of ["getBrand", "getPost", "createPipeline", "deleteWebhook", "rotateApiKey"]) {
      const { calls } = await costOf(name, fixtures, { id: "malformed", status: 404 });
      expect(calls).toEqual({ UpdateItem: 1 });
    }
  });
});

describe("a page costs what it holds", () => {
  const few = 20;
  const many = 500;
  let small: Fixtures;
  let large: Fixtures;
  beforeAll(async () => {
    small = await newFixtures();
    large = await newFixtures();
    await changeKeyRecord(large.keys.write, { rateLimit: 1_000 });
    await fill(small, few);
    await fill(large, many);
  });

  const pages: [name: string, query: Record<string, string>][] = [
    ["listBrands", {}],
    ["listWebhooks", {}],
    ["listRuns", {}],
    ["listDeliveries", {}],
    ["listDeliveries", { order: "asc" }],
    ["listDeadLetters", {}],
    ["listDeadLetters", { status: "final_attempt_pending", order: "asc" }],
    ["listPosts", {}],
    ["listPosts", { sort: "scheduledAt", order: "asc" }],
    ["listPosts", { status: "pending", sort: "publishedAt" }],
  ];
  it.each(pages)("%s %o, however many rows there are", async (name, query) => {
    const ten = { query: { ...query, limit: "10" } };
    const cost = await costOf(name, small, ten);
    expect(await costOf(name, large, ten)).toEqual(cost);
    expect(cost.units).toBeGreaterThan(0);
  });

  it("and a page of 100 no more requests than one of 10, but for the rows of it", async () => {
    const [ten, hundred] = [
      await costOf("listPosts", large, { query: { limit: "10" } }),
      await costOf("listPosts", large, { query: { limit: "100" } }),
    ];
    expect(hundred.calls).toEqual(ten.calls);
    expect(hundred.units).toBeLessThanOrEqual(ten.units * 10);
  });
});

/** Gives an organization so many of everything that a list shows; of subscriptions it may hold but 100. */
async function fill({ organizationId, ids }: Fixtures, count: number): Promise<void> {
  const webhook = { ...aWebhook(organizationId), id: ids.whk };
  const each = Array.from({ length: count });
  await batched(each.slice(0, 99), () => insertWebhook(table, aWebhook(organizationId)));
  await batched(each, () => insertBrand(table, aBrand(organizationId)));
  await batched(each, () => insertRun(table, aRun(organizationId, ids.pip, ids.brd), []));
  await batched(each, () => storeDeadLettered(aDelivery(webhook)));
  for (let start = 0; start < count; start += 50) {
    const run = aRun(organizationId);
    const posts = each.slice(start, start + 50).map(() => aPost(organizationId));
    await insertRun(table, run, []);
    await leaseRun(table, run, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    await completeRun(table, run, "t", { posts, stages: [], nowMs: testTimeMs, messages: [] });
  }
}

async function batched(items: readonly unknown[], act: () => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += 10)
    await Promise.all(items.slice(start, start + 10).map(act));
}
