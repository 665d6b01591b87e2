import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import type { Fixtures } from "./fixtures.ts";
import { newBrand, newPipeline, newWebhook } from "./valid-bodies.ts";

/** What the tests must know of a route beyond its row in the table. */
export interface RouteCase {
  /** A body with every field that the route knows. */
  body?: Record<string, unknown>;
  /** The query of the right request, of a route that needs one. */
  query?: (ids: Fixtures["ids"]) => Record<string, string>;
  /** Which of the world's things the path names, where it is not the first of its kind. */
  target?: keyof Fixtures["ids"];
  /** Which of the world's things the right answer names. */
  names?: keyof Fixtures["ids"];
  /** Queries and bodies that are refused, each with all the fields that are wrong in it. */
  refused: readonly { query?: string; body?: unknown; fields: readonly string[] }[];
}

const wrongPages: RouteCase["refused"] = [
  { query: "limit=0", fields: ["limit"] },
  { query: "limit=101", fields: ["limit"] },
  { query: "limit=1.5&cursor=", fields: ["limit", "cursor"] },
  { query: "cursor=forged", fields: ["cursor"] },
];

/** One case for each row of the route table: a row without one does not compile, and fails. */
export const cases: Record<keyof typeof routes, RouteCase> = {
  listBrands: { names: "brd", refused: wrongPages },
  createBrand: {
    body: newBrand,
    refused: [
      { body: {}, fields: ["name", "timezone"] },
      { body: { name: " ", timezone: "Mars/Olympus" }, fields: ["name", "timezone"] },
      { body: { name: "a".repeat(121), timezone: 1 }, fields: ["name", "timezone"] },
      {
        body: {
          ...newBrand,
          settings: {
            approval: "perhaps",
            hashtags: ["two words"],
            postingSlots: [{ weekday: "monday", time: "25:00" }, { weekday: "someday" }],
            currency: "euro",
            utm: { source: "feed" },
          },
        },
        fields: [
          "settings.approval",
          "settings.hashtags[0]",
          "settings.postingSlots[0].time",
          "settings.postingSlots[1].weekday",
          "settings.postingSlots[1].time",
          "settings.currency",
          "settings.utm.source",
        ],
      },
    ],
  },
  getBrand: { names: "brd", refused: [] },
  updateBrand: {
    body: newBrand,
    names: "brd",
    refused: [
      { body: { name: "", timezone: "+02:00" }, fields: ["name", "timezone"] },
      { body: { settings: null, name: null }, fields: ["settings", "name"] },
      {
        body: { settings: { approval: null, hashtags: null, postingSlots: {}, valuePerClick: -1 } },
        fields: ["settings.approval", "settings.hashtags", "settings.postingSlots", "settings.valuePerClick"],
      },
    ],
  },
  deleteBrand: { target: "emptyBrd", refused: [] },
  listPipelines: { names: "pip", refused: [] },
  createPipeline: {
    body: newPipeline,
    refused: [
      { body: {}, fields: ["name", "sources", "channels"] },
      {
        body: { name: "", status: "gone", sources: [], topics: [""], channels: ["x"], postsPerRun: 51 },
        fields: ["name", "status", "sources", "topics[0]", "channels[0]", "postsPerRun"],
      },
      {
        body: {
          ...newPipeline,
          sources: [
            { type: "feed", url: "http://10.0.0.1/feed" },
            { type: "feed", url: "https://[fd00::1]/" },
          ],
        },
        fields: ["sources[0].url", "sources[1].url"],
      },
    ],
  },
  getPipeline: { names: "pip", refused: [] },
  updatePipeline: {
    body: newPipeline,
    names: "pip",
    refused: [
      {
        body: { name: "", status: "gone", sources: [], topics: [""], channels: [], postsPerRun: 0 },
        fields: ["name", "status", "sources", "topics[0]", "channels", "postsPerRun"],
      },
      {
        body: {
          schedule: "every day",
          sources: [{ type: "feed", url: "http://10.0.0.1/feed" }],
          generator: null,
        },
        fields: ["schedule", "sources[0].url", "generator"],
      },
    ],
  },
  deletePipeline: { refused: [] },
  triggerRun: { names: "pip", refused: [] },
  listRuns: {
    names: "run",
    refused: [
      ...wrongPages,
      { query: "order=newest&sort=status&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
  getRun: { names: "run", refused: [] },
  listPosts: {
    names: "pst",
    refused: [
      ...wrongPages,
      {
        query: "status=pending,gone&sort=name&order=up&limit=0&brandId=",
        fields: ["status", "sort", "order", "limit", "brandId"],
      },
      { query: "status=", fields: ["status"] },
    ],
  },
  getPost: { names: "pst", refused: [] },
  updatePost: {
    body: {
      text: "Hello again",
      link: "https://example.com/again",
      hashtags: ["#again", "more"],
      scheduledAt: "2098-01-01T09:00:00+01:00",
    },
    names: "pst",
    refused: [
      {
        body: { text: " ", link: "ftp://example.com", hashtags: ["two words", "7"], scheduledAt: "tomorrow" },
        fields: ["text", "link", "hashtags[0]", "hashtags[1]", "scheduledAt"],
      },
      {
        body: { text: null, link: 1, hashtags: "#one", scheduledAt: "1999-12-31T00:00:00Z" },
        fields: ["text", "link", "hashtags", "scheduledAt"],
      },
      {
        body: {
          text: "a".repeat(10_001),
          link: "https://10.0.0.1/",
          hashtags: Array.from({ length: 21 }, (_, index) => `tag${index}`),
          scheduledAt: "2026-11-21T09:00:00",
        },
        fields: ["text", "link", "hashtags", "scheduledAt"],
      },
    ],
  },
  approvePost: { names: "pst", refused: [] },
  rejectPost: { names: "pst", refused: [] },
  submitPost: { target: "draft", names: "draft", refused: [] },
  cancelPost: { target: "scheduled", names: "scheduled", refused: [] },
  retryPost: { target: "failed", names: "failed", refused: [] },
  getRunAnalytics: { names: "run", refused: [] },
  getWeeklyAnalytics: {
    query: ({ brd: brandId }) => ({ brandId, week: "2026-W47" }),
    names: "brd",
    refused: [
      { query: "", fields: ["brandId", "week"] },
      { query: "brandId=&week=", fields: ["brandId", "week"] },
      { query: `brandId=${"b".repeat(201)}&week=2026-11-16`, fields: ["brandId", "week"] },
      ...["2026-W54", "2026-W00", "2026-W7", "2026W47", "2026-w47", "2025-W53", "2027-W53", "+2026-W47"].map(
        (week) => ({ query: `brandId=brd&week=${encodeURIComponent(week)}`, fields: ["week"] }),
      ),
    ],
  },
  listWebhooks: { names: "whk", refused: wrongPages },
  createWebhook: {
    body: newWebhook,
    refused: [
      { body: {}, fields: ["url", "events"] },
      {
        body: {
          url: "http://example.com",
          events: ["post.gone", "post.published", 3],
          secret: "",
          description: 1,
        },
        fields: ["url", "events[0]", "events[2]", "secret", "description"],
      },
      { body: { ...newWebhook, events: [] }, fields: ["events"] },
      { body: { ...newWebhook, url: "https://169.254.169.254/latest" }, fields: ["url"] },
      { body: { ...newWebhook, secret: "a".repeat(256) }, fields: ["secret"] },
    ],
  },
  getWebhook: { names: "whk", refused: [] },
  updateWebhook: {
    body: { ...newWebhook, status: "disabled" },
    names: "whk",
    refused: [
      {
        body: { url: "ftp://example.com", events: "all", secret: 1, status: "off", description: [] },
        fields: ["url", "events", "secret", "status", "description"],
      },
      { body: { url: "https://0xa.1/hook", events: ["post.failed"] }, fields: ["url"] },
    ],
  },
  deleteWebhook: { refused: [] },
  testWebhook: { names: "whk", refused: [] },
  rotateWebhookSecret: {
    body: { secret: "another secret", graceSeconds: 60 },
    names: "whk",
    refused: [
      { body: {}, fields: ["secret"] },
      { body: { secret: "", graceSeconds: -1 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: null, graceSeconds: 604_801 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: "a".repeat(256), graceSeconds: 1.5 }, fields: ["secret", "graceSeconds"] },
      { body: { secret: "a\u0000b", graceSeconds: "60" }, fields: ["secret", "graceSeconds"] },
    ],
  },
  listDeliveries: {
    names: "dlv",
    refused: [
      ...wrongPages,
      { query: "order=newest&sort=status&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
  listDeadLetters: {
    names: "dlt",
    refused: [
      ...wrongPages,
      {
        query: "status=lost&order=newest&webhookId=&limit=x",
        fields: ["status", "order", "webhookId", "limit"],
      },
    ],
  },
  getDeadLetter: { names: "dlt", refused: [] },
  replayDeadLetter: { names: "dlt", refused: [] },
  replayDeadLetters: {
    body: { status: ["exhausted", "final_attempt_pending"] },
    refused: [
      { body: { status: ["resolved"] }, fields: ["status[0]"] },
      { body: { status: ["exhausted", "replaying", 1] }, fields: ["status[1]", "status[2]"] },
      { body: { status: [], webhookId: "" }, fields: ["status", "webhookId"] },
      { body: { status: "exhausted", webhookId: null }, fields: ["status", "webhookId"] },
    ],
  },
  listApiKeys: { names: "key", refused: wrongPages },
  createApiKey: {
    body: { name: "Deploy", role: "write", expiresAt: "2099-01-01T02:00:00+02:00", rateLimit: 600 },
    refused: [
      { body: {}, fields: ["name", "role"] },
      { body: { name: " ", role: "owner", rateLimit: 0 }, fields: ["name", "role", "rateLimit"] },
      {
        body: { name: "a".repeat(121), role: "read", rateLimit: 10_001, expiresAt: "2020-01-01T00:00:00Z" },
        fields: ["name", "rateLimit", "expiresAt"],
      },
      {
        body: { name: 1, role: null, rateLimit: 1.5, expiresAt: "2099-02-30T00:00:00Z" },
        fields: ["name", "role", "rateLimit", "expiresAt"],
      },
      { body: { name: "a", role: "read", expiresAt: "2100-01-01T00:00:00Z" }, fields: ["expiresAt"] },
      { body: { name: "a", role: "read", expiresAt: 32_503_680_000 }, fields: ["expiresAt"] },
    ],
  },
  deleteApiKey: { refused: [] },
  rotateApiKey: {
    body: { graceSeconds: 60 },
    names: "key",
    refused: [
      { body: { graceSeconds: -1 }, fields: ["graceSeconds"] },
      { body: { graceSeconds: 604_801 }, fields: ["graceSeconds"] },
      { body: { graceSeconds: "60" }, fields: ["graceSeconds"] },
      { body: { graceSeconds: null }, fields: ["graceSeconds"] },
    ],
  },
  getOrganization: { refused: [] },
  updateOrganization: {
    body: { name: "Acme and Sons" },
    refused: [
      { body: { name: "" }, fields: ["name"] },
      { body: { name: null }, fields: ["name"] },
      { body: { name: "a\nb" }, fields: ["name"] },
    ],
  },
  readFeed: { names: "pst", refused: [] },
  followLink: { refused: [] },
  getOpenapi: { refused: [] },
};

/** A route with its case. */
export function caseOf(name: string): RouteCase & { route: Route } {
  const own = new Map(Object.entries(cases)).get(name);
  const route = new Map<string, Route>(Object.entries(routes)).get(name);
  if (own === undefined || route === undefined) throw new Error(`the route ${name} has no case`);
  return { ...own, route };
}

/** The thing of the world that a route's right request is about; empty where its path names none. */
export function idOf(route: Route, { ids }: Pick<Fixtures, "ids">): string {
  const [name] =
    Object.entries(routes).find(([, { operationId }]) => operationId === route.operationId) ?? [];
  const known: Partial<Record<string, string>> = ids;
  return known[caseOf(name ?? "").target ?? route.id ?? ""] ?? "";
}

/** The least of an organization's first keys that may use a route, where that is at least a writer's. */
export function keyFor(route: Route, { keys }: Pick<Fixtures, "keys">): string {
  return route.access === "admin" ? keys.admin : keys.write;
}

/** The route's path with a thing of the world, or anything else, in the place of what it names. */
export function pathOf(route: Route, fixtures: Pick<Fixtures, "ids">, named?: string): string {
  const id = named ?? idOf(route, fixtures);
  return route.path.replace("{id}", id).replace("{file}", named ?? `${fixtures.ids.brd}.json`);
}
