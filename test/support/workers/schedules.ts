import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { vi } from "vitest";
import { queueNames, queueVariable } from "../../../functions/contract/queues.ts";
import type { OutgoingMessage } from "../../../functions/domain/message.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { OutboxItem } from "../../../functions/table/store/outbox.ts";
import { serveAws } from "../../../lib/emulator/aws-endpoint.ts";
import { startClock } from "../../../lib/emulator/clock.ts";
import { parseJsonObject, textAt } from "../../../lib/emulator/json.ts";
import { openScheduler } from "../../../lib/emulator/scheduler.ts";
import { openState } from "../../../lib/emulator/state.ts";
import type { AwsCall } from "../faults/aws-call.ts";
import { type FaultRule, startFaultProxy } from "../faults/fault-proxy.ts";
import { workerAccessKey } from "./queues.ts";

/** A schedule that waits: the message that it sends, and when. */
interface PendingSchedule {
  message: OutgoingMessage;
  atMs: number;
}

/** A real scheduler that never fires, which the environment of this process names. */
export interface TestScheduler {
  client: SchedulerClient;
  /** Applies to the calls from now on. */
  setRule: (rule: FaultRule) => void;
  /** All calls, also those that the rule rejects. */
  asked: AwsCall[];
  /** The calls that succeeded. */
  calls: AwsCall[];
  /** Returns all schedules that wait. */
  pending: () => PendingSchedule[];
  stop: () => Promise<void>;
}

export const arnOfQueue = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`;
export const schedulerRole = "arn:aws:iam::000000000000:role/scheduler";

const noFault: FaultRule = () => ({ kind: "none" });

export async function startScheduler(): Promise<TestScheduler> {
  let rule = noFault;
  const asked: AwsCall[] = [];
  const calls: AwsCall[] = [];
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-scheduler-"));
  const state = openState(folder);
  const clock = startClock(state.database, 1);
  const scheduler = openScheduler({
    database: state.database,
    clock,
    groups: ["outbox"],
    templates: [],
    knowsTarget: (arn) => queueNames.some((name) => arn === arnOfQueue(name)),
    fire: () => Promise.reject(new Error("nothing is due")),
    log: () => undefined,
  });
  const every = state.database.prepare("SELECT request, dueMs FROM schedules");
  const credentials = workerAccessKey;
  const aws = await serveAws({ scheduler, kms: () => ({}), lambda: () => undefined }, credentials);
  const proxy = await startFaultProxy(
    { scheduler: aws.endpoint },
    () => (call) => {
      asked.push(call);
      return rule(call);
    },
    (call) => calls.push(call),
  );
  vi.stubEnv("AWS_ENDPOINT_URL_SCHEDULER", proxy.scheduler);
  vi.stubEnv("SCHEDULE_GROUP", "outbox");
  vi.stubEnv("SCHEDULER_ROLE_ARN", schedulerRole);
  for (const name of queueNames) vi.stubEnv(queueVariable(name, "ARN"), arnOfQueue(name));
  const client = new SchedulerClient({ endpoint: proxy.scheduler, region: "eu-central-1", credentials });
  return {
    client,
    setRule(next) {
      rule = next;
    },
    asked,
    calls,
    pending: () =>
      every.all().map(({ request, dueMs }) => ({
        message: JSON.parse(
          textAt(parseJsonObject(String(request), "the schedule"), "Target", "Input") ?? "",
        ),
        atMs: Number(dueMs),
      })),
    async stop() {
      client.destroy();
      await scheduler.stop();
      await aws.stop();
      clock.stop();
      state.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The event by which the table's stream calls the relay for outbox items. */
export function streamEventOf(items: readonly OutboxItem[]): DynamoDBStreamEvent {
  const Records = items.map(({ pk, sk, messages, withdrawn, isDirect }) => ({
    dynamodb: {
      NewImage: marshall({
        pk,
        sk,
        messages: JSON.stringify(messages),
        withdrawn: JSON.stringify(withdrawn),
        ...(isDirect && { direct: true }),
      }),
      SequenceNumber: sk,
    },
  }));
  return trusted<DynamoDBStreamEvent>({ Records });
}
