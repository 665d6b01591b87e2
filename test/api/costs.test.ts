import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { hourMs } from "../../functions/domain/time.ts";
import { insertBrand } from "../../functions/table/brands.ts";
import { completeRun, insertRun, leaseRun } from "../../functions/table/runs.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { loadCountedHandlers } from "../support/api/counted-handlers.ts";
import type { Cost } from "../support/api/counting-proxy.ts";
import { type Fixtures, newFixtures, newFixturesFor } from "../support/api/fixtures.ts";
import { cookieOf, furtherRequests, type Variation } from "../support/api/further-requests.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { bodyOf, caseOf, channelInPath, idOf, keyFor } from "../support/api/valid-requests.ts";
import { storeDeadLettered } from "../support/delivery/deliveries.ts";
import { provided } from "../support/setup/provided.ts";
import { aBrand, aDelivery, aPost, aRun, aWebhook, testTimeMs } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const table = tableAt(provided("service").database);
let handlers: Awaited<ReturnType<typeof loadCountedHandlers>>;
/** The cost of each route's valid request, which is measured once for all tests. */
const costs = new Map<string, Cost>();

/** The requests that change nothing share their resources. */
let shared: Fixtures;

beforeAll(async () => {
  handlers = await loadCountedHandlers();
  shared = await newFixtures();
  // Whatever the number of requests, none starts a window or a block, in which the first one costs more.
  const window = { windowStartMs: Date.now() + hourMs, granted: 1_000_000 };
  for (const key of Object.values(shared.keys)) await changeKeyRecord(key, window);
});

afterAll(() => {
  handlers.close();
  console.table(
    Object.fromEntries(
      [...costs].map(([name, { calls, units }]) => [
        name,
        { requests: totalOf(calls), kinds: Object.keys(calls).join(" "), units },
      ]),
    ),
  );
});

const totalOf = (calls: Cost["calls"]) => Object.values(calls).reduce((sum, count) => sum + count, 0);

/** Calls a route's handler with its valid request, as the gateway does. */
async function invoke(name: string, fixtures: Fixtures, variation: Variation) {
  const { ids } = fixtures;
  const { route } = caseOf(name);
  const body = variation.body ?? bodyOf(name, fixtures);
  return handlers.invoke(name, {
    headers: {
      ...(variation.cookie === undefined
        ? { Authorization: `Bearer ${keyFor(route, fixtures)}` }
        : { Cookie: variation.cookie, "X-Requested-With": "dashboard" }),
      ...variation.headers,
    },
    pathParameters: {
      id: variation.id ?? idOf(route, { ids }),
      channel: channelInPath,
      file: `${ids.brd}.json`,
    },
    queryStringParameters: variation.query ?? caseOf(name).query?.(ids) ?? null,
    body,
  });
}

/**
 * Returns the cost of a route's valid request. A first request starts the window of the key's rate limit, which costs
 * more.
 */
async function costOf(name: string, fixtures: Fixtures, variation: Variation = {}): Promise<Cost> {
  const first = caseOf(name).route.access === "admin" ? "listApiKeys" : "listBrands";
  expect(await invoke(first, fixtures, {})).toMatchObject({ statusCode: 200 });
  const status = variation.status ?? caseOf(name).route.success.status;
  return handlers.costOf(async () =>
    expect(await invoke(name, fixtures, variation)).toMatchObject({ statusCode: status }),
  );
}

async function costOfValidRequest(name: string): Promise<Cost> {
  const isRead = caseOf(name).route.method === "GET";
  const cost = costs.get(name) ?? (await costOf(name, isRead ? shared : await newFixturesFor(name)));
  costs.set(name, cost);
  return cost;
}

/**
 * A post that takes a time needs two more reads: of the calendar of its brand, and of the brand, which has the slots. Each other
 * request needs one more: of the calendar, in which a post frees its time; of the brand, on whose time zone the next time of
 * a schedule depends; of the limits of the organization; of the place of a post in its feed; of the metrics, which are
 * beside the post's run; or of the connection that a new one replaces.
 */
