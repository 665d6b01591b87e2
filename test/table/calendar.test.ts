import { beforeEach, describe, expect, it } from "vitest";
import { type Brand, weekdays } from "../../functions/domain/brand.ts";
import { timeName, timeNamed } from "../../functions/domain/calendar.ts";
import {
  changedPost,
  movedPost,
  type Post,
  type PostMove,
  schedulingMessages,
} from "../../functions/domain/post.ts";
import { isoTime, minuteMs } from "../../functions/domain/time.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { calendarChanges, readCalendar, removeCalendar } from "../../functions/table/calendar.ts";
import { deletePost } from "../../functions/table/post-deletion.ts";
import { changePost, insertPost, readPost } from "../../functions/table/posts.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const slotMs = Date.UTC(2026, 10, 23, 8);

let brand: Brand;
beforeEach(async () => {
  brand = aBrand(newId("org"));
  brand.settings.postingSlots = weekdays.map((weekday) => ({ weekday, time: "09:00" }));
  await storeBrand(table, brand);
});

const ref = () => ({ organizationId: brand.organizationId, brandId: brand.id });
const aPlanned = (changes: Partial<Post> = {}) =>
  aPost(brand.organizationId, { brandId: brand.id, scheduledAt: isoTime(slotMs), ...changes });
const store = (post: Post) => insertPost(table, post, []);
const change = (post: Post, edit: (current: Post) => Post) =>
  changePost(table, brand.organizationId, post.id, (current) => ({ post: edit(current) }));
const move = (post: Post, name: PostMove) => change(post, (current) => movedPost(current, name, testTimeMs));
const takenTimes = async () =>
  [...(await readCalendar(table, ref()))].map(([name, postId]): [string, string] => [
    isoTime(timeNamed(name)),
    postId,
  ]);

describe("of posts that are given one posting slot of a channel at the same moment", () => {
  it("one is stored, and each of the others is 422 and stores nothing", async () => {
    const posts = Array.from({ length: 8 }, () => aPlanned({ runId: null, pipelineId: null }));
    const outcomes = await Promise.allSettled(posts.map(store));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "unprocessable" });
    const stored = await Promise.all(posts.map(({ id }) => readPost(table, brand.organizationId, id)));
    expect(stored.filter((post) => post !== null)).toHaveLength(1);
  });

  it("one is moved there, and each of the others keeps its time", async () => {
    const posts = Array.from({ length: 6 }, (_, index) =>
      aPlanned({ scheduledAt: isoTime(slotMs + (index + 1) * minuteMs) }),
    );
    await Promise.all(posts.map(store));
    const to = { scheduledAt: isoTime(slotMs) };
    await Promise.allSettled(posts.map((post) => change(post, (one) => changedPost(one, to, testTimeMs))));
    const stored = await Promise.all(posts.map(({ id }) => readPost(table, brand.organizationId, id)));
    expect(stored.filter((post) => post?.scheduledAt === to.scheduledAt)).toHaveLength(1);
    expect(new Set(stored.map((post) => post?.scheduledAt)).size).toBe(6);
    const times = (await takenTimes()).map((entry) => entry.join(" "));
    expect(new Set(times)).toEqual(new Set(stored.map((post) => `${post?.scheduledAt} ${post?.id}`)));
  });

  it("each post of a run that waits for approval again gets a slot of its own", async () => {
    const posts = Array.from({ length: 6 }, () => aPlanned({ status: "draft" }));
    await Promise.all(posts.map(store));
    const moved = await Promise.all(posts.map((post) => move(post, "submit")));
    expect(new Set(moved.map(({ scheduledAt }) => scheduledAt?.slice(5, 16)))).toEqual(
      new Set(["22", "23", "24", "25", "26", "27"].map((day) => `11-${day}T08:00`)),
    );
    expect(await takenTimes()).toHaveLength(6);
  });
});

