import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs, secondMs } from "../../functions/domain/time.ts";
import { openRelay, type Relay } from "../../functions/platform/relay.ts";
import { openSender } from "../../functions/platform/sender.ts";
import { textAt } from "../../lib/emulator/json.ts";
import { newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import {
  arnOfQueue,
  schedulerRole,
  startScheduler,
  type TestScheduler,
} from "../support/workers/schedules.ts";

let queues: Queues;
let scheduler: TestScheduler;
let relay: Relay;

beforeAll(async () => {
  queues = await startQueues(["events"]);
  scheduler = await startScheduler();
});
afterAll(async () => {
  await scheduler.stop();
  await queues.stop();
});

beforeEach(() => {
  scheduler.setRule(() => ({ kind: "none" }));
  scheduler.calls.length = 0;
  // Nothing replaces these messages, so that the relay does not read the table.
  const noTable = tableAt({ endpoint: "http://127.0.0.1:1", tableName: "none" });
  relay = openRelay(noTable, openSender(queues.sqs), scheduler.client);
});

const aMessage = (notBeforeMs: number): OutgoingMessage => ({
  ...testEventMessage(newId("evt"), newId("org"), newId("whk"), 0),
  notBeforeMs,
});
const outboxItemOf = (...messages: OutgoingMessage[]) => ({
  pk: "OUTBOX#0",
  sk: newId("evt"),
  messages,
  withdrawn: [],
  isDirect: false,
});

it("a message due later than the longest queue delay is scheduled once, early enough for a queue delay to the exact due time", async () => {
  const now = Date.now();
  const dueMs = Math.ceil(now / secondMs) * secondMs + 30 * minuteMs;
  const message = aMessage(dueMs);
  const item = outboxItemOf(message);
  // The second dispatch is like one after a crash: the schedule already exists.
  for (let time = 0; time < 2; time += 1)
    expect(await relay.dispatch([item], now)).toEqual({ failed: new Map(), errors: [] });
  expect(scheduler.calls).toHaveLength(1);
  const [{ body } = { body: {} }] = scheduler.calls;
  expect(body).toMatchObject({
    GroupName: "outbox",
    ScheduleExpressionTimezone: "UTC",
    FlexibleTimeWindow: { Mode: "OFF" },
    // Otherwise finished schedules would use up the quota of the account.
    ActionAfterCompletion: "DELETE",
    Target: {
      Arn: arnOfQueue("events"),
      RoleArn: schedulerRole,
      DeadLetterConfig: { Arn: arnOfQueue("dead-letters") },
    },
  });
  expect(JSON.parse(textAt(body, "Target", "Input") ?? "")).toEqual(message);
  const [, at = ""] = /^at\((.*)\)$/.exec(textAt(body, "ScheduleExpression") ?? "") ?? [];
  const leadMs = dueMs - Date.parse(`${at}Z`);
  // The scheduler fires within one minute after the time. The queue delay covers the rest.
  expect(leadMs).toBeGreaterThan(minuteMs);
  expect(leadMs).toBeLessThanOrEqual(15 * minuteMs);
});

it("a message due within fifteen minutes is sent to its queue and not scheduled", async () => {
  const now = Date.now();
  const before = await queues.delayedCount("events");
  const { failed } = await relay.dispatch([outboxItemOf(aMessage(now + 15 * minuteMs))], now);
  expect(failed.size).toBe(0);
  expect(scheduler.calls).toEqual([]);
  expect(await queues.delayedCount("events")).toBe(before + 1);
});

it("an outbox item with a message that cannot be scheduled is not dispatched, and the other items are", async () => {
  const now = Date.now();
  const later = () => aMessage(now + 30 * minuteMs);
  const unschedulable = later();
  scheduler.setRule(({ body }) =>
    JSON.stringify(body).includes(unschedulable.group)
      ? { kind: "error", status: 400, code: "ValidationException" }
      : { kind: "none" },
  );
  const [failing, fine] = [outboxItemOf(later(), unschedulable), outboxItemOf(later())];
  const { failed, errors } = await relay.dispatch([failing, fine], now);
  expect([...failed]).toEqual([[failing, { ...failing, messages: [unschedulable] }]]);
  expect(errors).toHaveLength(1);
  expect(scheduler.calls).toHaveLength(2);
});
