import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { movedPost, type Post } from "../../functions/domain/post.ts";
import { reminderMessages } from "../../functions/domain/post-reminder.ts";
import { isoTime, minuteMs } from "../../functions/domain/time.ts";
import { awaitedAmong } from "../../functions/table/awaited.ts";
import { editPost, storePost } from "../support/table/stored-post.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let publish: (...messages: readonly OutgoingMessage[]) => Promise<number>;
beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  const { handler } = await import("../../functions/workers/publish-post.ts");
  publish = (...messages) => invokeWorker(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());

const passed = isoTime(Date.now() - minuteMs);

/** Stores a pending post whose time has passed. Returns it with its reminder. */
async function aWaitingPost(): Promise<{ post: Post; reminder: OutgoingMessage }> {
  const post = await storePost(table, { status: "pending", scheduledAt: passed });
  const [reminder] = reminderMessages(post);
  if (reminder === undefined) throw new Error("the post has no reminder");
  return { post, reminder };
}

/** The data of the events of an organization that are in the outbox. */
async function eventsOf({ organizationId }: Post): Promise<unknown[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.flatMap(({ body }) =>
    body.kind === "event.fan-out" && body.organizationId === organizationId ? [body.event] : [],
  );
}

it("a post that is still pending at its time sends one event, however often the message is received", async () => {
  const { post, reminder } = await aWaitingPost();
  const { id: postId, brandId, organizationId } = post;
  expect(await awaitedAmong(table, [reminder])).toEqual(new Set([reminder]));
  await Promise.all([publish(reminder), publish(reminder), publish(reminder, reminder)]);
  await publish(reminder);
  expect(await eventsOf(post)).toMatchObject([
    { type: "post.approval_overdue", data: { organizationId, postId, brandId, scheduledAt: passed } },
  ]);
  expect(await awaitedAmong(table, [reminder])).toEqual(new Set());
  // The reminder is no new version of the post: it disturbs no approval.
  await editPost(table, post, (current) => movedPost(current, "reject", Date.now()));
  const submitted = await editPost(table, post, (current) => movedPost(current, "submit", Date.now()));
  expect(reminderMessages(submitted)).toEqual([]);
});

it("the reminder of a post is stale once the post is not pending, has another time, or was deleted", async () => {
  for (const edit of [
    (current: Post) => movedPost(current, "approve", Date.now()),
    (current: Post) => movedPost(current, "requestChanges", Date.now()),
    (current: Post) => ({ ...current, scheduledAt: isoTime(Date.UTC(2099, 0)) }),
  ]) {
    const { post, reminder } = await aWaitingPost();
    await editPost(table, post, edit);
    expect(await awaitedAmong(table, [reminder])).toEqual(new Set());
    await publish(reminder);
    expect(await eventsOf(post)).toEqual([]);
  }
});
