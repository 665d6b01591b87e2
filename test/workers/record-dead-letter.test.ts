import { beforeAll, expect, it } from "vitest";
import { bulkReplayMessage } from "../../functions/domain/bulk-replay.ts";
import { beginMessage } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { type Post, publicationMessages } from "../../functions/domain/post.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { readBulkReplay } from "../../functions/table/bulk-replays.ts";
import { pageOfDeadLetters, readDeadLetter } from "../../functions/table/dead-letters.ts";
import { readDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { leasePublication, readPost } from "../../functions/table/posts.ts";
import { storeBulkReplay } from "../support/delivery/bulk-replays.ts";
import { aPoison, aStoredWebhook } from "../support/delivery/deliveries.ts";
import { aPost, aStart, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/record-dead-letter.ts");
  handle = (...messages) => invokeWorker(handler, messages);
});

it("a message of an unknown kind fails, so that it stays in its queue where an alarm shows it, and the other messages are recorded", async () => {
  const { organizationId, eventId, message } = aPoison();
  const body = { kind: "unknown", organizationId };
  const unknown = trusted<OutgoingMessage>({ queue: "events", body, notBeforeMs: 0, group: "" });
  expect(await handle(unknown, message, message)).toBe(1);
  const { rows } = await pageOfDeadLetters(
    table,
    organizationId,
    { webhookId: undefined, statuses: undefined },
    { order: "asc", limit: 10, after: null },
    Date.now(),
  );
  expect(rows).toMatchObject([{ eventId, status: "exhausted" }]);
});

it("a delivery that no worker has stored becomes a dead letter with the bytes of its message", async () => {
  const start = aStart(await aStoredWebhook(table));
  expect(await handle(beginMessage(start, { pace: "quick" }))).toBe(0);
  const letter = await readDeadLetter(table, start.organizationId, deadLetterIdOf(start.id), Date.now());
  expect(letter).toMatchObject({
    status: "exhausted",
    attempts: [],
    body: start.body,
    eventId: start.eventId,
  });
});

it("a bulk replay whose message failed five times continues later, and another one may start before that", async () => {
  const { organizationId } = await aStoredWebhook(table);
  const replay = await storeBulkReplay(table, organizationId, {}, Date.now());
  const message = bulkReplayMessage(replay);
  for (let time = 0; time < 2; time += 1) expect(await handle(message)).toBe(0);
  const stored = await readBulkReplay(table, replay, Date.now());
  expect(stored).toMatchObject({ status: "running", after: null });
  expect(stored?.leaseUntilMs).toBeLessThanOrEqual(Date.now());
  const later = (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.organizationId === organizationId);
  expect(later[0]).toMatchObject({ queue: "replays", body: message.body });
  expect(later[0]?.notBeforeMs).toBeGreaterThan(Date.now());
});

it("a first message of a deleted subscription that failed five times leaves nothing behind", async () => {
  const webhook = aWebhook(newId("org"));
  const start = aStart(webhook);
  expect(await handle(beginMessage(start, { pace: "quick" }))).toBe(0);
  expect(await readDelivery(table, start)).toBeNull();
});

/** Fails a scheduled post by its message, of which no worker could make anything. Returns the post's failure. */
async function failureOf(changes: Partial<Post>, prepare?: (post: Post) => Promise<unknown>) {
  const scheduledAt = new Date(testTimeMs).toISOString();
  const post = aPost(newId("org"), { status: "scheduled", scheduledAt, ...changes });
  await storePosts(table, [post]);
  await prepare?.(post);
  expect(await handle(...publicationMessages(post))).toBe(0);
  const failed = await readPost(table, post.organizationId, post.id);
  expect(failed).toMatchObject({ status: "failed" });
  const sent = (await everyOutboxItem(table)).flatMap(({ messages }) => messages);
  const events = sent.flatMap(({ body }) =>
    body.kind === "event.fan-out" && body.organizationId === post.organizationId ? [body.event] : [],
  );
  expect(events).toMatchObject([{ type: "post.failed", data: { postId: post.id, reason: failed?.failure } }]);
  return failed?.failure;
}

it("a post whose message failed five times before any worker leased it fails with worker_failed, because it was certainly not sent", async () => {
  expect(await failureOf({})).toMatchObject({ code: "worker_failed" });
});

it("a post that a worker has leased fails with outcome_unknown when its message failed five times", async () => {
  const failure = await failureOf({}, async (post) => {
    const [message] = publicationMessages(post);
    if (message?.body.kind !== "post.publish") throw new Error("the post has no publication message");
    const lease = { repeatable: true, nowMs: testTimeMs, untilMs: testTimeMs + 1 };
    expect(await leasePublication(table, message.body, lease)).toMatchObject({ outcome: "leased" });
  });
  expect(failure).toMatchObject({ code: "outcome_unknown" });
});

it("a post that waits for its next attempt after an unconfirmed one fails with outcome_unknown when its message failed five times", async () => {
  const reason = { code: "outcome_unknown", message: "" };
  const nextAttempt = { at: new Date(testTimeMs).toISOString(), reason, failures: 1, isReserved: false };
  expect(await failureOf({ nextAttempt, unconfirmedSinceMs: testTimeMs })).toMatchObject({
    code: "outcome_unknown",
  });
});
