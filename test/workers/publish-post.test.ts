import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DomainError } from "../../functions/domain/errors.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { changedPost, movedPost, type Post, schedulingMessages } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { readFeed } from "../../functions/table/feeds.ts";
import { changePost, leasePublication, readPost } from "../../functions/table/posts.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
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

/** A post whose time has come, with the message that publishes it. */
async function aDuePost(): Promise<{ post: Post; message: OutgoingMessage }> {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const scheduledAt = isoTime(Date.now() - 1_000);
  const post = aPost(brand.organizationId, { brandId: brand.id, status: "scheduled", scheduledAt });
  await storePosts(table, [post]);
  return { post, message: publicationOf(post) };
}

function publicationOf(post: Post): OutgoingMessage {
  const [message] = schedulingMessages(post, newId, Date.now());
  if (message === undefined) throw new Error("the post has no publication message");
  return message;
}

const change = (post: Post, edit: (current: Post, nowMs: number) => Post) =>
  changePost(table, post.organizationId, post.id, (current) => ({ post: edit(current, Date.now()) }));

async function publishAfter(delayMs: number, message: OutgoingMessage): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  expect(await publish(message)).toBe(0);
}

/** Returns whether the change was accepted. A rejected change must have the error of the contract. */
async function isAccepted(changing: Promise<unknown>): Promise<boolean> {
  try {
    await changing;
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: "unprocessable" });
    return false;
  }
}

async function outcomeOf({ organizationId, brandId, id }: Post) {
  const feed = await readFeed(table, brandId, 50);
  const outbox = await everyOutboxItem(table);
  const events = outbox
    .flatMap(({ messages }) => messages)
    .flatMap(({ body }) => (body.kind === "event.fan-out" ? [body] : []))
    .filter((body) => body.organizationId === organizationId)
    .map(({ event }) => event.type);
  return { post: await readPost(table, organizationId, id), entries: feed?.entries ?? [], events };
}

it("a publication requested twice at once and once more publishes the post once, with one event", async () => {
  const { post, message } = await aDuePost();
  await Promise.all([publish(message), publish(message, message)]);
  await publish(message);
  const { post: current, entries, events } = await outcomeOf(post);
  expect(current).toMatchObject({ status: "published" });
  expect(entries).toHaveLength(1);
  expect(events).toEqual(["post.published"]);
});

it("a publication shows all of a change or none of it, and always shows a change that was accepted", async () => {
  const counts = { changed: 0, rejected: 0 };
  for (let round = 0; round < 40; round += 1) {
    const { post, message } = await aDuePost();
    const changes = { text: `Text ${round}`, hashtags: [`tag${round}`], link: "https://example.com/new" };
    const changing = isAccepted(change(post, (current, nowMs) => changedPost(current, changes, nowMs)));
    const [accepted] = await Promise.all([changing, publishAfter(round % 4, message)]);
    counts[accepted ? "changed" : "rejected"] += 1;
    const { post: current, entries } = await outcomeOf(post);
    const content = accepted ? changes : post.content;
    expect(current).toMatchObject({ status: "published", content });
    expect(entries).toMatchObject([{ text: content.text, hashtags: content.hashtags }]);
  }
  console.log("changes during a publication", counts);
});

it("either a publication or a cancellation at the same moment succeeds, never both", async () => {
  const counts = { cancelled: 0, published: 0 };
  for (let round = 0; round < 40; round += 1) {
    const { post, message } = await aDuePost();
    const cancelling = isAccepted(change(post, (current, nowMs) => movedPost(current, "cancel", nowMs)));
    const [cancelled] = await Promise.all([cancelling, publishAfter(round % 4, message)]);
    counts[cancelled ? "cancelled" : "published"] += 1;
    const { post: current, entries, events } = await outcomeOf(post);
    expect(current?.status).toBe(cancelled ? "draft" : "published");
    expect(entries).toHaveLength(cancelled ? 0 : 1);
    expect(events).toEqual(cancelled ? [] : ["post.published"]);
  }
  console.log("cancellations during a publication", counts);
});

it("a publication does not happen at a time that the post had before, and happens once at its current time", async () => {
  const { post, message } = await aDuePost();
  const moved = await change(post, (current, nowMs) =>
    changedPost(current, { scheduledAt: isoTime(nowMs + 60) }, nowMs),
  );
  expect(await publish(message)).toBe(0);
  expect(await outcomeOf(post)).toMatchObject({ post: { status: "scheduled" }, entries: [] });
  const late = publicationOf(moved);
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThanOrEqual(late.notBeforeMs));
  await Promise.all([publish(late), publish(message)]);
  const { entries, events } = await outcomeOf(post);
  expect(entries).toHaveLength(1);
  expect(events).toEqual(["post.published"]);
});

it("a post that was cancelled and approved again for the same time is published once, although two messages request it", async () => {
  const { post, message } = await aDuePost();
  await change(post, (current, nowMs) => movedPost(current, "cancel", nowMs));
  await change(post, (current, nowMs) => movedPost(current, "submit", nowMs));
  // The approval comes before its time.
  await change(post, (current) => movedPost(current, "approve", 0));
  await Promise.all([publish(message), publish(message)]);
  const { entries, events } = await outcomeOf(post);
  expect(entries).toHaveLength(1);
  expect(events).toEqual(["post.published"]);
});

it("a failed publication that is retried publishes the post at once", async () => {
  const { post } = await aDuePost();
  const failure = { code: "outcome_unknown", message: "The outcome is unknown." };
  await change(post, (current) => ({ ...current, status: "failed", failure }));
  const retried = await change(post, (current, nowMs) => movedPost(current, "retry", nowMs));
  expect(retried).toMatchObject({ status: "scheduled", failure: null });
  expect(retried.scheduledAt).not.toBe(post.scheduledAt);
  expect(await publish(publicationOf(retried))).toBe(0);
  expect(await outcomeOf(post)).toMatchObject({
    post: { status: "published", failure: null },
    entries: [{}],
    events: ["post.published"],
  });
});

it("the publication of a worker that died is leased again when its lease has expired, and not before", async () => {
  const { post, message } = await aDuePost();
  if (message.body.kind !== "post.publish") throw new Error("the post has no publication message");
  await leasePublication(table, message.body, {
    repeatable: true,
    nowMs: Date.now(),
    untilMs: Date.now() + 300,
  });
  expect(await publish(message)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 320));
  expect(await publish(message)).toBe(0);
  expect(await outcomeOf(post)).toMatchObject({ post: { status: "published" }, entries: [{}] });
});
