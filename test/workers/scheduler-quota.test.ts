import { ulid } from "ulid";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { schedulingMessages } from "../../functions/domain/post.ts";
import { dayMs, isoTime, minuteMs } from "../../functions/domain/time.ts";
import { insertPost } from "../../functions/table/posts.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import type * as Relay from "../../functions/workers/relay.ts";
import type * as Sweep from "../../functions/workers/sweep.ts";
import { aBrand, aPost, aWebhook, newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { startScheduler, streamEventOf, type TestScheduler } from "../support/workers/schedules.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

let table: Table;
let queues: Queues;
let scheduler: TestScheduler;
let relay: typeof Relay.handler;
let sweep: typeof Sweep.handler;
let organizationId: string;

beforeAll(async () => {
  ({ table } = await ownTable());
  queues = await startQueues(["deliveries", "publications"]);
  scheduler = await startScheduler();
  stubWorkerEnvironment();
  vi.stubEnv("TABLE_NAME", table.name);
  ({ handler: relay } = await import("../../functions/workers/relay.ts"));
  ({ handler: sweep } = await import("../../functions/workers/sweep.ts"));
});
afterAll(async () => {
  await scheduler.stop();
  await queues.stop();
});

beforeEach(() => {
  organizationId = newId("org");
  scheduler.setRule(() => ({ kind: "none" }));
  scheduler.asked.length = 0;
});

const outbox = () => everyOutboxItem(table);
const scheduled = () => scheduler.pending().filter(({ message: { group } }) => group === organizationId);

/** Stores scheduled posts whose outbox items are of the given age. */
async function scheduledPosts(count: number, ageMs: number): Promise<void> {
  const brand = aBrand(organizationId);
  await storeBrand(table, brand);
  const aged = { ...table, newOutboxId: () => ulid(Date.now() - ageMs) };
  for (let made = 0; made < count; made += 1) {
    const post = aPost(organizationId, {
      brandId: brand.id,
      status: "scheduled",
      scheduledAt: isoTime(Date.now() + dayMs),
    });
    await insertPost(aged, post, schedulingMessages(post, newId, Date.now()));
  }
}

it("while Scheduler has no quota left, events are sent once, few calls are made, and the stream is not held up", async () => {
  await scheduledPosts(60, 10 * minuteMs);
  await insertWebhook(table, { ...aWebhook(organizationId), events: ["post.scheduled"], pace: "quick" });
  scheduler.setRule(({ action }) =>
    action === "CreateSchedule"
      ? { kind: "error", status: 402, code: "ServiceQuotaExceededException" }
      : { kind: "none" },
  );
  expect(await relay(streamEventOf(await outbox()))).toEqual({ batchItemFailures: [] });
  expect(scheduler.asked.length).toBeLessThanOrEqual(30);
  for (let count = 1; count <= 2; count += 1) {
    scheduler.asked.length = 0;
    await sweep();
    expect(scheduler.asked.length).toBeLessThanOrEqual(30);
  }
  const left = (await outbox()).flatMap(({ messages }) => messages.map(({ body }) => body.kind));
  expect(left).toEqual(Array.from({ length: 60 }, () => "post.publish"));
  const deliveries = await queues.receive("deliveries", 10_000);
  expect(deliveries.filter(({ group }) => group === organizationId)).toHaveLength(60);

  scheduler.setRule(() => ({ kind: "none" }));
  await sweep();
  expect(scheduled()).toHaveLength(60);
  expect(await outbox()).toEqual([]);
}, 60_000);

it("schedules are created ten at a time at most", async () => {
  await scheduledPosts(40, 0);
  let running = 0;
  let most = 0;
  scheduler.setRule(() => ({
    kind: "hook",
    async before() {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    after() {
      running -= 1;
    },
  }));
  await relay(streamEventOf(await outbox()));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(10);
});
