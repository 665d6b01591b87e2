import { ConflictException, CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { deadLetterQueue, queueVariable } from "../contract/queues.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import type { OutboxItem } from "../table/store/outbox.ts";
import { environment } from "./environment.ts";
import { delaySecondsMax, delaySecondsUntil, messageText, openSender, type Sender } from "./sender.ts";

/**
 * A schedule fires within the minute that begins at its time. It is set early by more than that: the worker puts
 * the message back with the rest as an SQS delay, which is exact to the second.
 */
const scheduleLeadMs = 90 * secondMs;

interface DispatchEntry {
  intent: OutboxItem;
  name: string;
  message: OutgoingMessage;
}

export interface Relay {
  /** Hands the messages of intents on; answers with the intents of which a message could not be. */
  dispatch(
    intents: readonly OutboxItem[],
    nowMs: number,
  ): Promise<{ failed: Set<OutboxItem>; errors: unknown[] }>;
}

export function openRelay(sender: Sender = openSender(), scheduler = new SchedulerClient({})): Relay {
  return {
    async dispatch(intents, nowMs) {
      const entries = intents.flatMap((intent) =>
        intent.messages.map((message, index) => ({ intent, name: `${intent.sk}-${index}`, message })),
      );
      const isSoon = ({ message }: DispatchEntry) =>
        delaySecondsUntil(message.notBeforeMs, nowMs) <= delaySecondsMax;
      const soon = new Map(entries.filter(isSoon).map(({ message, intent }) => [message, intent]));
      const failed = new Set<OutboxItem>();
      const errors: unknown[] = [];
      const note = (intent: OutboxItem | undefined, error: unknown) => {
        errors.push(error);
        if (intent !== undefined) failed.add(intent);
      };
      await Promise.all([
        sender.trySend([...soon.keys()], nowMs).then((failures) => {
          for (const { message, error } of failures) note(soon.get(message), error);
        }),
        ...entries
          .filter((one) => !isSoon(one))
          .map((one) => schedule(scheduler, one).catch((error: unknown) => note(one.intent, error))),
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
    // The name is derived from the intent: an earlier try made it.
    if (!(error instanceof ConflictException)) throw error;
  }
}
