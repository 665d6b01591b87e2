import { ConflictException, CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { deadLetterQueue, queueVariable } from "../contract/queues.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import type { OutboxItem } from "../table/store/outbox.ts";
import { environment } from "./environment.ts";
import { delaySecondsMax, delaySecondsUntil, messageText, openSender, type Sender } from "./sender.ts";

/**
 * A schedule fires within the minute that begins at its time. So it is set more than a minute early: the worker puts the
 * message back with the remaining time as an SQS delay, which is exact to the second.
 */
const scheduleLeadMs = 90 * secondMs;

interface DispatchEntry {
  item: OutboxItem;
  name: string;
  message: OutgoingMessage;
}

export interface Relay {
  /** Dispatches the messages of outbox items. Returns the items with at least one message that could not be dispatched. */
  dispatch(
    items: readonly OutboxItem[],
    nowMs: number,
  ): Promise<{ failed: Set<OutboxItem>; errors: unknown[] }>;
}

export function openRelay(sender: Sender = openSender(), scheduler = new SchedulerClient({})): Relay {
  return {
    async dispatch(items, nowMs) {
      const entries = items.flatMap((item) =>
        item.messages.map((message, index) => ({ item, name: `${item.sk}-${index}`, message })),
      );
      const isDueSoon = ({ message }: DispatchEntry) =>
        delaySecondsUntil(message.notBeforeMs, nowMs) <= delaySecondsMax;
      const soon = new Map(entries.filter(isDueSoon).map(({ message, item }) => [message, item]));
      const failed = new Set<OutboxItem>();
      const errors: unknown[] = [];
      const fail = (item: OutboxItem | undefined, error: unknown) => {
        errors.push(error);
        if (item !== undefined) failed.add(item);
      };
      await Promise.all([
        sender.trySend([...soon.keys()], nowMs).then((failures) => {
          for (const { message, error } of failures) fail(soon.get(message), error);
        }),
        ...entries
          .filter((one) => !isDueSoon(one))
          .map((one) => schedule(scheduler, one).catch((error: unknown) => fail(one.item, error))),
      ]);
      return { failed, errors };
    },
  };
}

async function schedule(scheduler: SchedulerClient, { name, message }: DispatchEntry): Promise<void> {
  const at = isoTime(message.notBeforeMs - scheduleLeadMs).slice(0, 19);
  try {
    await scheduler.send(
      new CreateScheduleCommand({
        Name: name,
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
    // The name is derived from the outbox item: an earlier try made the schedule.
    if (!(error instanceof ConflictException)) throw error;
  }
}
