import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { systemActor } from "../../functions/domain/actor.ts";
import { feedRemovalMessage } from "../../functions/domain/brand.ts";
import { newComment } from "../../functions/domain/comment.ts";
import { attemptMessage, beginMessage, deadLetterStatuses } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import type { Post } from "../../functions/domain/post.ts";
import { historyEntry } from "../../functions/domain/post-history.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { type Webhook, webhookRemovalMessages } from "../../functions/domain/webhook.ts";
import { authenticateKey } from "../../functions/table/api-keys.ts";
import { recordReader } from "../../functions/table/audiences.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { insertComment } from "../../functions/table/comments.ts";
import { storeDeliveries } from "../../functions/table/deliveries.ts";
import { insertFeedEntry } from "../../functions/table/feeds.ts";
import { deadLettersOfWebhook } from "../../functions/table/index-keys.ts";
import {
  commentsPartition,
  deadLetterIdOf,
  deadLetterKey,
  deliveriesPartition,
  feedAudiencePartition,
  feedPartition,
  feedPositionKey,
  linkKey,
  openDeadLetterKey,
  permitsPartition,
  postHistoryPartition,
} from "../../functions/table/keys.ts";
import { linkChange } from "../../functions/table/links.ts";
import { acquirePermit } from "../../functions/table/permits.ts";
import { deletePost } from "../../functions/table/post-deletion.ts";
import { countUpTo } from "../../functions/table/store/list.ts";
import { readItem, readPartition } from "../../functions/table/store/read.ts";
import { deleteWebhook } from "../../functions/table/webhooks.ts";
import {
  aStoredWebhook,
  failTimes,
  leaseFirstAttempt,
  makeAttempt,
  storeDeadLetterOf,
} from "../support/delivery/deliveries.ts";
import { aBrand, aDelivery, aStart, newId, testTimeMs } from "../support/table/entities.ts";
import { storeReviewLink } from "../support/table/review-links.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { storePost } from "../support/table/stored-post.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let cleanUp: (...messages: readonly OutgoingMessage[]) => Promise<number>;
let deliver: typeof cleanUp;
let recordDeadLetters: typeof cleanUp;

beforeAll(async () => {
  stubWorkerEnvironment();
  const [cleaner, deliverer, recorder] = await Promise.all([
    import("../../functions/workers/clean-up.ts"),
    import("../../functions/workers/deliver.ts"),
    import("../../functions/workers/record-dead-letter.ts"),
  ]);
  cleanUp = (...messages) => invokeWorker(cleaner.handler, messages);
  deliver = (...messages) => invokeWorker(deliverer.handler, messages);
  recordDeadLetters = (...messages) => invokeWorker(recorder.handler, messages);
});
afterAll(() => vi.unstubAllEnvs());

/** The messages of an organization that are in the outbox, without the delay that they have. */
async function outboxOf(organizationId: string): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages
    .filter(({ body }) => body.organizationId === organizationId)
    .map((message) => ({ ...message, notBeforeMs: 0 }));
}

/** Deletes a subscription as the endpoint does. */
const remove = ({ organizationId, id }: Webhook) =>
  deleteWebhook(table, organizationId, id, webhookRemovalMessages(organizationId, id, testTimeMs));

/** Counts the items of a subscription: deliveries, permits, and the dead letters in its lists. */
async function itemsOf({ organizationId, id }: Webhook) {
  const [deliveries, permits] = await Promise.all([
    readPartition(table, deliveriesPartition(organizationId, id)),
    readPartition(table, permitsPartition(organizationId, id)),
  ]);
  const lists = deadLetterStatuses.map((status) => ({
    indexName: "parentByCreated",
    partitionName: "parentList",
    sortName: "createdSort",
    partition: deadLettersOfWebhook(organizationId, id, status),
  }));
  const counts = await Promise.all(lists.map((list) => countUpTo(table, list, "~")));
  const deadLetters = counts.reduce((sum, count) => sum + count, 0);
  return { deliveries: deliveries.length, deadLetters, permits: permits.length };
}
const nothing = { deliveries: 0, deadLetters: 0, permits: 0 };