const requestsMax: Partial<Record<string, number>> = {
  updatePipeline: 4,
  createPipeline: 4,
  createPost: 5,
  updatePost: 5,
  cancelPost: 4,
  deletePost: 4,
  getPostAnalytics: 3,
  // Without a filter: the update of the key, one query and one read of the page.
  listPosts: 3,
  connectChannel: 4,
  // Three reads of what a run needs, one of the posted stories, and the permit, which is released at the end.
  previewRun: 9,
};

it.each(Object.keys(routes))(
  "the requests of %s to the table are bounded, and none is a scan",
  async (name) => {
    const { route } = caseOf(name);
    const cost = await costOfValidRequest(name);
    // One update of the key, one query for each of at most four statuses, a second one for one of them, and one read of
    // the page or one write.
    const lists = route.tableActions.some((action) => action === "Query" || action === "BatchGetItem");
    const callsMax = lists ? 7 : route.method === "GET" ? 2 : 3;
    expect(totalOf(cost.calls)).toBeLessThanOrEqual(requestsMax[name] ?? callsMax);
    expect(cost.calls).not.toHaveProperty("Scan");
  },
);

// The emulators check no role. Only this test compares what a handler does with what its role allows.
it.each(Object.keys(routes))("%s does exactly the actions on the table that its row grants", async (name) => {
  const { route } = caseOf(name);
  const authentication = route.access === "public" ? [] : ["GetItem", "UpdateItem"];
  const used = new Set(authentication);
  for (const action of (await costOfValidRequest(name)).actions) used.add(action);
  const furtherRequest = furtherRequests[name];
  if (furtherRequest !== undefined) {
    // An organization of its own: it can have one bulk replay at a time.
    const fixtures = await newFixtures();
    const { actions } = await costOf(name, fixtures, await furtherRequest(fixtures));
    for (const action of actions) used.add(action);
  }
  const granted = new Set<string>([...route.tableActions, ...authentication]);
  const rule =
    "the actions of the handler (received) are the tableActions of its row in functions/contract/routes";
  expect(used, rule).toEqual(granted);
});

it("a counted click costs two write units at most, one of a program none, and another read of a feed none", async () => {
  const fixtures = await newFixtures();
  const person = { headers: { "User-Agent": "Mozilla/5.0" } };
  const first = await handlers.costOf(() => invoke("followLink", fixtures, person));
  expect(first.calls).toEqual({ GetItem: 1, UpdateItem: 1 });
  expect(first.units).toBeLessThanOrEqual(2 + 1);
  const program = { headers: { "User-Agent": "Googlebot/2.1" } };
  expect((await handlers.costOf(() => invoke("followLink", fixtures, program))).calls).toEqual({
    GetItem: 1,
  });

  const read = (agent: string) =>
    handlers.costOf(() => invoke("readFeed", fixtures, { headers: { "User-Agent": agent } }));
  expect((await read("Reader/1.0")).calls).toEqual({ Query: 1, GetItem: 1, UpdateItem: 1 });
  expect((await read("Reader/2.0")).calls).toEqual({ Query: 1, GetItem: 1 });
});

it("authentication, revocation and rate limit cost one write together", async () => {
  const fixtures = await newFixtures();
  for (const name of ["getBrand", "getPost", "createPipeline", "deleteWebhook", "rotateApiKey"]) {
    const { calls } = await costOf(name, fixtures, { id: "malformed", status: 404 });
    expect(calls).toEqual({ UpdateItem: 1 });
  }
});

it("a post that changes its status costs eight write units of its indexes", async () => {
  // Four places in indexes, a delete and a put each. Beside them: the key, the read of the post, and two units each for the post,
  // the brand's check, the entry of the history and the outbox item.
  const { units } = await costOfValidRequest("approvePost");
  expect(units).toBe(1 + 1 + 4 * 2 + 8);
});