it("the messages that follow from a change of a post name the slot that the post gets", async () => {
  const post = aPlanned({ status: "draft" });
  await store(post);
  await store(aPlanned());
  await changePost(table, brand.organizationId, post.id, (current) => {
    const moved = movedPost(current, "submit", testTimeMs);
    const messages = schedulingMessages({ ...moved, status: "scheduled" }, newId, testTimeMs);
    return { post: moved, messages };
  });
  const stored = await readPost(table, brand.organizationId, post.id);
  expect(stored?.scheduledAt).toBe("2026-11-22T08:00:00.000Z");
  const outbox = (await everyOutboxItem(table)).flatMap(({ messages }) => messages);
  const times = outbox.flatMap(({ body }) =>
    body.kind === "post.publish" && body.postId === post.id ? [body.scheduledAt] : [],
  );
  expect(times).toEqual([stored?.scheduledAt]);
});

it("changes of different times at the same moment do not hinder each other", async () => {
  const posts = Array.from({ length: 30 }, (_, index) =>
    aPlanned({ scheduledAt: isoTime(slotMs + index * 7 * minuteMs) }),
  );
  await Promise.all(posts.map(store));
  expect(await takenTimes()).toHaveLength(30);
});

it.each([
  ["rejected", (post: Post) => move(post, "reject")],
  ["cancelled", (post: Post) => move(post, "approve").then(() => move(post, "cancel"))],
  ["deleted", (post: Post) => deletePost(table, brand.organizationId, post.id, () => undefined)],
  [
    "given another time",
    (post: Post) =>
      change(post, (one) => changedPost(one, { scheduledAt: "2026-12-01T10:10:00.000Z" }, testTimeMs)),
  ],
])("the slot of a post that is %s can be given to another post", async (_, free) => {
  const post = aPlanned();
  await store(post);
  await expect(store(aPlanned())).rejects.toMatchObject({ code: "unprocessable" });
  await free(post);
  const next = aPlanned();
  await store(next);
  expect(await takenTimes()).toContainEqual([isoTime(slotMs), next.id]);
});

it("a post keeps its slot when it is approved, and a repeated request takes it once", async () => {
  const post = aPlanned();
  await store(post);
  expect(await store(post)).toMatchObject({ id: post.id });
  await move(post, "approve");
  expect(await takenTimes()).toEqual([[isoTime(slotMs), post.id]]);
});

it("a post that shares a minute outside the slots leaves the time of the other post alone", async () => {
  const scheduledAt = isoTime(slotMs + minuteMs);
  const [first, second] = [aPlanned({ scheduledAt }), aPlanned({ scheduledAt })];
  await store(first);
  await store(second);
  await move(second, "reject");
  expect(await takenTimes()).toEqual([[scheduledAt, first.id]]);
});

it("times that have passed are deleted with the next change, and none is left of a deleted brand", async () => {
  const past = new Map(
    Array.from({ length: 150 }, (_, index) => [timeName("feed", testTimeMs - index * minuteMs), "p"]),
  );
  for (const part of [0, 75]) {
    const taken = new Map([...past].slice(part, part + 75));
    await commit(table, calendarChanges(ref(), new Map(), { taken, freed: [] }, 0));
  }
  await store(aPlanned());
  expect(await takenTimes()).toHaveLength(51);
  await store(aPlanned({ scheduledAt: isoTime(slotMs + minuteMs) }));
  expect(await takenTimes()).toHaveLength(2);
  await removeCalendar(table, ref());
  expect(await takenTimes()).toEqual([]);
});

it("a post of a deleted brand waits for approval again without a time in a calendar", async () => {
  const post = aPlanned({ status: "draft" });
  await store(post);
  await deleteBrand(table, brand.organizationId, brand.id, []);
  expect(await move(post, "submit")).toMatchObject({ status: "pending", scheduledAt: isoTime(slotMs) });
  expect((await readCalendar(table, post)).size).toBe(0);
});
