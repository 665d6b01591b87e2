import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { attemptMessage } from "../../functions/domain/delivery.ts";
import { inOrder } from "../../functions/domain/in-order.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { type Post, schedulingMessages } from "../../functions/domain/post.ts";
import { dayMs, isoTime, minuteMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { restartSchedules } from "../../functions/pipeline/ticks.ts";
import { replayDeadLetter } from "../../functions/table/dead-letter-replays.ts";
import { readDeadLetter } from "../../functions/table/dead-letters.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { pipelinesOfBrand, readPipeline } from "../../functions/table/pipelines.ts";
import { insertPost, readPost } from "../../functions/table/posts.ts";
import { commit } from "../../functions/table/store/commit.ts";
import type { OutboxItem } from "../../functions/table/store/outbox.ts";
import type { Table } from "../../functions/table/store/table.ts";
import type * as Admin from "../../functions/workers/admin.ts";
import type * as Relay from "../../functions/workers/relay.ts";
import { textAt } from "../../lib/emulator/json.ts";
import { aDeadLetteredDelivery } from "../support/delivery/deliveries.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem } from "../support/table/table.ts";
import { callHandler } from "../support/workers/call-handler.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { startScheduler, streamEventOf, type TestScheduler } from "../support/workers/schedules.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

let table: Table;
let queues: Queues;
let scheduler: TestScheduler;
let relay: typeof Relay.handler;
let owner: { organizationId: string; key: string };

beforeAll(async () => {
  ({ table } = await ownTable());
  queues = await startQueues([
    "events",
    "runs",
    "publications",
    "digests",
    "deliveries",
    "slow-deliveries",
    "cleanups",
  ]);
  scheduler = await startScheduler();
  stubWorkerEnvironment();
  vi.stubEnv("TABLE_NAME", table.name);
  ({ handler: relay } = await import("../../functions/workers/relay.ts"));
});
afterAll(async () => {
  await scheduler.stop();
  await queues.stop();
});

/** Each test has an organization of its own, and begins without schedules that wait. */
beforeEach(async () => {
  const { handler } = await import("../../functions/workers/admin.ts");
  const created = await handler({ action: "create-org", name: "Acme" });
  const { organizationId, keys } =
    trusted<Extract<Awaited<ReturnType<typeof Admin.handler>>, { keys: object }>>(created);
  owner = { organizationId, key: keys.write };
  scheduler.setRule(() => ({ kind: "none" }));
});

const pending = (kind: OutgoingMessage["body"]["kind"]) =>
  scheduler
    .pending()
    .filter(({ message: { body } }) => body.kind === kind && body.organizationId === owner.organizationId);

const relayItems = (items: readonly OutboxItem[]) => relay(streamEventOf(items));

/** Dispatches everything that is in the outbox. */
async function dispatchAll(): Promise<void> {
  expect(await relayItems(await everyOutboxItem(table))).toEqual({ batchItemFailures: [] });
}

/** Creates a brand with active pipelines that run on 29 February, and returns its id. */
async function aBrandWithPipelines(count: number): Promise<string> {
  const brand = await callHandler("create-brand", owner.key, { body: { name: "Acme", timezone: "UTC" } });
  const id = textAt(brand, "id") ?? "";
  const body = {
    name: "News",
    status: "active",
    schedule: "0 9 29 2 *",
    sources: [{ type: "feed", url: "https://example.com/feed.xml" }],
    channels: ["feed"],
  };
  for (let made = 0; made < count; made += 1) await callHandler("create-pipeline", owner.key, { id, body });
  await dispatchAll();
  return id;
}

async function moveTo(timezone: string, brandId: string): Promise<void> {
  await callHandler("update-brand", owner.key, { id: brandId, body: { timezone } });
  await dispatchAll();
  await restartSchedulesOf(brandId);
}

async function restartSchedulesOf(brandId: string): Promise<void> {
  const message = { kind: "schedules.restart", organizationId: owner.organizationId, brandId } as const;
  await restartSchedules(message, { table, nowMs: () => Date.now(), newId });
  await dispatchAll();
}

const textsOf = (ticks: readonly unknown[]) =>
  ticks.map((tick) => JSON.stringify(inOrder(Object(tick)))).toSorted();

it("ten changes of a brand's time zone leave one schedule for each of its 100 pipelines and at most one for its digest, each for the last time", async () => {
  const brandId = await aBrandWithPipelines(100);
  for (let hours = 1; hours <= 10; hours += 1) await moveTo(`Etc/GMT-${hours}`, brandId);
  const pipelines = await pipelinesOfBrand(table, owner.organizationId, brandId);
  const awaited = await Promise.all(
    pipelines.map(async ({ id }) => (await readPipeline(table, owner.organizationId, id))?.nextTick),
  );
  const ticks = pending("schedule.tick").map(({ message: { body } }) => "tick" in body && body.tick);
  expect(ticks).toHaveLength(100);
  expect(textsOf(ticks)).toEqual(textsOf(awaited));
  // None if the week ends within fifteen minutes.
  const digests = pending("digest.compute").map(
    ({ message: { body } }) => "timezone" in body && body.timezone,
  );
  expect(["Etc/GMT-10", undefined]).toContain(digests[0]);
  expect(digests.length).toBeLessThanOrEqual(1);
}, 240_000);

it("changes of a brand's time zone just after a restart of its schedules share one restart, a minute after the first", async () => {
  const brandId = await aBrandWithPipelines(1);
  const restarts: number[] = [];
  for (const timezone of ["Asia/Tokyo", "Asia/Dubai", "Asia/Seoul"]) {
    await callHandler("update-brand", owner.key, { id: brandId, body: { timezone } });
    const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
    restarts.push(
      ...messages.flatMap(({ body, notBeforeMs }) =>
        body.kind === "schedules.restart" ? [notBeforeMs] : [],
      ),
    );
    await dispatchAll();
    if (restarts.length === 1) await restartSchedulesOf(brandId);
  }
  const [first = 0] = restarts;
  expect(restarts).toEqual([first, first + minuteMs]);
});

it("a pipeline that is paused or deleted has no schedule, and neither has a deleted brand", async () => {
  const brandId = await aBrandWithPipelines(2);
  const [first, second] = await pipelinesOfBrand(table, owner.organizationId, brandId);
  expect(pending("schedule.tick")).toHaveLength(2);
  await callHandler("update-pipeline", owner.key, { id: first?.id ?? "", body: { status: "paused" } });
  await callHandler("delete-pipeline", owner.key, { id: second?.id ?? "" });
  await dispatchAll();
  expect(pending("schedule.tick")).toEqual([]);
  await callHandler("delete-pipeline", owner.key, { id: first?.id ?? "" });
  await callHandler("delete-brand", owner.key, { id: brandId });
  await dispatchAll();
  expect(scheduler.pending().filter(({ message }) => message.group === owner.organizationId)).toEqual([]);
});

const inDays = (days: number) => isoTime(Date.now() + days * dayMs);

async function aScheduledPost(): Promise<Post> {
  const brand = aBrand(owner.organizationId);
  await storeBrand(table, brand);
  const post = aPost(brand.organizationId, {
    brandId: brand.id,
    status: "scheduled",
    scheduledAt: inDays(1),
  });
  await insertPost(table, post, schedulingMessages(post, newId, Date.now()));
  return post;
}

/** Expects one schedule for a post, early enough for a queue's delay to the post's time. */
async function expectPublicationScheduled({ organizationId, id }: Post): Promise<void> {
  const { scheduledAt = null } = (await readPost(table, organizationId, id)) ?? {};
  const schedules = pending("post.publish");
  expect(schedules).toMatchObject([
    { message: { queue: "publications", body: { postId: id, scheduledAt } } },
  ]);
  const leadMs = Date.parse(scheduledAt ?? "") - (schedules[0]?.atMs ?? 0);
  expect(leadMs).toBeGreaterThan(minuteMs);
  expect(leadMs).toBeLessThan(15 * minuteMs);
}

it("a hundred changes of a post's time leave one schedule, of its last time, and its cancellation leaves none", async () => {
  const post = await aScheduledPost();
  await dispatchAll();
  for (let change = 1; change <= 100; change += 1) {
    await callHandler("update-post", owner.key, { id: post.id, body: { scheduledAt: inDays(1 + change) } });
    if (change % 5 === 0) await dispatchAll();
  }
  await expectPublicationScheduled(post);
  await callHandler("cancel-post", owner.key, { id: post.id });
  await dispatchAll();
  expect(pending("post.publish")).toEqual([]);
}, 60_000);

it("a post that is moved to a time within fifteen minutes is published from the queue, and leaves no schedule", async () => {
  const post = await aScheduledPost();
  await dispatchAll();
  await callHandler("update-post", owner.key, {
    id: post.id,
    body: { scheduledAt: isoTime(Date.now() + 10 * minuteMs) },
  });
  await dispatchAll();
  expect(pending("post.publish")).toEqual([]);
  expect(await queues.delayedCount("publications")).toBe(1);
});

it("one schedule of the last time remains when the messages of many changes come in any order, twice and at once", async () => {
  // Times recur, so that a withdrawn message becomes awaited again.
  const times = [2, 3, 2, 4, 3].map(inDays);
  const property = fc.asyncProperty(
    fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5], { minLength: 12 }),
    fc.integer({ min: 1, max: 4 }),
    async (order, atOnce) => {
      const post = await aScheduledPost();
      for (const scheduledAt of times)
        await callHandler("update-post", owner.key, { id: post.id, body: { scheduledAt } });
      const items = (await everyOutboxItem(table)).toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
      for (let start = 0; start < order.length; start += atOnce)
        await Promise.all(
          order
            .slice(start, start + atOnce)
            .map((index) => relayItems(items.filter((_, at) => at === index))),
        );
      expect(items).toHaveLength(6);
      await expectPublicationScheduled(post);
      await callHandler("cancel-post", owner.key, { id: post.id });
      await dispatchAll();
      expect(pending("post.publish")).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 12 });
}, 60_000);

