import { ConflictException, CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { SendMessageBatchCommand, SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import { deadLetterQueue, queueVariable } from "../contract/queues.ts";
import type { OutgoingMessage, QueueName } from "../domain/message.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import type { Intent } from "../table/intents.ts";
import { environment } from "./environment.ts";
import { delaySecondsMax, delaySecondsUntil } from "./worker.ts";

/**
 * A schedule fires within the minute that begins at its time. It is set early by more than that: the worker puts
 * the message back with the rest as an SQS delay, which is exact to the second.
 */
const scheduleLeadMs = 90 * secondMs;

/** A message that its queue or the scheduler did not take. */
interface Refusal {
  parcel: Parcel;
  error: unknown;
}

interface Parcel {
  intent: Intent;
  name: string;
  message: OutgoingMessage;
}

export interface Relay {
  /** Hands the messages of intents on; answers with the intents of which a message could not be. */
  handOn(intents: readonly Intent[], nowMs: number): Promise<{ failed: Set<Intent>; errors: unknown[] }>;
}

export function openRelay(sqs = new SQSClient({}), scheduler = new SchedulerClient({})): Relay {
  return {
    async handOn(intents, nowMs) {
      const parcels = intents.flatMap((intent) =>
        intent.messages.map((message, index) => ({ intent, name: `${intent.sk}-${index}`, message })),
      );
      const isSoon = ({ message }: Parcel) =>
        delaySecondsUntil(message.notBeforeMs, nowMs) <= delaySecondsMax;
      const failed = new Set<Intent>();
      const errors: unknown[] = [];
      const attempt = async (sent: readonly Parcel[], send: () => Promise<Refusal[]>) => {
        const refusals = await send().catch((error: unknown) => refusalsOf(sent, error));
        for (const { parcel, error } of refusals) {
          errors.push(error);
          failed.add(parcel.intent);
        }
      };
      await Promise.all([
        ...batches(parcels.filter(isSoon)).map((batch) => attempt(batch, () => sendAll(sqs, batch, nowMs))),
        ...parcels.filter((one) => !isSoon(one)).map((one) => attempt([one], () => schedule(scheduler, one))),
      ]);
      return { failed, errors };
    },
  };
}

const batchEntriesMax = 10;

/** At most ten messages for one queue each. */
function batches(parcels: readonly Parcel[]): Parcel[][] {
  const byQueue = Map.groupBy(parcels, ({ message }) => message.queue);
  return [...byQueue.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / batchEntriesMax) }, (_, index) =>
      all.slice(index * batchEntriesMax, (index + 1) * batchEntriesMax),
    ),
  );
}

function refusalsOf(parcels: readonly Parcel[], error: unknown): Refusal[] {
  return parcels.map((parcel) => ({ parcel, error }));
}

/** Sends a batch; where the queue refuses it whole, its messages one by one, so that what is wrong with one shows. */
async function sendAll(sqs: SQSClient, batch: readonly Parcel[], nowMs: number): Promise<Refusal[]> {
  try {
    return await sendBatch(sqs, batch, nowMs);
  } catch (error) {
    if (batch.length === 1 || !(error instanceof SQSServiceException) || error.$fault !== "client")
      throw error;
    const outcomes = batch.map((parcel) =>
      sendBatch(sqs, [parcel], nowMs).catch((cause: unknown) => refusalsOf([parcel], cause)),
    );
    return (await Promise.all(outcomes)).flat();
  }
}

/** Sends a batch. One message that the queue does not take holds up no other one. */
async function sendBatch(sqs: SQSClient, batch: readonly Parcel[], nowMs: number): Promise<Refusal[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl(first.message.queue),
      Entries: batch.map(({ message }, index) => ({
        Id: String(index),
        MessageBody: messageText(message),
        MessageGroupId: message.group,
        DelaySeconds: delaySecondsUntil(message.notBeforeMs, nowMs),
      })),
    }),
  );
  return Failed.flatMap(({ Id, Code, Message }) => {
    const parcel = batch[Number(Id)];
    const error = new Error(`${first.message.queue} did not take a message: ${Code} ${Message}`);
    return parcel === undefined ? [] : [{ parcel, error }];
  });
}

async function schedule(scheduler: SchedulerClient, { name, message }: Parcel): Promise<Refusal[]> {
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
  return [];
}

/** In ASCII: SQS takes no U+FFFE and U+FFFF, and feeds bring whatever they like. */
function messageText(message: OutgoingMessage): string {
  return JSON.stringify(message).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function queueUrl(queue: QueueName): string {
  return environment(queueVariable(queue, "URL"));
}
