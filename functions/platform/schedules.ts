import { createHash } from "node:crypto";
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  ValidationException,
} from "@aws-sdk/client-scheduler";
import { deadLetterQueue, queueVariable } from "../contract/queues.ts";
import { inOrder } from "../domain/in-order.ts";
import { inParallel } from "../domain/in-parallel.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { awaitedAmong } from "../table/awaited.ts";
import type { Table } from "../table/store/table.ts";
import { environment } from "./environment.ts";
import { messageText, type SendFailure } from "./sender.ts";

/**
 * A schedule fires within the minute that begins at its time. So it is set more than a minute early: the worker puts the
 * message back with the remaining time as an SQS delay, which is exact to the second.
 */
const scheduleLeadMs = 90 * secondMs;

/** All tenants share Scheduler's request quotas, the smallest of which are 250 calls a second (AWS's quota page). */
const callsAtOnceMax = 10;

/** After so many rejections, Scheduler is down or its quota is used up, and further calls would only add load. */
const rejectionsMax = 20;

/** What a message is about can change again while its schedule is being created or deleted, but not for ever. */
const roundsMax = 5;

/** One-shot schedules: a schedule sends its message to the message's queue, and is then deleted by Scheduler. */
export interface Schedules {
  /**
   * Creates the schedules of messages that are due later, and deletes those of withdrawn ones. Afterwards a message has a
   * schedule if and only if it is awaited. The messages may come in any order, and several times. After each change of a
   * schedule the table is read, and the schedule is corrected. A later change of the table stores its own message, which
   * is settled after it. Never rejects. After 20 rejected calls it calls Scheduler no more.
   * @returns the messages for which this failed
   */
  settle(later: readonly OutgoingMessage[], withdrawn: readonly OutgoingMessage[]): Promise<SendFailure[]>;
}

export function openSchedules(table: Table, scheduler: SchedulerClient): Schedules {
  let rejections = 0;
  const call = async (work: () => Promise<unknown>) => {
    if (rejections >= rejectionsMax)
      throw new Error("Scheduler rejects calls: it was not called for this message");
    try {
      await work();
    } catch (error) {
      // An invalid message says nothing about the others.
      if (!(error instanceof ValidationException)) rejections += 1;
      throw error;
    }
  };
  return {
    async settle(later, withdrawn) {
      const errorOf = new Map<OutgoingMessage, unknown>();
      const each = async (
        messages: readonly OutgoingMessage[],
        change: (client: SchedulerClient, message: OutgoingMessage) => Promise<void>,
      ) => {
        await inParallel(messages, callsAtOnceMax, (message) =>
          call(() => change(scheduler, message)).catch((error: unknown) => void errorOf.set(message, error)),
        );
        return messages.filter((message) => !errorOf.has(message));
      };
      let unchecked = [...(await each(later, create)), ...withdrawn];
      try {
        for (let round = 0; unchecked.length > 0; round += 1) {
          if (round === roundsMax)
            throw new Error("what a message is about changed during each of five checks");
          const awaited = await awaitedAmong(table, unchecked);
          unchecked = await each(
            unchecked.filter((message) => !awaited.has(message)),
            remove,
          );
          // Maybe one of them became awaited again just before its schedule was deleted.
          unchecked = await each([...(await awaitedAmong(table, unchecked))], create);
        }
      } catch (error) {
        for (const message of unchecked) errorOf.set(message, error);
      }
      return [...errorOf].map(([message, error]) => ({ message, error }));
    },
  };
}

async function create(scheduler: SchedulerClient, message: OutgoingMessage): Promise<void> {
  const at = isoTime(message.notBeforeMs - scheduleLeadMs).slice(0, 19);
  try {
    await scheduler.send(
      new CreateScheduleCommand({
        Name: scheduleName(message),
        GroupName: environment("SCHEDULE_GROUP"),
        ScheduleExpression: `at(${at})`,
        ScheduleExpressionTimezone: "UTC",
        FlexibleTimeWindow: { Mode: "OFF" },
        ActionAfterCompletion: "DELETE",
        Target: {
          Arn: environment(queueVariable(message.queue, "ARN")),
          RoleArn: environment("SCHEDULER_ROLE_ARN"),
          Input: messageText(message),
          DeadLetterConfig: { Arn: environment(queueVariable(deadLetterQueue, "ARN")) },
        },
      }),
    );
  } catch (error) {
    // The name is derived from the message: an earlier try made the schedule.
    if (!(error instanceof ConflictException)) throw error;
  }
}

async function remove(scheduler: SchedulerClient, message: OutgoingMessage): Promise<void> {
  try {
    await scheduler.send(
      new DeleteScheduleCommand({ Name: scheduleName(message), GroupName: environment("SCHEDULE_GROUP") }),
    );
  } catch (error) {
    // It has fired, or never existed.
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/**
 * The name of a message's schedule, at most 64 characters. It depends on what the message asks for and nothing else: two
 * messages that ask for the same have one schedule, and a message for another time has another. So no schedule is ever
 * overwritten by an older message.
 */
function scheduleName({ body }: OutgoingMessage): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(inOrder(body)))
    .digest("hex");
  return `${body.kind}-${hash.slice(0, 32)}`;
}
