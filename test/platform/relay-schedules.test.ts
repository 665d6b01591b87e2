import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs, secondMs } from "../../functions/domain/time.ts";
import { openRelay, type Relay } from "../../functions/platform/relay.ts";
import { openSender } from "../../functions/platform/sender.ts";
import { serveAws } from "../../lib/emulator/aws-endpoint.ts";
import { startClock } from "../../lib/emulator/clock.ts";
import { textAt } from "../../lib/emulator/json.ts";
import { openScheduler } from "../../lib/emulator/scheduler.ts";
import { openState } from "../../lib/emulator/state.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import type { AwsCall } from "../support/faults/aws-call.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { newId } from "../support/table/entities.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";

const events = "arn:aws:sqs:eu-central-1:000000000000:events";
const deadLetters = "arn:aws:sqs:eu-central-1:000000000000:dead-letters";
const role = "arn:aws:iam::000000000000:role/scheduler";

let queues: Queues;
let rule: FaultRule;
let calls: AwsCall[];
let relay: Relay;

beforeAll(async () => {
  queues = await startQueues(["events"]);
  vi.stubEnv("QUEUE_ARN_EVENTS", events);
  vi.stubEnv("QUEUE_ARN_DEAD_LETTERS", deadLetters);
  vi.stubEnv("SCHEDULE_GROUP", "outbox");
  vi.stubEnv("SCHEDULER_ROLE_ARN", role);
});
afterAll(() => queues.stop());

/** Starts a scheduler that never fires, behind a proxy that applies the rule and records the successful calls. */
beforeEach(async () => {
  rule = () => ({ kind: "none" });
  calls = [];
  const state = openState(temporaryFolder());
  const clock = startClock(state.database, 1);
  const scheduler = openScheduler({
    database: state.database,
    clock,
    groups: ["outbox"],
    templates: [],
    knowsTarget: (arn) => arn === events,
    fire: () => Promise.reject(new Error("nothing is due")),
    log: () => undefined,
  });
  const aws = await serveAws({ scheduler, kms: () => ({}), lambda: () => undefined });
  const engines = { dynamodb: "", sqs: "", scheduler: aws.endpoint, kms: "", lambda: "" };
  const proxy = await startFaultProxy(
    engines,
    () => (call) => rule(call),
    (call) => calls.push(call),
  );
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const client = new SchedulerClient({ endpoint: proxy.scheduler, region: "eu-central-1", credentials });
  relay = openRelay(openSender(queues.client), client);
  onTestFinished(async () => {
    client.destroy();
    await scheduler.stop();
    await aws.stop();
    clock.stop();
    state.close();
  });
});

const aMessage = (notBeforeMs: number): OutgoingMessage => ({
  ...testEventMessage(newId("evt"), newId("org"), newId("whk"), 0),
  notBeforeMs,
});
const outboxItemOf = (...messages: OutgoingMessage[]) => ({ pk: "OUTBOX#0", sk: newId("evt"), messages });

it("a message due later than the longest queue delay is scheduled once, early enough for a queue delay to the exact due time", async () => {
  const now = Date.now();
  const dueMs = Math.ceil(now / secondMs) * secondMs + 30 * minuteMs;
  const message = aMessage(dueMs);
  const item = outboxItemOf(message);
  // The second dispatch is like one after a crash: the schedule already exists.
  for (let time = 0; time < 2; time += 1)
    expect(await relay.dispatch([item], now)).toEqual({ failed: new Set(), errors: [] });
  expect(calls).toHaveLength(1);
  const [{ body } = { body: {} }] = calls;
  expect(body).toMatchObject({
    GroupName: "outbox",
    ScheduleExpressionTimezone: "UTC",
    FlexibleTimeWindow: { Mode: "OFF" },
    // Otherwise finished schedules would use up the quota of the account.
    ActionAfterCompletion: "DELETE",
    Target: { Arn: events, RoleArn: role, DeadLetterConfig: { Arn: deadLetters } },
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
  expect(calls).toEqual([]);
  expect(await queues.delayedCount("events")).toBe(before + 1);
});

it("an outbox item with a message that cannot be scheduled is not dispatched, and the other items are", async () => {
  const now = Date.now();
  const later = () => aMessage(now + 30 * minuteMs);
  const unschedulable = later();
  rule = ({ body }) =>
    JSON.stringify(body).includes(unschedulable.group)
      ? { kind: "error", status: 400, code: "ValidationException" }
      : { kind: "none" };
  const [failing, fine] = [outboxItemOf(later(), unschedulable), outboxItemOf(later())];
  const { failed, errors } = await relay.dispatch([failing, fine], now);
  expect([...failed]).toEqual([failing]);
  expect(errors).toHaveLength(1);
  expect(calls).toHaveLength(2);
});
