import { expect, it } from "vitest";
import type { Post } from "../../../functions/domain/post.ts";
import { secondMs } from "../../../functions/domain/time.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { startScriptedChannel } from "../../support/pipeline/scripted-channel.ts";

const postsPerMinute = 30;
const spacingMs = 2 * secondMs;

async function start() {
  const platform = await startScriptedChannel({ repeatable: false, postsPerMinute });
  const clock = openPublicationClock(platform.channel, "webhook", () => platform);
  const brand = await clock.storedBrand();
  const startMs = clock.nowMs();
  /** Stores posts that are due, each a millisecond before the next one. */
  const duePosts = async (count: number) => {
    const posts: Post[] = [];
    for (let index = 0; index < count; index += 1)
      posts.push(await clock.duePost({ brand, dueAtMs: startMs - count + index }));
    return posts;
  };
  /** Returns the milliseconds from the start to the publication of each post. */
  const publishedAfterMs = (posts: readonly Post[]) =>
    Promise.all(
      posts.map(async (post) => Date.parse((await clock.current(post)).publishedAt ?? "") - startMs),
    );
  return { platform, clock, brand, startMs, duePosts, publishedAfterMs };
}

it("fifty posts of a brand that are due at once are published in order, evenly spaced and none later than needed", async () => {
  const { platform, clock, brand, duePosts, publishedAfterMs } = await start();
  const posts = await duePosts(50);
  await clock.run(brand.organizationId);
  expect(await publishedAfterMs(posts)).toEqual(posts.map((_, index) => index * spacingMs));
  expect(platform.requests()).toBe(50);
}, 60_000);

it("a post that waits for its reserved time says so, and another brand does not wait", async () => {
  const { clock, brand, startMs, duePosts, publishedAfterMs } = await start();
  const other = await clock.storedBrand(brand.organizationId);
  const [first, second] = await duePosts(2);
  const ofOther = await clock.duePost({ brand: other });
  if (first === undefined || second === undefined) throw new Error("no posts");
  await clock.run(brand.organizationId, startMs);
  expect(await clock.current(second)).toMatchObject({
    status: "scheduled",
    failure: null,
    nextAttempt: { reason: { code: "rate_limited", message: expect.stringContaining("30 posts") } },
  });
  expect(await publishedAfterMs([first, ofOther])).toEqual([0, 0]);
});

it("when the platform asks to wait, no post of the brand is sent before, and all are published after it, once", async () => {
  const { platform, clock, brand, startMs, duePosts, publishedAfterMs } = await start();
  const posts = await duePosts(20);
  await clock.run(brand.organizationId, startMs + 3 * spacingMs);
  expect(platform.requests()).toBe(4);
  platform.fail("rate_limited", { retryAfterSeconds: 300 });
  await clock.run(brand.organizationId, startMs + 4 * spacingMs);
  const untilMs = 4 * spacingMs + 300 * secondMs;
  await clock.run(brand.organizationId, startMs + untilMs - 1);
  expect(platform.requests()).toBe(5);
  await clock.run(brand.organizationId);
  const times = await publishedAfterMs(posts);
  expect(times.slice(0, 4)).toEqual([0, 1, 2, 3].map((index) => index * spacingMs));
  const later = times.slice(4).toSorted((one, other) => one - other);
  for (const [index, time] of later.entries()) {
    expect(time).toBeGreaterThanOrEqual(untilMs);
    if (index > 0) expect(time - (later[index - 1] ?? 0)).toBeGreaterThanOrEqual(spacingMs);
  }
  // Times that were reserved before the hold and lie after it stay: here there are none.
  expect(later.at(-1)).toBeLessThanOrEqual(untilMs + 16 * spacingMs);
  expect(platform.requests()).toBe(21);
});

it("a worker that gets a later reserved time leaves a post alone that another worker is publishing", async () => {
  const platform = await startScriptedChannel({ repeatable: false, postsPerMinute });
  let workers = 0;
  // Both workers read the post. The second one continues when the first one has sent it.
  const clock = openPublicationClock(platform.channel, "webhook", async () => {
    workers += 1;
    if (workers === 2) await expect.poll(platform.requests, { interval: 5 }).toBe(1);
    return platform;
  });
  platform.fail("timeout_published");
  const post = await clock.duePost();
  const [message] = await clock.awaitedMessages(post.organizationId);
  if (message === undefined) throw new Error("no message");
  await Promise.all([clock.handle(message.body), clock.handle(message.body)]);
  await clock.run(post.organizationId);
  expect(await clock.current(post)).toMatchObject({ status: "failed", failure: { code: "outcome_unknown" } });
  expect(platform.requests()).toBe(1);
});

it("posts whose reserved times passed while no worker ran are spread again, so that the platform sees no burst", async () => {
  const { platform, clock, brand, startMs, duePosts, publishedAfterMs } = await start();
  const posts = await duePosts(20);
  await clock.run(brand.organizationId, startMs);
  expect(platform.requests()).toBe(1);
  clock.pass(60 * secondMs);
  await clock.run(brand.organizationId);
  const times = (await publishedAfterMs(posts)).toSorted((one, other) => one - other);
  expect(times[1]).toBe(60 * secondMs);
  // A post may follow another one too early, but a third one may not.
  for (const [index, time] of times.entries())
    expect(time - (times[index - 2] ?? -spacingMs)).toBeGreaterThanOrEqual(spacingMs);
  expect(times.at(-1)).toBeLessThanOrEqual(60 * secondMs + 19 * spacingMs);
  expect(platform.requests()).toBe(20);
});

it("a post that is cancelled while it waits for its reserved time is not sent", async () => {
  const { platform, clock, brand, startMs, duePosts } = await start();
  const [, second] = await duePosts(2);
  if (second === undefined) throw new Error("no post");
  await clock.run(brand.organizationId, startMs);
  await clock.move(second, "cancel");
  await clock.run(brand.organizationId);
  expect(await clock.current(second)).toMatchObject({ status: "draft" });
  expect(await clock.current(second)).not.toHaveProperty("nextAttempt");
  expect(platform.requests()).toBe(1);
});
