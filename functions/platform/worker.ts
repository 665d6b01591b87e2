import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { QueueMessages, QueueName } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { type Effects, openEffects } from "./effects.ts";
import { environment } from "./environment.ts";
import { logger } from "./logger.ts";

/** A message is not for now: another worker holds its step, and it comes back when that one's claim has ended. */
export class Busy extends Error {
  constructor(what: string) {
    super(`${what} is being worked on`);
    this.name = "Busy";
  }
}

/** A message as it stands in its queue. */
interface Message<Queue extends QueueName> {
  queue: Queue;
  body: QueueMessages[Queue];
  notBeforeMs: number;
  group: string;
}

type Handle<Queue extends QueueName> = (body: QueueMessages[Queue], effects: Effects) => Promise<void>;

/** What SQS takes as the longest delay. */
export const delaySecondsMax = 900;
/** A message that is due within this time is handled: putting it back would make it late. */
const earlyToleranceMs = 250;

export function delaySecondsUntil(notBeforeMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((notBeforeMs - nowMs) / secondMs));
}

/**
 * Makes the Lambda handler of one queue. Messages of a batch are handled side by side, and only those that failed
 * come back; one that is early goes back to its queue with the rest of its delay.
 */
export function worker<Queue extends QueueName>(
  handle: Handle<Queue>,
  effects: Effects = openEffects(),
  sqs: SQSClient = new SQSClient({}),
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const take = async (record: SQSRecord): Promise<void> => {
    const message: Message<Queue> = JSON.parse(record.body);
    const early = message.notBeforeMs - effects.nowMs();
    if (early <= earlyToleranceMs) return handle(message.body, effects);
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: environment("QUEUE_URL"),
        MessageBody: record.body,
        MessageGroupId: message.group,
        DelaySeconds: Math.min(delaySecondsMax, delaySecondsUntil(message.notBeforeMs, effects.nowMs())),
      }),
    );
  };
  return middy(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(Records.map(take));
    const batchItemFailures = outcomes.flatMap((outcome, index) => {
      const messageId = Records[index]?.messageId ?? "";
      if (outcome.status === "fulfilled") return [];
      if (outcome.reason instanceof Busy) logger.info(outcome.reason.message, { messageId });
      else logger.error("message failed", { messageId, error: outcome.reason });
      return [{ itemIdentifier: messageId }];
    });
    return { batchItemFailures };
  });
}
