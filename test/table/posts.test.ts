import { expect, it } from "vitest";
import { eventMessage } from "../../functions/domain/event-message.ts";
import { changedPost, movedPost, type Post, publishedPost } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { insertFeedEntry, readFeed } from "../../functions/table/feeds.ts";
import { linkChange } from "../../functions/table/links.ts";
import { changePost, leasePublication, readPost, replacePost } from "../../functions/table/posts.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { editPost, storePost } from "../support/table/stored-post.ts";
import { everyOutboxItem, intercepted, testTable } from "../support/table/table.ts";

const table = testTable();

const aStoredPost = (changes?: Partial<Post>) => storePost(table, changes);
const change = (post: Post, edit: (current: Post) => Post) => editPost(table, post, edit);

it("only one of two writers that read the same post can replace it, and the other gets the post as it is now", async () => {
  const post = await aStoredPost();
  const outcomes = await Promise.all(
    (["approve", "reject"] as const).map((move) => replacePost(table, movedPost(post, move, testTimeMs))),
  );
  expect(outcomes.filter(({ written }) => written)).toHaveLength(1);
  const winner = outcomes[0]?.written ? "scheduled" : "draft";
  expect(outcomes.find(({ written }) => !written)).toMatchObject({ found: { status: winner, version: 1 } });
});

it("replacing or changing a post that does not exist does not create it", async () => {
  const post = aPost(newId("org"));
  expect(await replacePost(table, post)).toEqual({ written: false, found: null });
  await expect(change(post, (current) => ({ ...current }))).rejects.toMatchObject({ code: "not_found" });
  expect(await readPost(table, post.organizationId, post.id)).toBeNull();
});

it("when many clients change a post at once, every change is stored on top of the others", async () => {
  const post = await aStoredPost();
  const names = Array.from({ length: 12 }, (_, index) => `tag${index}`);
  const results = await Promise.all(
    names.map((name) =>
      change(post, (current) => {
        const hashtags = [...current.content.hashtags, name];
        return changedPost(current, { hashtags }, testTimeMs);
      }),
    ),
  );
  const current = await readPost(table, post.organizationId, post.id);
  expect(current?.content.hashtags.toSorted()).toEqual([...post.content.hashtags, ...names].toSorted());
  expect(current?.version).toBe(12);
  // Each result is the post as its own write left it.
  expect(results.map(({ content }) => content.hashtags.length).toSorted((a, b) => a - b)).toEqual(
    names.map((_, index) => index + 2),
  );
});

it("a post approved at the same moment as its time is changed is scheduled for the new time", async () => {
  const later = isoTime(testTimeMs + 3_600_000);
  for (let round = 0; round < 10; round += 1) {
    const post = await aStoredPost();
    await Promise.all([
      change(post, (current) => movedPost(current, "approve", testTimeMs)),
      change(post, (current) => changedPost(current, { scheduledAt: later, text: "Later" }, testTimeMs)),
    ]);
    expect(await readPost(table, post.organizationId, post.id)).toMatchObject({
      status: "scheduled",
      scheduledAt: later,
      content: { text: "Later" },
    });
  }
});

const scheduledAt = isoTime(testTimeMs);
const messageOf = ({ organizationId, id: postId }: Post) => ({
  kind: "post.publish" as const,
  organizationId,
  postId,
  scheduledAt,
});
const lease = (nowMs: number, repeatable = true) => ({
  nowMs,
  repeatable,
  untilMs: nowMs + 1e3,
});
const aScheduledPost = () => aStoredPost({ status: "scheduled", scheduledAt });

it("only one worker can lease a publication, and it gets the current post; another worker waits until the lease expires", async () => {
  const post = await aScheduledPost();
  await change(post, (current) => changedPost(current, { text: "New" }, testTimeMs));
  expect(await leasePublication(table, messageOf(post), lease(testTimeMs))).toMatchObject({
    outcome: "leased",
    post: { content: { text: "New" } },
  });
  expect(await leasePublication(table, messageOf(post), lease(testTimeMs))).toEqual({ outcome: "busy" });
});

it("nobody can change or cancel a post while its publication is leased, nor after the lease has expired", async () => {
  const post = await aScheduledPost();
  await leasePublication(table, messageOf(post), lease(testTimeMs));
  const after = testTimeMs + 5_000;
  for (const edit of [
    (current: Post) => movedPost(current, "cancel", after),
    (current: Post) => changedPost(current, { text: "New" }, after),
  ])
    await expect(change(post, edit)).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("being published"),
    });
});

