import { afterAll, beforeAll, expect, it } from "vitest";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { comparable, errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse, type Json, rowsOf } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeReviewLink } from "../support/table/review-links.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 15_000 });
afterAll(() => client.close());
const table = tableAt(provided("service").database);

let fixtures: Fixtures;
let foreign: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  foreign = await newFixtures();
});

const call = (key: string, method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  client.call(method, path, { key, ...(body !== undefined && { body }) });

/** Creates a review link by the API. Returns its id and its token. */
async function createLink(
  body: object,
  { keys } = fixtures,
): Promise<{ id: string; token: string; json: Json }> {
  const { status, json, text } = await call(keys.write, "POST", "/v1/review-links", body);
  expect([status, text]).toEqual([201, text]);
  const url = new URL(asText(at(json, "url")));
  expect([url.pathname, url.search]).toEqual(["/review", ""]);
  return { id: asText(at(json, "id")), token: url.hash.slice(1), json };
}

async function pendingPost({ organizationId, ids }: Fixtures): Promise<string> {
  const post = aPost(organizationId, { brandId: ids.brd });
  await storePosts(table, [post]);
  return `/v1/posts/${post.id}`;
}

const idsIn = (list: Json) => rowsOf(list).map((row) => at(row, "id"));

it("a review link is valid for seven days unless its `expiresAt` says otherwise, and its token is shown once", async () => {
  const { brd: brandId } = fixtures.ids;
  const before = Date.now();
  const { id, token, json } = await createLink({ brandId, name: "Ada" });
  const expiresMs = Date.parse(asText(at(json, "expiresAt")));
  expect(expiresMs - before).toBeGreaterThanOrEqual(7 * dayMs);
  expect(expiresMs - Date.now()).toBeLessThanOrEqual(7 * dayMs);
  for (const path of ["/v1/review-links", `/v1/review-links/${id}`]) {
    const { text } = await call(fixtures.keys.read, "GET", path);
    expect(text).toContain(id);
    expect(text).not.toMatch(/cpr_|"hash"|"url"/);
  }
  expect((await call(token, "GET", "/v1/review")).json).toEqual({
    bearer: { type: "review_link", id, name: "Ada" },
    brandId,
    postId: null,
    mayApprove: false,
    expiresAt: at(json, "expiresAt"),
  });
});

it("the bearer of a brand's link sees the posts of that brand, and those of others as if they did not exist", async () => {
  const { ids } = fixtures;
  const { token } = await createLink({ brandId: ids.brd });
  const { json: list } = await call(token, "GET", "/v1/posts");
  expect(idsIn(list)).toEqual([ids.pst]);
  expect((await call(token, "GET", `/v1/posts/${ids.pst}`)).status).toBe(200);
  for (const [method, suffix, body] of [
    ["GET", ""],
    ["GET", "/comments"],
    ["POST", "/comments", { text: "Good." }],
  ] as const) {
    const unknown = await call(token, method, `/v1/posts/${newId("pst")}${suffix}`, body);
    expect(errorFaults(unknown, 404)).toEqual([]);
    for (const id of [ids.failed, foreign.ids.pst])
      expect(comparable(await call(token, method, `/v1/posts/${id}${suffix}`, body))).toEqual(
        comparable(unknown),
      );
  }
  for (const brandId of [ids.emptyBrd, foreign.ids.brd]) {
    const { json } = await call(token, "GET", `/v1/posts?brandId=${brandId}`);
    expect(json).toEqual({ data: [], nextCursor: null });
  }
});

it("the bearer of a post's link sees that post alone, also in the list", async () => {
  const { ids } = fixtures;
  const other = await pendingPost(fixtures);
  const { token, json } = await createLink({ postId: ids.pst, mayApprove: true });
  expect(json).toMatchObject({ brandId: ids.brd, postId: ids.pst });
  expect(idsIn((await call(token, "GET", "/v1/posts")).json)).toEqual([ids.pst]);
  expect(idsIn((await call(token, "GET", "/v1/posts?status=draft")).json)).toEqual([]);
  for (const verb of ["approve", "request-changes"]) {
    const body = verb === "approve" ? undefined : { comment: "No." };
    expect(errorFaults(await call(token, "POST", `${other}/${verb}`, body), 404)).toEqual([]);
  }
});

it("the bearer comments under the name of the link, and approves only if the link allows it", async () => {
  const path = await pendingPost(fixtures);
  const { ids, keys } = fixtures;
  const reader = await createLink({ brandId: ids.brd, name: "Reader" });
  const approver = await createLink({ brandId: ids.brd, name: "Approver", mayApprove: true });
  expect((await call(reader.token, "POST", `${path}/comments`, { text: "Good." })).json).toMatchObject({
    author: { type: "review_link", id: reader.id, name: "Reader" },
  });
  for (const verb of ["approve", "request-changes"]) {
    const rejected = await call(reader.token, "POST", `${path}/${verb}`, { comment: "No." });
    expect(errorFaults(rejected, 403)).toEqual([]);
    expect(rejected.headers["ratelimit-limit"]).toBe("120");
  }
  const sentBack = await call(approver.token, "POST", `${path}/request-changes`, { comment: "Shorter." });
  expect(sentBack.json).toMatchObject({ status: "draft" });
  await call(keys.write, "POST", `${path}/submit`);
  expect((await call(approver.token, "POST", `${path}/approve`)).json).toMatchObject({ status: "scheduled" });
  const { json } = await call(keys.read, "GET", `${path}/history?order=asc`);
  expect(rowsOf(json).slice(0, 5)).toMatchObject([
    { action: "created" },
    { action: "commented", by: { name: "Reader" } },
    { action: "changes_requested", by: { name: "Approver" } },
    { action: "submitted", by: { name: "first write key" } },
    { action: "approved", by: { type: "review_link", name: "Approver" } },
  ]);
});

it("when a key and a link approve a post at once, one of them succeeds, with one event and one entry of the history", async () => {
  // An event of an earlier test may be on its way, and would reach the new subscription too.
  const own = await newFixtures();
  const { ids, keys } = own;
  const { token } = await createLink({ brandId: ids.brd, mayApprove: true }, own);
  const subscription = { url: "https://localhost:1/", events: ["post.scheduled"] };
  const { json: webhook } = await call(keys.write, "POST", "/v1/webhooks", subscription);
  for (let round = 0; round < 3; round += 1) {
    const path = await pendingPost(own);
    await call(keys.write, "PATCH", path, { scheduledAt: "2098-01-01T00:00:00Z" });
    const both = await Promise.all(
      [keys.write, token].map((bearer) => call(bearer, "POST", `${path}/approve`)),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const { json } = await call(keys.read, "GET", `${path}/history`);
    expect(rowsOf(json).map((row) => at(row, "action"))).toEqual(["approved", "edited", "created"]);
  }
  await expect
    .poll(
      async () => {
        const path = `/v1/webhooks/${asText(at(webhook, "id"))}/deliveries`;
        return idsIn((await call(keys.read, "GET", path)).json).length;
      },
      { timeout: 15_000, interval: 200 },
    )
    .toBe(3);
});

it("a request with a token to an endpoint that is not for review links is 401, and does not count", async () => {
  const { token } = await createLink({ brandId: fixtures.ids.brd, mayApprove: true });
  for (const [method, path] of [
    ["GET", "/v1/brands"],
    ["POST", `/v1/posts/${fixtures.ids.pst}/reject`],
    ["GET", `/v1/posts/${fixtures.ids.pst}/history`],
  ] as const)
    expect(errorFaults(await call(token, method, path), 401)).toEqual([]);
  const { headers } = await call(token, "GET", "/v1/review");
  expect(headers["ratelimit-remaining"]).toBe("119");
});

it("a revoked link stops at its next request, and another organization can neither see nor revoke it", async () => {
  const { id, token } = await createLink({ brandId: fixtures.ids.brd });
  const path = `/v1/review-links/${id}`;
  for (const method of ["GET", "DELETE"])
    expect(errorFaults(await call(foreign.keys.write, method, path), 404)).toEqual([]);
  expect((await call(token, "GET", "/v1/review")).status).toBe(200);
  expect((await call(fixtures.keys.write, "DELETE", path)).status).toBe(204);
  expect(errorFaults(await call(token, "GET", "/v1/review"), 401)).toEqual([]);
  expect(errorFaults(await call(fixtures.keys.write, "DELETE", path), 404)).toEqual([]);
});

it("an expired link is an unknown key, and is not listed any more", async () => {
  const { organizationId, ids, keys } = await newFixtures();
  const expiresAt = isoTime(Date.now() - dayMs);
  const link = await storeReviewLink(table, { organizationId, brandId: ids.brd, expiresAt });
  expect(errorFaults(await call(link.token, "GET", "/v1/review"), 401)).toEqual([]);
  expect(errorFaults(await call(keys.read, "GET", `/v1/review-links/${link.id}`), 404)).toEqual([]);
  expect(idsIn((await call(keys.read, "GET", "/v1/review-links")).json)).not.toContain(link.id);
});

it("a link has its own rate limit", async () => {
  const { token } = await createLink({ brandId: fixtures.ids.brd });
  await changeKeyRecord(token, { rateLimit: 1 });
  expect((await call(token, "GET", "/v1/review")).status).toBe(200);
  expect(errorFaults(await call(token, "GET", "/v1/review"), 429)).toEqual([]);
});

it("a link to another organization's brand or post is 404, as to one that never existed", async () => {
  const { keys } = fixtures;
  const create = (body: object) => call(keys.write, "POST", "/v1/review-links", body);
  for (const [field, prefix] of [
    ["brandId", "brd"],
    ["postId", "pst"],
  ] as const) {
    const unknown = await create({ [field]: newId(prefix) });
    expect(errorFaults(unknown, 404)).toEqual([]);
    expect(comparable(await create({ [field]: foreign.ids[prefix] }))).toEqual(comparable(unknown));
  }
});

it("deleting a brand revokes its links", async () => {
  const own = await newFixtures();
  const { ids, keys } = own;
  const { token } = await createLink({ brandId: ids.emptyBrd }, own);
  expect((await call(keys.write, "DELETE", `/v1/brands/${ids.emptyBrd}`)).status).toBe(204);
  await expect
    .poll(async () => (await call(token, "GET", "/v1/review")).status, { timeout: 15_000, interval: 200 })
    .toBe(401);
});
