import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { ChannelName } from "../../functions/domain/channel.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { publicationMessages } from "../../functions/domain/post.ts";
import { isoTime, minuteMs } from "../../functions/domain/time.ts";
import { organizationPermits } from "../../functions/platform/environment.ts";
import { organizationPermitKey } from "../../functions/table/keys.ts";
import { acquirePermit } from "../../functions/table/permits.ts";
import { readPost } from "../../functions/table/posts.ts";
import { readPartition } from "../../functions/table/store/read.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let queues: Queues;
let publish: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  queues = await startQueues(["publications"]);
  const { handler } = await import("../../functions/workers/publish-post.ts");
  publish = (...messages) => invokeWorker(handler, messages);
});
afterAll(async () => {
  await queues.stop();
  vi.unstubAllEnvs();
});

async function aDuePost(organizationId: string, channel: ChannelName) {
  const brand = aBrand(organizationId);
  await storeBrand(table, brand);
  const scheduledAt = isoTime(Date.now() - 1_000);
  const post = aPost(organizationId, { brandId: brand.id, channel, status: "scheduled", scheduledAt });
  await storePosts(table, [post]);
  return { messages: publicationMessages(post), current: () => readPost(table, organizationId, post.id) };
}

const permitsOf = (organizationId: string) =>
  readPartition(table, organizationPermitKey(organizationId, "publications", 0).pk);

it("a post on a connected channel waits while its organization has as many workers as it may, which is no failure, and a post in the feed does not wait", async () => {
  const organizationId = newId("org");
  const permits = organizationPermits();
  const nowMs = Date.now();
  // Each tries only some of the permits, in a random order.
  for (let acquired = 0; acquired < permits; ) {
    const lease = { permits, leaseToken: `${acquired}`, nowMs, untilMs: nowMs + minuteMs };
    const scope = { organizationId, queue: "publications" } as const;
    if ((await acquirePermit(table, scope, lease)) !== null) acquired += 1;
  }
  const [onPlatform, inFeed] = [
    await aDuePost(organizationId, "webhook"),
    await aDuePost(organizationId, "feed"),
  ];
  expect(await publish(...onPlatform.messages, ...inFeed.messages)).toBe(0);
  expect(await inFeed.current()).toMatchObject({ status: "published" });
  const waiting = await onPlatform.current();
  expect(waiting).toMatchObject({ status: "scheduled" });
  expect(waiting).not.toHaveProperty("publicationLeaseUntilMs");
  const [again] = await queues.receive("publications", 1);
  expect(again).toMatchObject({ body: onPlatform.messages[0]?.body, postponedSinceMs: expect.any(Number) });
  expect(again).not.toHaveProperty("failures");
});

it("the posts of an organization that a worker gets together share one permit, which is released when they have ended", async () => {
  const organizationId = newId("org");
  vi.stubEnv("ORGANIZATION_PERMITS", "1");
  onTestFinished(() => void vi.stubEnv("ORGANIZATION_PERMITS", "4"));
  const posts = [await aDuePost(organizationId, "webhook"), await aDuePost(organizationId, "webhook")];
  expect(await publish(...posts.flatMap(({ messages }) => messages))).toBe(0);
  // Their brands have not connected the channel.
  for (const post of posts)
    expect(await post.current()).toMatchObject({ failure: { code: "channel_not_connected" } });
  expect(await permitsOf(organizationId)).toEqual([]);
});
