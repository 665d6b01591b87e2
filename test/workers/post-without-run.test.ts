import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { measurementMessages } from "../../functions/domain/analytics.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { schedulingMessages } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { metricsKey } from "../../functions/table/keys.ts";
import { pageOfPosts } from "../../functions/table/post-pages.ts";
import { insertPost, readPost } from "../../functions/table/posts.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let publish: (message: OutgoingMessage) => Promise<number>;
let measure: (message: OutgoingMessage) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  const publishing = await import("../../functions/workers/publish-post.ts");
  const measuring = await import("../../functions/workers/collect-metrics.ts");
  publish = (message) => invokeWorker(publishing.handler, [message]);
  measure = (message) => invokeWorker(measuring.handler, [message]);
});
afterAll(() => vi.unstubAllEnvs());

it("a post without a run is stored once, listed, published and measured like any other post", async () => {
  const brand = aBrand(newId("org"));
  const { organizationId } = brand;
  await storeBrand(table, brand);
  const scheduledAt = isoTime(Date.now() - 1_000);
  const origin = { runId: null, pipelineId: null };
  const post = aPost(organizationId, { ...origin, brandId: brand.id, status: "scheduled", scheduledAt });
  const messages = schedulingMessages(post, newId, Date.now());
  await insertPost(table, post, messages);
  await insertPost(table, post, messages);

  const filter = { statuses: undefined, brandId: brand.id, sort: "createdAt" as const };
  const { rows } = await pageOfPosts(table, organizationId, filter, { order: "asc", limit: 10, after: null });
  expect(rows).toMatchObject([{ id: post.id, runId: null, pipelineId: null }]);
  const outbox = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  const publications = outbox.filter(({ body }) => body.kind === "post.publish" && body.postId === post.id);
  expect(publications).toHaveLength(1);

  for (const message of publications) expect(await publish(message)).toBe(0);
  expect(await readPost(table, organizationId, post.id)).toMatchObject({ status: "published" });
  for (const message of measurementMessages(post, 0))
    expect(await measure({ ...message, notBeforeMs: 0 })).toBe(0);
  const metrics = await readItem(table, metricsKey(organizationId, null, post.id));
  expect(metrics).toMatchObject({ postId: post.id, stage: "final" });
});
