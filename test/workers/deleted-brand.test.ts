import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { feedRemovalMessage } from "../../functions/domain/brand.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { runMessage } from "../../functions/domain/run.ts";
import { feedChannel } from "../../functions/pipeline/channels/feed/feed.ts";
import { openSourceMemory } from "../../functions/pipeline/sources/source-memory.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { readTarget } from "../../functions/table/links.ts";
import { deletePipeline, insertPipeline } from "../../functions/table/pipelines.ts";
import { readPost } from "../../functions/table/posts.ts";
import { insertRun, readRun } from "../../functions/table/runs.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { readTrend, trendPut } from "../../functions/table/trends.ts";
import { aTrend } from "../support/table/a-trend.ts";
import { aBrand, aPipeline, aPost, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let publish: (message: OutgoingMessage) => Promise<number>;
let cleanUp: (message: OutgoingMessage) => Promise<number>;
let run: (message: OutgoingMessage) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  const [publisher, runner, cleaner] = await Promise.all([
    import("../../functions/workers/publish-post.ts"),
    import("../../functions/workers/run-pipeline.ts"),
    import("../../functions/workers/clean-up.ts"),
  ]);
  publish = (message) => invokeWorker(publisher.handler, [message]);
  cleanUp = (message) => invokeWorker(cleaner.handler, [message]);
  run = (message) => invokeWorker(runner.handler, [message]);
});
afterAll(() => vi.unstubAllEnvs());

async function aStoredBrand() {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  return brand;
}

const messagesOf = async (organizationId: string) =>
  (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.organizationId === organizationId);

it("a scheduled post of a deleted brand fails at its time, and its link is not found", async () => {
  const { organizationId, id: brandId } = await aStoredBrand();
  const scheduledAt = new Date(testTimeMs - 1_000).toISOString();
  const post = aPost(organizationId, { brandId, status: "scheduled", scheduledAt });
  await storePosts(table, [post]);
  await deleteBrand(table, organizationId, brandId, []);
  const body = { kind: "post.publish" as const, organizationId, postId: post.id, scheduledAt };
  const message = { queue: "publications" as const, body, notBeforeMs: 0, group: organizationId };
  expect(await publish(message)).toBe(0);

  expect(await readTarget(table, post.id)).toBeNull();
  expect(await readPost(table, organizationId, post.id)).toMatchObject({
    status: "failed",
    failure: { code: "brand_deleted" },
  });
  const messages = await messagesOf(organizationId);
  const events = messages.flatMap((sent) =>
    sent.body.kind === "event.fan-out" ? [sent.body.event.type] : [],
  );
  expect(events).toEqual(["post.failed"]);
});

it("a post published while its brand is deleted leaves no feed entry and no link", async () => {
  const brand = await aStoredBrand();
  const { organizationId, id: brandId } = brand;
  const post = aPost(organizationId, { brandId, status: "scheduled" });
  post.content.link = "https://example.com/";
  await deleteBrand(table, organizationId, brandId, []);
  const publishing = {
    table,
    nowMs: testTimeMs,
    brand,
    credentials: null,
    account: null,
    sessions: null,
    timeoutMs: 1_000,
    publicUrl: "https://localhost",
    allowLoopback: true,
  };
  await expect(feedChannel.publish(post, publishing)).rejects.toMatchObject({ code: "brand_deleted" });
  expect(await readTarget(table, post.id)).toBe("https://example.com/");
  const [removal, ...more] = await messagesOf(organizationId);
  expect(more).toEqual([]);
  expect(removal).toMatchObject({ body: { kind: "feed.remove" } });
  if (removal !== undefined) expect(await cleanUp(removal)).toBe(0);
  expect(await readTarget(table, post.id)).toBeNull();
});

it("the message that removes a deleted brand's feed deletes what its runs remember of sources", async () => {
  const { organizationId, id: brandId } = await aStoredBrand();
  const memory = openSourceMemory(table, { organizationId, brandId }, () => testTimeMs);
  const source = { type: "arxiv", category: "cs.AI" } as const;
  await memory.pause(source, testTimeMs + 60_000);
  await deleteBrand(table, organizationId, brandId, []);
  expect(await cleanUp(feedRemovalMessage(organizationId, brandId))).toBe(0);
  expect(await memory.read(source)).toMatchObject({ version: null, waitUntilMs: null });
});

it("the message that removes a deleted brand's feed also removes its trends, and may come twice", async () => {
  const { organizationId, id: brandId } = await aStoredBrand();
  const trend = aTrend({ organizationId, brandId }, testTimeMs);
  await commit(table, [trendPut(trend, testTimeMs)]);
  await deleteBrand(table, organizationId, brandId, []);
  for (let time = 0; time < 2; time += 1)
    expect(await cleanUp(feedRemovalMessage(organizationId, brandId))).toBe(0);
  expect(await readTrend(table, organizationId, trend.id, testTimeMs)).toBeNull();
});

it("a queued run of a deleted pipeline fails with the code pipeline_gone", async () => {
  const { organizationId, id: brandId } = await aStoredBrand();
  const pipeline = aPipeline(organizationId, brandId);
  await insertPipeline(table, pipeline);
  const queued = aRun(organizationId, pipeline.id, brandId);
  await insertRun(table, queued, []);
  await deletePipeline(table, pipeline);
  expect(await run(runMessage(queued))).toBe(0);
  expect(await readRun(table, organizationId, queued.runId)).toMatchObject({
    status: "failed",
    error: { code: "pipeline_gone" },
  });
});
