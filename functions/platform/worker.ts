import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { OutgoingMessage, QueueMessages, QueueName } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { type Effects, openEffects } from "./effects.ts";
import { logger } from "./logger.ts";
import { publishMetrics } from "./metrics.ts";
import { openSender, type Sender } from "./sender.ts";

/** A message is not for now: another worker holds its step, and it comes back when that one's claim has ended. */
export class Busy extends Error {
  constructor(what: string) {
    super(`${what} is being worked on`);
    this.name = "Busy";
  }
}

/** Does what a message asks for; `queue` is the one that it came by. */
type Handle<Queue extends QueueName> = (
  body: QueueMessages[Queue],
  effects: Effects,
  queue: Queue,
) => Promise<void>;

/** A message that is due within this time is handled: putting it back would make it late. */
const earlyToleranceMs = 250;

/**
 * Makes the Lambda handler of one queue. Messages of a batch are handled side by side, and only those that failed
 * come back; one that is early goes back to its queue with the rest of its delay. What a batch notes for the metrics is
 * published once.
 */
export function worker<Queue extends QueueName>(
  handle: Handle<Queue>,
  effects: Effects = openEffects(),
  sender: Sender = openSender(),
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const take = async (record: SQSRecord): Promise<void> => {
    const message: OutgoingMessage = JSON.parse(record.body);
    const nowMs = effects.nowMs();
    if (message.notBeforeMs - nowMs > earlyToleranceMs) return sender.send([message], nowMs);
    // The stack gives a worker the messages of its own queues alone.
    return handle(trusted<QueueMessages[Queue]>(message.body), effects, trusted<Queue>(message.queue));
  };
  return middy(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(Records.map(take));
    publishMetrics();
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
