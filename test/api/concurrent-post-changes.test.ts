import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Post } from "../../functions/domain/post.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse, type Json, rowsOf } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { aPost } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
afterAll(() => client.close());
const table = tableAt(provided("service").database);

let fixtures: Fixtures;
let key: string;
let webhookId: string;
beforeAll(async () => {
  fixtures = await newFixtures();
  key = fixtures.keys.write;
  await changeKeyRecord(key, { rateLimit: 1_000_000 });
  const body = {
    url: "https://localhost:1/",
    events: ["post.scheduled", "post.published", "post.failed"],
  };
  const { json } = await client.call("POST", "/v1/webhooks", { key, body });
  webhookId = asText(at(json, "id"));
});

async function storePost(changes: Partial<Post> = {}): Promise<string> {
  const post = aPost(fixtures.organizationId, { brandId: fixtures.ids.brd, ...changes });
  await storePosts(table, [post]);
  return post.id;
}

const send = (method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  client.call(method, path, { key, ...(body !== undefined && { body }) });
const read = async (path: string): Promise<Json> => (await send("GET", path)).json;

/** Returns how many responses have each status. Every response but 200 must be the contract's 422. */
function countByStatus(responses: readonly HttpResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const response of responses) {
    counts[response.status] = (counts[response.status] ?? 0) + 1;
    if (response.status !== 200) expect(errorFaults(response, 422)).toEqual([]);
  }
  return counts;
}

const waitUntilPublished = (id: string) =>
  vi.waitFor(
    async () => {
      const post = await read(`/v1/posts/${id}`);
      expect(at(post, "status")).toBe("published");
      return post;
    },
    { timeout: 15_000, interval: 100 },
  );

/** Returns the items of the brand's feed with the id of the post. */
async function feedItemsOf(id: string): Promise<Json[]> {
  const { json } = await client.call("GET", `/feeds/${fixtures.ids.brd}.json`);
  const items = at(json, "items");
  return Array.isArray(items) ? items.filter((item) => at(item, "id") === id) : [];
}

/** Returns how many events of each type the subscription has got, counted by its deliveries. */
async function countEvents(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const row of rowsOf(await read(`/v1/webhooks/${webhookId}/deliveries?limit=100`))) {
    const type = asText(at(row, "type"));
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}

it("of 200 concurrent approvals of one post, one succeeds, and the post has one event and one publication", async () => {
  const id = await storePost();
  const approvals = Array.from({ length: 200 }, () => send("POST", `/v1/posts/${id}/approve`));
  const counts = countByStatus(await Promise.all(approvals));
  await waitUntilPublished(id);
  await vi.waitFor(async () => expect(await countEvents()).toHaveProperty(["post.published"]), {
    timeout: 15_000,
    interval: 100,
  });
  console.log("200 concurrent approvals:", { responses: counts, events: await countEvents() });
  expect(counts).toEqual({ 200: 1, 422: 199 });
  expect(await countEvents()).toEqual({ "post.scheduled": 1, "post.published": 1 });
  expect(await feedItemsOf(id)).toHaveLength(1);
}, 60_000);

it("no change is lost when a post is changed and approved at the same time", async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await storePost();
    const path = `/v1/posts/${id}`;
    const responses = await Promise.all([
      send("PATCH", path, { scheduledAt: "2098-01-01T00:00:00Z" }),
      send("POST", `${path}/approve`),
      send("PATCH", path, { text: "A text" }),
      send("PATCH", path, { hashtags: ["tag"] }),
      send("PATCH", path, { link: null }),
    ]);
    const [rescheduled, , text, hashtags, link] = responses.map(({ status }) => status === 200);
    countByStatus(responses);
    const post = await read(path);
    // If the approval came first, the post may be published before the other changes: those get 422.
    if (rescheduled) {
      expect([text, hashtags, link]).toEqual([true, true, true]);
      expect(post).toMatchObject({ status: "scheduled", scheduledAt: "2098-01-01T00:00:00.000Z" });
    }
    const current = aPost(fixtures.organizationId).content;
    expect(at(post, "content")).toEqual({
      ...current,
      text: text ? "A text" : current.text,
      hashtags: hashtags ? ["tag"] : current.hashtags,
      link: link ? null : current.link,
    });
  }
});

it("a post that is changed or cancelled during its publication is published once with the accepted text, or not at all", async () => {
  const outcomes = { cancelled: 0, published: 0, changed: 0 };
  for (let round = 0; round < 8; round += 1) {
    const id = await storePost();
    const path = `/v1/posts/${id}`;
    await send("POST", `${path}/approve`);
    await new Promise((resolve) => setTimeout(resolve, round * 15));
    const responses = await Promise.all([
      send("PATCH", path, { text: "A text" }),
      ...(round % 2 === 0 ? [send("POST", `${path}/cancel`)] : []),
    ]);
    countByStatus(responses);
    const [changed, cancelled = false] = responses.map(({ status }) => status === 200);
    outcomes.changed += changed ? 1 : 0;
    if (cancelled) {
      outcomes.cancelled += 1;
      expect(at(await read(path), "status")).toBe("draft");
      expect(await feedItemsOf(id)).toEqual([]);
      continue;
    }
    outcomes.published += 1;
    const expected = changed ? "A text" : aPost(fixtures.organizationId).content.text;
    expect(at(await waitUntilPublished(id), "content", "text")).toBe(expected);
    expect(await feedItemsOf(id)).toMatchObject([{ content_text: expect.stringContaining(expected) }]);
  }
  console.log("changes during the publication:", outcomes);
}, 60_000);

it("a scheduled post with a new time sends one event to its subscribers, and is published at that time and not before", async () => {
  const id = await storePost({ status: "scheduled", scheduledAt: "2098-01-01T00:00:00.000Z" });
  const before = (await countEvents())["post.scheduled"] ?? 0;
  const path = `/v1/posts/${id}`;
  const requestedAt = new Date(Date.now() + 2_000).toISOString();
  expect(await send("PATCH", path, { scheduledAt: requestedAt })).toMatchObject({ status: 200 });
  // The same time again and another text cause no further event.
  await send("PATCH", path, { scheduledAt: requestedAt, text: "A text" });
  const post = await waitUntilPublished(id);
  expect(post).toMatchObject({ scheduledAt: requestedAt, content: { text: "A text" } });
  // A worker accepts a message at most 250 ms early.
  expect(Date.parse(asText(at(post, "publishedAt")))).toBeGreaterThanOrEqual(Date.parse(requestedAt) - 250);
  expect((await countEvents())["post.scheduled"]).toBe(before + 1);
  expect(await feedItemsOf(id)).toHaveLength(1);
});
