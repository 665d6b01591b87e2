import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { feedRemovalMessage } from "../../functions/domain/brand.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { runMessage } from "../../functions/domain/run.ts";
import { feedChannel } from "../../functions/pipeline/channels/feed.ts";
import { deleteBrand, insertBrand } from "../../functions/table/brands.ts";
import { followLink } from "../../functions/table/links.ts";
import { deletePipeline, insertPipeline } from "../../functions/table/pipelines.ts";
import { readPost } from "../../functions/table/posts.ts";
import { insertRun, readRun } from "../../functions/table/runs.ts";
import { aBrand, aPipeline, aPost, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

const table = testTable();
let publish: (message: OutgoingMessage) => Promise<number>;
let run: (message: OutgoingMessage) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  const [publisher, runner] = await Promise.all([
    import("../../functions/workers/publish-post.ts"),
    import("../../functions/workers/run-pipeline.ts"),
  ]);
  publish = (message) => work(publisher.handler, [message]);
  run = (message) => work(runner.handler, [message]);
});
afterAll(() => vi.unstubAllEnvs());

async function aStoredBrand() {
  const brand = aBrand(newId("org"));
  await insertBrand(table, brand);
  return brand;
}

const messagesOf = async (organizationId: string) =>
  (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.organizationId === organizationId);

describe("what a deleted brand leaves", () => {
  it("is no post that still appears: one that was scheduled fails at its time, and its link leads nowhere", async () => {
    const { organizationId, id: brandId } = await aStoredBrand();
    const scheduledAt = new Date(testTimeMs - 1_000).toISOString();
    const post = aPost(organizationId, { brandId, status: "scheduled", scheduledAt });
    await storePosts(table, [post]);
    await deleteBrand(table, organizationId, brandId, []);
    const body = { kind: "post.publish" as const, organizationId, postId: post.id, scheduledAt };
    const message = { queue: "publications" as const, body, notBeforeMs: 0, group: organizationId };
    expect(await publish(message)).toBe(0);

    expect(await followLink(table, post.id)).toBeNull();
    expect(await readPost(table, organizationId, post.id)).toMatchObject({
      status: "failed",
      failure: { code: "brand_deleted" },
    });
    const left = await messagesOf(organizationId);
    const events = left.flatMap((one) => (one.body.kind === "event.fan-out" ? [one.body.event.type] : []));
    expect(events).toEqual(["post.failed"]);
  });

  it("a brand that is deleted while one of its posts is published gets no feed entry that stays", async () => {
    const brand = await aStoredBrand();
    const { organizationId, id: brandId } = brand;
    const post = aPost(organizationId, { brandId, status: "scheduled" });
    post.content.link = "https://example.com/";
    await deleteBrand(table, organizationId, brandId, []);
    const publishing = { table, nowMs: testTimeMs, brand, credentials: null, publicUrl: "https://localhost" };
    await expect(feedChannel.publish(post, publishing)).rejects.toMatchObject({ code: "brand_deleted" });
    expect(await followLink(table, post.id)).toBe("https://example.com/");
    const [removal, ...more] = await messagesOf(organizationId);
    expect(more).toEqual([]);
    expect(removal).toMatchObject({ body: { kind: "feed.remove" } });
    if (removal !== undefined) expect(await run(removal)).toBe(0);
    expect(await followLink(table, post.id)).toBeNull();
  });

  it("is cleared away by a message that may come twice", async () => {
    const { organizationId, id: brandId } = await aStoredBrand();
    await deleteBrand(table, organizationId, brandId, []);
    for (let time = 0; time < 2; time += 1)
      expect(await run(feedRemovalMessage(organizationId, brandId))).toBe(0);
  });
});

describe("what a deleted pipeline leaves", () => {
  it("is a queued run that ends, and says why", async () => {
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
});
