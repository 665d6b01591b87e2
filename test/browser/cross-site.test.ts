import { ok } from "@oazapfts/runtime";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { provided } from "../support/setup/provided.ts";
import { newPage } from "./support/open-page.ts";
import { type Seeded, seedOrganization, withApi } from "./support/seed.ts";

let seeded: Seeded;

beforeAll(async () => {
  seeded = await seedOrganization();
});

/** A change that another site might want to make in the name of a signed-in person. */
interface Target {
  path: (ids: Seeded["ids"]) => string;
  body: Record<string, unknown>;
}

const targets: Record<string, Target> = {
  "a brand is created": { path: () => "/v1/brands", body: { name: "Theirs", timezone: "UTC" } },
  "a post is approved": { path: ({ pending }) => `/v1/posts/${pending}/approve`, body: {} },
  "a run is triggered": { path: ({ pipeline }) => `/v1/pipelines/${pipeline}/runs`, body: {} },
  "an API key is created": { path: () => "/v1/api-keys", body: { name: "Theirs", role: "admin" } },
  "a dead letter is replayed": {
    path: ({ deadLetter }) => `/v1/webhooks/dead-letters/${deadLetter}/replay`,
    body: {},
  },
};

type Sender = (request: { url: string; json: string }) => unknown;

/** How a page of another origin can send a POST. Each runs in that page. */
const senders: Record<string, Sender> = {
  "a form with text": ({ url, json }) => {
    // A form sends `name=value`, which together can be JSON.
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { action: url, method: "post", enctype: "text/plain" });
    const field = form.appendChild(document.createElement("input"));
    Object.assign(field, { name: `${json.slice(0, -1)}${json === "{}" ? "" : ","}"x":"`, value: '"}' });
    form.submit();
  },
  "a form": ({ url, json }) => {
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { action: url, method: "post" });
    for (const [name, value] of Object.entries(JSON.parse(json)))
      Object.assign(form.appendChild(document.createElement("input")), { name, value });
    form.submit();
  },
  "fetch without CORS": ({ url, json }) =>
    fetch(url, {
      method: "POST",
      mode: "no-cors",
      credentials: "include",
      headers: { "Content-Type": "text/plain", "X-Requested-With": "dashboard" },
      body: json,
    }),
  "fetch with the dashboard's headers": ({ url, json }) =>
    fetch(url, {
      method: "POST",
      credentials: "include",
      headers: { "Content-Type": "application/json", "X-Requested-With": "dashboard" },
      body: json,
    }).catch(() => undefined),
  "a beacon": ({ url, json }) => navigator.sendBeacon(url, new Blob([json], { type: "text/plain" })),
};

/** What the requests would change. */
function state({ keys, ids }: Seeded) {
  return withApi(keys.admin, async (options) => ({
    brands: (await ok(api.listBrands({}, options))).data.length,
    post: (await ok(api.getPost({ id: ids.pending }, options))).status,
    runs: (await ok(api.listRuns({ id: ids.pipeline }, options))).data.length,
    keys: (await ok(api.listApiKeys({}, options))).data.length,
    deadLetter: (await ok(api.getDeadLetter({ id: ids.deadLetter }, options))).status,
  }));
}

/** Opens a page of another origin in a browser that is signed in to the service. */
async function openOtherPage(origin: string): Promise<Page> {
  // The browser says of each request that it was blocked or rejected.
  const page = await newPage({ key: seeded.keys.admin, expected: /./ });
  await page.goto(origin);
  return page;
}

describe.each(["sameSite", "otherSite"] as const)("a page of another origin (%s)", (kind) => {
  it.each(Object.keys(senders))("cannot change anything by %s", async (name) => {
    const before = await state(seeded);
    const sender = senders[name];
    if (sender === undefined) throw new Error(`no sender ${name}`);
    for (const { path, body } of Object.values(targets)) {
      const page = await openOtherPage(provided("browser").otherOrigins[kind]);
      const url = provided("service").url + path(seeded.ids);
      const arrived = page.waitForEvent("requestfinished", { predicate: (request) => request.url() === url });
      const blocked = page.waitForEvent("requestfailed", { predicate: (request) => request.url() === url });
      await page.evaluate(sender, { url, json: JSON.stringify(body) });
      const request = await Promise.race([arrived, blocked]);
      await Promise.allSettled([page.close(), arrived, blocked]);
      const response = await request.response().catch(() => null);
      if (response !== null) expect([401, 403]).toContain(response.status());
    }
    expect(await state(seeded)).toEqual(before);
  });
});

it("the dashboard's own page can make the same change", async () => {
  const page = await newPage({ key: seeded.keys.admin });
  await page.goto("/v1/openapi.json");
  const status = await page.evaluate(async () => {
    const response = await fetch("/v1/brands", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Requested-With": "dashboard" },
      body: JSON.stringify({ name: "Ours", timezone: "UTC" }),
    });
    return response.status;
  });
  expect(status).toBe(201);
});
