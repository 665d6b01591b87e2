import { afterAll, beforeEach, expect, it } from "vitest";
import type { Post } from "../../functions/domain/post.ts";
import { feedChannel } from "../../functions/pipeline/channels/feed/feed.ts";
import { type FeedEntry, insertFeedEntry } from "../../functions/table/feeds.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { asText, at, openHttpClient } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { aPost } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const service = provided("service");
const client = openHttpClient(service);
const table = tableAt(service.database);
afterAll(() => client.close());

let fixtures: Fixtures;
let post: Post;
beforeEach(async () => {
  fixtures = await newFixtures();
  const { brd: brandId, pst: id } = fixtures.ids;
  const publishedAt = new Date().toISOString();
  post = aPost(fixtures.organizationId, { id, brandId, status: "published", publishedAt });
});

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const readFeed = (agent: string, headers: Record<string, string> = {}) =>
  client.call("GET", `/feeds/${fixtures.ids.brd}.json`, { headers: { "User-Agent": agent, ...headers } });
const click = (headers: Record<string, string>) => client.call("GET", `/r/${fixtures.ids.pst}`, { headers });
const measure = () =>
  feedChannel.measure(post, {
    table,
    nowMs: Date.now(),
    credentials: null,
    account: null,
    sessions: null,
    timeoutMs: 1_000,
    allowLoopback: true,
  });

/** Counts the stored items of a partition. */
async function itemsIn(pk: string): Promise<number> {
  const { Count = 0 } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
    Select: "COUNT",
  });
  return Count;
}

it("a User-Agent that is no known aggregator counts as one reader, whatever number of subscribers it claims", async () => {
  for (const name of ["Reader", "Other", "Feedly-like"]) await readFeed(`${name}/1.0 (9999999 subscribers)`);
  expect(await measure()).toMatchObject({ reach: 1 });
});

it("a known aggregator counts once for its subscribers, at most 1,000, however many feeds and numbers it names", async () => {
  await readFeed("Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; like FeedFetcher-Google)");
  expect(await measure()).toMatchObject({ reach: 12 });
  for (const feed of [1, 2, 3]) await readFeed(`Feedbin feed-id:${feed} - ${feed * 10} subscribers`);
  expect(await measure()).toMatchObject({ reach: 12 + 30 });
  for (const feed of [1, 2, 3])
    await readFeed(`Mozilla/5.0 (compatible; theoldreader.com; 9999999 subscribers; feed-id=${feed})`);
  expect(await measure()).toMatchObject({ reach: 12 + 30 + 1_000 });
});

it("300 User-Agents of one address are one reader and store one item", async () => {
  await Promise.all(Array.from({ length: 300 }, (_, index) => readFeed(`Reader${index}/1.0`)));
  expect(await measure()).toMatchObject({ reach: 1 });
  const partitions = ["AUDIENCE", "READERS"].map((name) => itemsIn(`FEED#${fixtures.ids.brd}#${name}`));
  expect((await Promise.all(partitions)).reduce((sum, count) => sum + count, 0)).toBe(1);
});

it("ten clicks of one address within an hour count once, and store one item", async () => {
  const before = await itemsIn(`LINK#${post.id}`);
  for (let index = 0; index < 10; index += 1) {
    const { status, headers } = await click({ "User-Agent": `${browser} ${index}` });
    expect([status, headers["location"]]).toEqual([302, "https://example.com/hello"]);
  }
  // The tenth click may be in the next hour.
  const { clicks } = await measure();
  expect(clicks).toBeGreaterThanOrEqual(1);
  expect(clicks).toBeLessThanOrEqual(2);
  expect((await itemsIn(`LINK#${post.id}`)) - before).toBe(clicks);
});

