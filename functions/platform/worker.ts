import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { OutgoingMessage, QueueMessages, QueueName } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { type Effects, openEffects } from "./effects.ts";
import { logger } from "./logger.ts";
import { publishMetrics } from "./metrics.ts";
import { openSender, type Sender } from "./sender.ts";

/** Another worker has the lease of this step. The message is received again after that lease has ended. */
export class Busy extends Error {
  constructor(what: string) {
    super(`${what} is leased by another worker`);
    this.name = "Busy";
  }
}

/** Handles one message. `queue` is the queue that it came from. */
type Handle<Queue extends QueueName> = (
  body: QueueMessages[Queue],
  effects: Effects,
  queue: Queue,
) => Promise<void>;

/** A message that is due within this time is handled now: putting it back would make it late. */
const earlyToleranceMs = 250;

/**
 * Makes the Lambda handler of one queue. It handles the messages of a batch concurrently, and reports only the failed ones
 * to SQS. A message that is too early goes back to its queue with the rest of its delay. Metrics are published once per
 * batch.
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
    // The stack maps only the worker's own queues to it.
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