it("a schedule that is created while its post is being moved on is deleted again, and the new one stays", async () => {
  const post = await aScheduledPost();
  let isMoved = false;
  scheduler.setRule(({ action }) =>
    action !== "CreateSchedule" || isMoved
      ? { kind: "none" }
      : {
          kind: "hook",
          async before() {
            isMoved = true;
            await callHandler("update-post", owner.key, { id: post.id, body: { scheduledAt: inDays(9) } });
            // The later change is dispatched first, and its withdrawal finds nothing to delete yet.
            const items = await everyOutboxItem(table);
            await relayItems(items.toSorted((one, other) => (one.sk < other.sk ? 1 : -1)).slice(0, 1));
          },
        },
  );
  await dispatchAll();
  await expectPublicationScheduled(post);
});

it("the replay of a dead letter whose final attempt waits leaves no schedule of that attempt", async () => {
  const delivery = await aDeadLetteredDelivery(table);
  const { organizationId, id } = delivery;
  owner.organizationId = organizationId;
  const final = { cycle: 1, attempt: 6, notBeforeMs: Date.now() + 30 * minuteMs };
  // The endpoint may become quick or slow until the replay.
  await commit(table, [], { messages: [attemptMessage(delivery, final, { pace: "slow" })] });
  await dispatchAll();
  expect(pending("delivery.attempt")).toHaveLength(1);
  const letter = await readDeadLetter(table, organizationId, deadLetterIdOf(id), Date.now());
  if (letter === null) throw new Error("the dead letter is not stored");
  await replayDeadLetter(table, letter, Date.now());
  await dispatchAll();
  expect(pending("delivery.attempt")).toEqual([]);
});