it("nothing of a deleted subscription stays: its deliveries, its dead letters in every status, their marks and its permits are deleted", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId, id: webhookId } = webhook;
  const deliveries = Array.from({ length: 5 }, () => aDelivery(webhook));
  await storeDeliveries(table, deliveries, testTimeMs);
  const [, resolved, exhausted, waiting] = deliveries;
  for (const delivery of [resolved, exhausted, waiting]) {
    if (delivery === undefined) continue;
    await failTimes(table, delivery, 5);
    await storeDeadLetterOf(table, delivery);
  }
  if (resolved) await makeAttempt(table, resolved, true);
  if (exhausted) await makeAttempt(table, exhausted, false);
  const lease = { permits: 2, leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 };
  await acquirePermit(table, { organizationId, webhookId }, lease);
  expect(await itemsOf(webhook)).toEqual({ deliveries: 5, deadLetters: 3, permits: 1 });

  await remove(webhook);
  const messages = await outboxOf(organizationId);
  expect(messages.map(({ queue }) => queue)).toEqual(["cleanups", "cleanups"]);
  // The second message finds nothing, and so does a message that comes twice.
  for (const message of [...messages, ...messages]) expect(await cleanUp(message)).toBe(0);
  expect(await itemsOf(webhook)).toEqual(nothing);
  for (const { id } of deliveries) {
    const letterId = deadLetterIdOf(id);
    expect(await readItem(table, deadLetterKey(organizationId, letterId))).toBeNull();
    expect(await readItem(table, openDeadLetterKey(letterId))).toBeNull();
  }
});

it("a message deletes a bounded number of deliveries, and another message deletes the rest", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId } = webhook;
  await storeDeliveries(
    table,
    Array.from({ length: 2_050 }, () => aDelivery(webhook)),
    testTimeMs,
  );
  await remove(webhook);
  const [message, ...others] = await outboxOf(organizationId);
  if (message === undefined) throw new Error("no message");
  expect(await cleanUp(message)).toBe(0);
  expect(await itemsOf(webhook)).toMatchObject({ deliveries: 50 });
  const rest = await outboxOf(organizationId);
  expect(rest).toHaveLength(others.length + 2);
  for (const one of rest) expect(await cleanUp(one)).toBe(0);
  expect(await itemsOf(webhook)).toEqual(nothing);
}, 30_000);

it("messages of a deleted subscription that come late bring nothing back", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId } = webhook;
  const waiting = aDelivery(webhook);
  await storeDeliveries(table, [waiting], testTimeMs);
  await failTimes(table, waiting, 5);
  await storeDeadLetterOf(table, waiting);
  await remove(webhook);
  const cleanups = await outboxOf(organizationId);
  const quick = { pace: "quick" } as const;
  const late = [
    beginMessage(aStart(webhook), quick),
    attemptMessage(waiting, { cycle: 1, attempt: 6, notBeforeMs: 0 }, quick),
  ];
  expect(await deliver(...late)).toBe(0);
  for (const message of cleanups) await cleanUp(message);
  expect(await deliver(...late)).toBe(0);
  expect(await recordDeadLetters(...late)).toBe(0);
  expect(await itemsOf(webhook)).toEqual(nothing);
});

it("what an attempt in progress stores after its subscription was deleted is deleted by the second message", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId } = webhook;
  await remove(webhook);
  const [first, second] = await outboxOf(organizationId);
  if (first === undefined || second === undefined) throw new Error("no messages");
  await cleanUp(first);
  const lease = { cycle: 1, attempt: 1, leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 };
  await leaseFirstAttempt(table, aDelivery(webhook), lease);
  expect(await itemsOf(webhook)).toMatchObject({ deliveries: 1 });
  await cleanUp(second);
  expect(await itemsOf(webhook)).toEqual(nothing);
});

it("the second message is due after every worker that had read the subscription has ended", () => {
  const messages = webhookRemovalMessages(newId("org"), newId("whk"), testTimeMs);
  const fiveMinutesMs = 300_000;
  expect(messages.map(({ notBeforeMs }) => notBeforeMs)).toEqual([0, testTimeMs + fiveMinutesMs]);
});

