import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { isoTime, minuteMs } from "../../functions/domain/time.ts";
import { readBrandTrends } from "../../functions/table/brand-trends.ts";
import { setLimits } from "../../functions/table/organizations.ts";
import { acquirePermit, releasePermit } from "../../functions/table/permits.ts";
import { readPostedStories } from "../../functions/table/posted-stories.ts";
import { serveFeed } from "../../lib/demo/feed-server.ts";
import { listen } from "../../lib/demo/listen.ts";
import { newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
const table = tableAt(provided("service").database);
/** Takes connections and never responds. */
const silent = createServer(() => undefined);
let silentUrl: string;
let feed: { url: string; close: () => void };
beforeAll(async () => {
  feed = await serveFeed();
  silentUrl = `http://127.0.0.1:${await listen(silent)}/feed.xml`;
});
afterAll(() => {
  client.close();
  feed.close();
  silent.close();
  silent.closeAllConnections();
});

/** An organization with a pipeline that reads these feeds. */
async function aPipelineOf(urls: readonly string[]) {
  const fixtures = await newFixtures();
  const { keys, ids } = fixtures;
  const call = (method: string, target: string, body?: Json) =>
    client.call(method, target, { key: keys.write, ...(body !== undefined && { body }) });
  const sources = urls.map((url) => ({ type: "feed", url }));
  const body = { name: "News", sources, channels: ["feed"], postsPerRun: 3 };
  const { json } = await call("POST", `/v1/brands/${ids.brd}/pipelines`, body);
  const { id } = Object(json);
  return { ...fixtures, call, pipelineId: String(id), preview: `/v1/pipelines/${String(id)}/preview` };
}

it("a preview returns the posts of a run at that time, and stores nothing: no posts, no run, no posted stories, no trends", async () => {
  const { organizationId, call, pipelineId, preview, ids } = await aPipelineOf([feed.url]);
  const postsBefore = (await call("GET", `/v1/posts?brandId=${ids.brd}`)).json;
  const { status, json } = await call("POST", preview);
  expect(status).toBe(200);
  const { posts, stages, error } = Object(json);
  expect(error).toBeNull();
  expect(stages.map(({ status: one }: { status: string }) => one)).toEqual(Array(4).fill("succeeded"));
  expect(posts).toHaveLength(3);
  expect(posts[0]).toMatchObject({ channel: "feed", status: "pending" });
  expect(Object.keys(posts[0]).toSorted()).toEqual([
    "channel",
    "content",
    "length",
    "limit",
    "reason",
    "scheduledAt",
    "status",
  ]);

  const again = Object((await call("POST", preview)).json);
  expect(contentsOf(again.posts)).toEqual(contentsOf(posts));
  expect((await call("GET", `/v1/posts?brandId=${ids.brd}`)).json).toEqual(postsBefore);
  expect(Object((await call("GET", `/v1/pipelines/${pipelineId}/runs`)).json).data).toEqual([]);
  expect(await readPostedStories(table, { organizationId, brandId: ids.brd })).toMatchObject({
    version: null,
  });
  const trends = await readBrandTrends(table, { organizationId, brandId: ids.brd }, Date.now());
  expect(trends).toMatchObject({ version: null });
});

const contentsOf = (posts: readonly { content: unknown }[]) => posts.map(({ content }) => content);

it("a preview responds in time although one of its sources never responds, and names the source that it left out", async () => {
  const { call, preview } = await aPipelineOf([silentUrl, feed.url]);
  const { status, json } = await call("POST", preview);
  expect(status).toBe(200);
  const { posts, stages } = Object(json);
  expect(posts).toHaveLength(3);
  expect(stages[0].detail).toContain(`${silentUrl} was left out`);
});

it("a preview of a pipeline whose sources cannot be read says why a run would fail", async () => {
  const { call, ids } = await aPipelineOf([feed.url]);
  const { status, json } = await call("POST", `/v1/pipelines/${ids.pip}/preview`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ posts: [], error: { code: "sources_unreadable" } });
  expect(Object(json).stages[0]).toMatchObject({ name: "discover", status: "failed" });
});

it("a preview tells a source whose service reads it, and does not ask a source that asked a run to wait", async () => {
  const agents: (string | undefined)[] = [];
  const busy = createServer(({ headers }, response) => {
    agents.push(headers["user-agent"]);
    response.writeHead(429, { "retry-after": "3600" }).end();
  });
  onTestFinished(() => void busy.close());
  const { call, pipelineId, preview } = await aPipelineOf([
    `http://127.0.0.1:${await listen(busy)}/feed.xml`,
    feed.url,
  ]);
  expect((await call("POST", preview)).status).toBe(200);
  expect(agents).toEqual([expect.stringContaining("(+https://")]);

  const { runId } = Object((await call("POST", `/v1/pipelines/${pipelineId}/runs`)).json);
  const isOver = async () =>
    ["succeeded", "failed"].includes(Object((await call("GET", `/v1/runs/${runId}`)).json).status);
  await expect.poll(isOver, { timeout: 15_000, interval: 200 }).toBe(true);
  const { json } = await call("POST", preview);
  expect(Object(json).stages[0].detail).toContain("asked to wait until");
  expect(agents).toHaveLength(2);
});

it("a preview without a free permit for a run gets 429, and a later one succeeds", async () => {
  const { organizationId, call, preview } = await aPipelineOf([feed.url]);
  await setLimits(table, organizationId, { runsAtOnce: 1 }, isoTime(Date.now()));
  const scope = { organizationId, queue: "runs" as const };
  const lease = { permits: 1, leaseToken: "a run", nowMs: Date.now(), untilMs: Date.now() + minuteMs };
  expect(await acquirePermit(table, scope, lease)).toBe(0);
  const rejected = await call("POST", preview);
  expect(errorFaults(rejected, 429)).toEqual([]);
  expect(rejected.headers["retry-after"]).toMatch(/^\d+$/);
  await releasePermit(table, scope, { permit: 0, leaseToken: lease.leaseToken });
  // The second one needs the permit of the first.
  for (let round = 0; round < 2; round += 1) expect((await call("POST", preview)).status).toBe(200);
});

it("a cancelled run has failed for clients, and cannot be cancelled again", async () => {
  const { call, ids } = await aPipelineOf([feed.url]);
  const path = `/v1/runs/${ids.queuedRun}`;
  const cancelled = await call("POST", `${path}/cancel`);
  expect(cancelled.status).toBe(200);
  expect(cancelled.json).toMatchObject({ status: "failed", error: { code: "cancelled" }, outputs: [] });
  expect((await call("GET", path)).json).toEqual(cancelled.json);
  expect(errorFaults(await call("POST", `${path}/cancel`), 422)).toEqual([]);
  const { data } = Object((await call("GET", "/v1/runs?status=failed")).json);
  expect(data).toEqual([cancelled.json]);
});