it.each<[string, Record<string, string>]>([
  ["no User-Agent", {}],
  ["a crawler", { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
  ["a link preview", { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }],
  ["an HTTP library", { "User-Agent": "python-requests/2.32.3" }],
  ["a prefetch", { "User-Agent": browser, "Sec-Purpose": "prefetch;anonymous-client-ip" }],
  ["a prefetch of an older browser", { "User-Agent": browser, Purpose: "prefetch" }],
])("a click by %s is redirected and not counted", async (_, headers) => {
  expect((await click(headers)).status).toBe(302);
  expect(await measure()).toMatchObject({ clicks: 0, engagements: 0 });
});

const apiHost = service.api.domainName;
const direct = (method: string, path: string, headers: Record<string, string> = {}, key?: string) =>
  client.call(method, `/${service.api.stage}${path}`, {
    headers: { Host: apiHost, ...headers },
    ...(key !== undefined && { key }),
  });

it("an address that a client names in a header is not believed, at either address of the service", async () => {
  const forged = ["X-Viewer-Address", "CloudFront-Viewer-Address", "X-Forwarded-For", "X-Real-IP"];
  for (const index of [1, 2, 3, 4, 5]) {
    const headers = Object.fromEntries(forged.map((name) => [name, `203.0.113.${index}`]));
    const agent = { "User-Agent": browser, "X-Origin-Secret": "guess" };
    await readFeed(browser, headers);
    await click({ ...agent, ...headers });
    await direct("GET", `/feeds/${fixtures.ids.brd}.json`, { ...agent, ...headers });
    await direct("GET", `/r/${fixtures.ids.pst}`, { ...agent, ...headers });
  }
  const { reach, clicks } = await measure();
  expect(reach).toBe(1);
  expect(clicks).toBeLessThanOrEqual(2);
});

it("a feed has links of the address at which it was read, and no host that a client forged", async () => {
  const forged = { "X-Forwarded-Host": "evil.example", "X-Origin-Secret": "guess" };
  const file = `feeds/${fixtures.ids.brd}.json`;
  for (const [base, feed] of [
    [service.url, await readFeed(browser, forged)],
    [`https://${apiHost}/${service.api.stage}`, await direct("GET", `/${file}`, forged)],
  ] as const) {
    expect(feed.status).toBe(200);
    expect(feed.json).toMatchObject({ feed_url: `${base}/${file}`, home_page_url: `${base}/${file}` });
    expect(asText(at(feed.json, "items", 0, "url"))).toBe(`${base}/r/${post.id}`);
  }
});

it("the API's own address serves the routes with and without a key, under its stage only", async () => {
  const key = fixtures.keys.read;
  expect((await direct("GET", "/v1/brands", {}, key)).status).toBe(200);
  expect((await direct("GET", `/v1/posts/${post.id}`, {}, key)).status).toBe(200);
  expect((await direct("GET", "/v1/brands")).status).toBe(401);
  expect((await direct("GET", "/v1/openapi.json")).status).toBe(200);
  expect((await direct("GET", "/nope", {}, key)).status).toBe(404);
  expect((await client.call("GET", "/v1/brands", { key, headers: { Host: apiHost } })).status).toBe(403);
});

const entryOf = (index: number) => ({
  postId: `pst_${String(index).padStart(26, "0")}`,
  url: "/r/pst_1",
  text: `Post ${index}`,
  hashtags: [],
  publishedAt: new Date(index * 1_000).toISOString(),
});
const storeEntry = (entry: ReturnType<typeof entryOf> & Pick<FeedEntry, "media">) =>
  insertFeedEntry(table, fixtures.ids.brd, `2100-01-01T00:00:00.000Z#${entry.postId}`, entry, []);

it("a feed shows the images of its posts, and posts of earlier versions, which have none", async () => {
  const media = [{ url: "https://images.example/a.png?b&c", alt: 'A "cup"' }];
  await storeEntry(entryOf(1));
  await storeEntry({ ...entryOf(2), media });
  const { json } = await readFeed(browser);
  expect(at(json, "items", 0)).toMatchObject({
    content_text: "Post 2",
    content_html:
      '<p>Post 2</p><p><img src="https://images.example/a.png?b&amp;c" alt="A &quot;cup&quot;"></p>',
    image: media[0]?.url,
  });
  expect(at(json, "items", 1)).toMatchObject({ content_text: "Post 1" });
  expect(at(json, "items", 1)).not.toHaveProperty("image");
});

it("a feed of the longest posts shows as many of the newest as one response can hold, in both formats", async () => {
  const media = [1, 2, 3, 4].map(() => ({
    url: `https://images.example/${"&".repeat(2_000)}`,
    alt: "&".repeat(1_000),
  }));
  for (let index = 1; index <= 50; index += 1) await storeEntry({ ...entryOf(index), text: '"', media });
  const { status, json } = await readFeed(browser);
  expect(status).toBe(200);
  expect(at(json, "items", 0)).toMatchObject({ id: entryOf(50).postId });
  const file = `/feeds/${fixtures.ids.brd}.xml`;
  const xml = await client.call("GET", file, { headers: { "User-Agent": browser } });
  expect(xml.status).toBe(200);
  expect(xml.text).toContain(entryOf(50).postId);
  expect(Buffer.byteLength(JSON.stringify(xml.text))).toBeLessThan(6_000_000);
  expect(xml.text.match(/<item>/g)?.length).toBeGreaterThanOrEqual(10);
});
