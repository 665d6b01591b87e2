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
  vi.stubEnv("SCHEDULE_GROUP", "intents");
  vi.stubEnv("SCHEDULER_ROLE_ARN", role);
});
afterAll(() => queues.stop());

/** A scheduler that never fires, behind what does as the rule says and notes what the scheduler took. */
beforeEach(async () => {
  rule = () => ({ kind: "none" });
  calls = [];
  const state = openState(temporaryFolder());
  const clock = startClock(state.database, 1);
  const scheduler = openScheduler({
    database: state.database,
    clock,
    groups: ["intents"],
    templates: [],
    knowsTarget: (arn) => arn === events,
    fire: () => Promise.reject(new Error("nothing is due")),
    log: () => undefined,
  });
  const aws = await serveAws({ scheduler, kms: () => ({}), lambda: () => undefined });
  const engines = { dynamodb: "", sqs: "", scheduler: aws.endpoint, kms: "", lambda: "" };
  const between = await startFaultProxy(
    engines,
    () => (call) => rule(call),
    (call) => calls.push(call),
  );
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const client = new SchedulerClient({ endpoint: between.scheduler, region: "eu-central-1", credentials });
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
const intentOf = (...messages: OutgoingMessage[]) => ({ pk: "OUTBOX#0", sk: newId("evt"), messages });

it("what is due later than a queue can hold it back is scheduled early enough to be there, once, and to be put back exactly", async () => {
  const now = Date.now();
  const dueMs = Math.ceil(now / secondMs) * secondMs + 30 * minuteMs;
  const message = aMessage(dueMs);
  const intent = intentOf(message);
  // The second time as after a crash: it stands already.
  for (let time = 0; time < 2; time += 1)
    expect(await relay.dispatch([intent], now)).toEqual({ failed: new Set(), errors: [] });
  expect(calls).toHaveLength(1);
  const [{ body } = { body: {} }] = calls;
  expect(body).toMatchObject({
    GroupName: "intents",
    ScheduleExpressionTimezone: "UTC",
    FlexibleTimeWindow: { Mode: "OFF" },
    // Or some hundred thousand would use up what an account may have.
    ActionAfterCompletion: "DELETE",
    Target: { Arn: events, RoleArn: role, DeadLetterConfig: { Arn: deadLetters } },
  });
  expect(JSON.parse(textAt(body, "Target", "Input") ?? "")).toEqual(message);
  const [, at = ""] = /^at\((.*)\)$/.exec(textAt(body, "ScheduleExpression") ?? "") ?? [];
  const leadMs = dueMs - Date.parse(`${at}Z`);
  // It fires within the minute after its time; what is left is for a queue's delay.
  expect(leadMs).toBeGreaterThan(minuteMs);
  expect(leadMs).toBeLessThanOrEqual(15 * minuteMs);
});

it("what is due within fifteen minutes goes to its queue, and nothing is scheduled for it", async () => {
  const now = Date.now();
  const before = await queues.delayedCount("events");
  const { failed } = await relay.dispatch([intentOf(aMessage(now + 15 * minuteMs))], now);
  expect(failed.size).toBe(0);
  expect(calls).toEqual([]);
  expect(await queues.delayedCount("events")).toBe(before + 1);
});

it("an intent of which one message cannot be scheduled is not handed on, and no other one is held up", async () => {
  const now = Date.now();
  const later = () => aMessage(now + 30 * minuteMs);
  const bad = later();
  rule = ({ body }) =>
    JSON.stringify(body).includes(bad.group)
      ? { kind: "error", status: 400, code: "ValidationException" }
      : { kind: "none" };
  const [half, fine] = [intentOf(later(), bad), intentOf(later())];
  const { failed, errors } = await relay.dispatch([half, fine], now);
  expect([...failed]).toEqual([half]);
  expect(errors).toHaveLength(1);
  expect(calls).toHaveLength(2);
});