it("authentication by a cookie costs one read more than by a key", async () => {
  const fixtures = await newFixtures();
  const cookie = await cookieOf(fixtures);
  const { calls } = await costOf("getSession", fixtures, { cookie });
  expect(calls).toEqual({ GetItem: 1, UpdateItem: 1 });
});

describe("pages of lists of two sizes", () => {
  const smallCount = 20;
  const largeCount = 500;
  let small: Fixtures;
  let large: Fixtures;
  beforeAll(async () => {
    small = await newFixtures();
    large = await newFixtures();
    await changeKeyRecord(large.keys.write, { rateLimit: 1_000 });
    await storeRows(small, smallCount);
    await storeRows(large, largeCount);
  });

  const pages: [name: string, query: Record<string, string>][] = [
    ["listBrands", {}],
    ["listWebhooks", {}],
    ["listRuns", {}],
    // The newest runs of the two lists are not alike: those that made posts have ended.
    ["listOrganizationRuns", { order: "asc" }],
    ["listOrganizationPipelines", {}],
    ["listDeliveries", {}],
    ["listDeliveries", { order: "asc" }],
    ["listDeadLetters", {}],
    ["listDeadLetters", { status: "final_attempt_pending", order: "asc" }],
    ["listPosts", {}],
    ["listPosts", { status: "pending,scheduled" }],
    ["listPosts", { sort: "scheduledAt", order: "asc" }],
    ["listPosts", { status: "pending", sort: "publishedAt" }],
  ];
  it.each(pages)(
    "a page of %s with %o costs the same whether the list has 20 rows or 500",
    async (name, query) => {
      const ten = { query: { ...query, limit: "10" } };
      const cost = await costOf(name, small, ten);
      expect(await costOf(name, large, ten)).toEqual(cost);
      expect(cost.units).toBeGreaterThan(0);
    },
  );

  it("a page of all posts, of an organization or of one of its brands, is one query and one read", async () => {
    for (const query of [{}, { brandId: large.ids.brd }, { order: "asc" }]) {
      const { calls } = await costOf("listPosts", large, { query: { ...query, limit: "20" } });
      expect(calls).toEqual({ UpdateItem: 1, Query: 1, BatchGetItem: 1 });
    }
  });

  it("a page of 100 rows needs the same requests as a page of 10, and at most ten times the units", async () => {
    const [ten, hundred] = [
      await costOf("listPosts", large, { query: { limit: "10" } }),
      await costOf("listPosts", large, { query: { limit: "100" } }),
    ];
    expect(hundred.calls).toEqual(ten.calls);
    expect(hundred.units).toBeLessThanOrEqual(ten.units * 10);
  });
});

/** Stores `count` rows of everything that a list shows. An organization has at most 100 subscriptions. */
async function storeRows({ organizationId, ids }: Fixtures, count: number): Promise<void> {
  const webhook = { ...aWebhook(organizationId), id: ids.whk };
  const each = Array.from({ length: count });
  await inBatches(each.slice(0, 99), () => insertWebhook(table, aWebhook(organizationId)));
  await inBatches(each, () => insertBrand(table, aBrand(organizationId)));
  await inBatches(each, () => insertRun(table, aRun(organizationId, ids.pip, ids.brd), []));
  await inBatches(each, () => storeDeadLettered(table, aDelivery(webhook)));
  for (let start = 0; start < count; start += 50) {
    const run = aRun(organizationId);
    const posts = each.slice(start, start + 50).map(() => aPost(organizationId));
    await insertRun(table, run, []);
    await leaseRun(table, run, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    await completeRun(table, run, "t", { posts, stages: [], nowMs: testTimeMs, messages: [] });
  }
}

async function inBatches(items: readonly unknown[], act: () => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += 10)
    await Promise.all(items.slice(start, start + 10).map(act));
}