it("nobody can lease the publication of a cancelled post, and a lease makes a cancellation based on an older read fail", async () => {
  const cancelled = await aScheduledPost();
  await change(cancelled, (current) => movedPost(current, "cancel", testTimeMs));
  expect(await leasePublication(table, messageOf(cancelled), lease(testTimeMs))).toEqual({
    outcome: "stale",
  });

  const post = await aScheduledPost();
  const cancellation = movedPost(post, "cancel", testTimeMs);
  await leasePublication(table, messageOf(post), lease(testTimeMs));
  expect(await replacePost(table, cancellation)).toMatchObject({
    written: false,
    found: { status: "scheduled" },
  });
});

it("the publication of a dead worker is leased again only where repeating it is harmless", async () => {
  const post = await aScheduledPost();
  await leasePublication(table, messageOf(post), lease(testTimeMs));
  const later = testTimeMs + 2_000;
  expect(await leasePublication(table, messageOf(post), lease(later, false))).toMatchObject({
    outcome: "interrupted",
    post: { id: post.id },
  });
  expect(await leasePublication(table, messageOf(post), lease(later))).toMatchObject({ outcome: "leased" });
});

it("the publication of a post is stale for a message with another scheduled time", async () => {
  const post = await aScheduledPost();
  const moved = { ...messageOf(post), scheduledAt: isoTime(testTimeMs + 1) };
  expect(await leasePublication(table, moved, lease(testTimeMs))).toEqual({ outcome: "stale" });
});

it("only the worker with the latest lease can record a publication, and recording it removes the lease", async () => {
  const post = await aScheduledPost();
  const [first, second] = [
    await leasePublication(table, messageOf(post), lease(testTimeMs)),
    await leasePublication(table, messageOf(post), lease(testTimeMs + 2_000)),
  ];
  if (first.outcome !== "leased" || second.outcome !== "leased") throw new Error("not leased");
  expect(
    await replacePost(table, publishedPost(first.post, { externalUrl: null }, scheduledAt)),
  ).toMatchObject({
    written: false,
  });
  expect(await replacePost(table, publishedPost(second.post, { externalUrl: null }, scheduledAt))).toEqual({
    written: true,
  });
  const current = await readPost(table, post.organizationId, post.id);
  expect(current).toMatchObject({ status: "published", publishedAt: scheduledAt });
  expect(current).not.toHaveProperty("publicationLeaseUntilMs");
});

it("a post that is published again at another time, as after an unknown outcome, stays one entry of its feed", async () => {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const entry = { postId: newId("pst"), url: "https://example.com/", hashtags: [], publishedAt: "" };
  for (const [position, text, target] of [
    ["2026-01-01", "first", "https://example.com/1"],
    ["2026-01-02", "second", "https://example.com/2"],
    ["2026-01-03", "third", null],
  ] as const)
    await insertFeedEntry(table, brand.id, position, { ...entry, text }, [linkChange(entry.postId, target)]);
  const feed = await readFeed(table, brand.id, 10);
  expect(feed?.entries.map(({ text }) => text)).toEqual(["third"]);
});

it("a post cannot become scheduled when its brand is deleted, also at the same moment, and stores nothing", async () => {
  for (const [move, status] of [
    ["approve", "pending"],
    ["retry", "failed"],
  ] as const) {
    const post = await aStoredPost({ status });
    const message = eventMessage(
      newId("evt"),
      "post.scheduled",
      post.organizationId,
      {
        postId: post.id,
        scheduledAt,
        channels: ["feed"],
      },
      testTimeMs,
    );
    let isDeleted: Promise<void> | undefined;
    // The brand is deleted after everything was read.
    const acting = intercepted(table, async ({ operation, next }) => {
      if (operation === "TransactWriteItems")
        await (isDeleted ??= deleteBrand(table, post.organizationId, post.brandId, []));
      return next();
    });
    const moved = changePost(acting, post.organizationId, post.id, (current) => ({
      post: movedPost(current, move, testTimeMs),
      messages: [message],
    }));
    await expect(moved).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("brand was deleted"),
    });
    expect(await readPost(table, post.organizationId, post.id)).toMatchObject({ status });
    const sent = (await everyOutboxItem(table)).flatMap(({ messages }) => messages);
    expect(sent.filter(({ body }) => body.organizationId === post.organizationId)).toEqual([]);
  }
});

it("a post of a deleted brand can still be rejected, submitted, cancelled and changed", async () => {
  for (const [edit, status] of [
    [(current: Post) => movedPost(current, "reject", testTimeMs), "pending"],
    [(current: Post) => movedPost(current, "submit", testTimeMs), "draft"],
    [(current: Post) => movedPost(current, "cancel", testTimeMs), "scheduled"],
    [(current: Post) => changedPost(current, { text: "New" }, testTimeMs), "scheduled"],
  ] as const) {
    const post = await aStoredPost({ status });
    await deleteBrand(table, post.organizationId, post.brandId, []);
    const changed = await change(post, edit);
    expect(await readPost(table, post.organizationId, post.id)).toMatchObject({
      status: changed.status,
      content: changed.content,
      version: 1,
    });
  }
});