it("nothing public of a deleted brand stays: its feed, the entries, their positions, links and readers are deleted", async () => {
  const brand = aBrand(newId("org"));
  const { organizationId, id: brandId } = brand;
  await storeBrand(table, brand);
  const posts = Array.from({ length: 130 }, () => newId("pst"));
  for (const postId of posts) {
    const entry = { postId, url: "https://example.com/", text: "", hashtags: [], publishedAt: "" };
    await insertFeedEntry(table, brandId, "2026-11-21T12:00:00.000Z", entry, [
      linkChange(postId, "https://example.com/"),
    ]);
  }
  for (let day = 0; day < 130; day += 1) {
    const given = { day: isoTime(testTimeMs + day * dayMs).slice(0, 10), expiresAtSeconds: 4_000_000_000 };
    await recordReader(table, brandId, given, { kind: "single", slot: 1 });
  }
  await deleteBrand(table, organizationId, brandId, [feedRemovalMessage(organizationId, brandId)]);
  const messages = await outboxOf(organizationId);
  for (const message of [...messages, ...messages]) expect(await cleanUp(message)).toBe(0);
  const positions = feedPositionKey(brandId, "").pk;
  for (const partition of [feedPartition(brandId), positions, feedAudiencePartition(brandId)])
    expect(await readPartition(table, partition)).toEqual([]);
  for (const postId of posts) expect(await readItem(table, linkKey(postId))).toBeNull();
}, 30_000);

it("a clean-up that failed five times is tried again later", async () => {
  const organizationId = newId("org");
  const message = feedRemovalMessage(organizationId, newId("brd"));
  expect(await recordDeadLetters(message)).toBe(0);
  expect(await outboxOf(organizationId)).toMatchObject([{ queue: "cleanups", body: message.body }]);
});

it("what a person wrote about a deleted post is deleted, in bounded steps, and nothing of another post", async () => {
  const post = await storePost(table);
  const kept = await storePost(table);
  for (const one of [post, kept]) for (let comments = 0; comments < 3; comments += 1) await commentOn(one);
  expect([await writtenAbout(post), await writtenAbout(kept)]).toEqual([6, 6]);
  await deletePost(table, post.organizationId, post.id, () => undefined);
  const messages = await outboxOf(post.organizationId);
  expect(messages.map(({ body }) => body.kind)).toEqual(["post.remove"]);
  await cleanUp(...messages, ...messages);
  expect([await writtenAbout(post), await writtenAbout(kept)]).toEqual([0, 6]);
});

async function writtenAbout({ organizationId, id }: Post): Promise<number> {
  const partitions = [postHistoryPartition(organizationId, id), commentsPartition(organizationId, id)];
  return (await Promise.all(partitions.map((partition) => readPartition(table, partition)))).flat().length;
}

async function commentOn({ organizationId, id: postId }: Post): Promise<void> {
  const comment = newComment({ id: newId("cmt"), postId, text: "Good.", author: systemActor }, testTimeMs);
  const entry = historyEntry({ status: "draft" }, "commented", systemActor, { newId, nowMs: testTimeMs });
  await insertComment(table, organizationId, comment, entry);
}

it("the review links of a deleted brand stop working, and those of another brand do not", async () => {
  const brand = aBrand(newId("org"));
  const other = aBrand(brand.organizationId);
  for (const one of [brand, other]) await storeBrand(table, one);
  const { organizationId } = brand;
  const links = [
    await storeReviewLink(table, { organizationId, brandId: brand.id }),
    await storeReviewLink(table, { organizationId, brandId: other.id }),
  ];
  const outcomes = () =>
    Promise.all(links.map(async ({ hash }) => (await authenticateKey(table, hash, Date.now())).outcome));
  expect(await outcomes()).toEqual(["accepted", "accepted"]);
  await deleteBrand(table, organizationId, brand.id, []);
  await cleanUp(feedRemovalMessage(organizationId, brand.id));
  expect(await outcomes()).toEqual(["rejected", "accepted"]);
});
