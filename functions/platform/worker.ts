import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { queueNames } from "../contract/queues.ts";
import type { OutgoingMessage, QueueMessages, QueueName } from "../domain/message.ts";
import { afterFailure, postponed } from "../domain/redelivery.ts";
import { trusted } from "../domain/trusted.ts";
import { type Effects, openEffects } from "./effects.ts";
import { logger } from "./logger.ts";
import { publishMetrics, recordMetrics } from "./metrics.ts";
import { postponedReasonOf } from "./postponed.ts";
import { openSender, type Sender } from "./sender.ts";

/** Handles one message. `queue` is the queue that it came from. */
type Handle<Queue extends QueueName> = (
  body: QueueMessages[Queue],
  effects: Effects,
  queue: Queue,
) => Promise<void>;

interface WorkerOptions {
  /** @default the queues in the function's environment */
  sender?: Sender;
  /**
   * What happens to a message with which the worker failed. "redeliver": it returns after a while, and after five failures
   * it goes to the dead-letter queue. "leave": it stays in its queue. @default "redeliver"
   */
  onFailure?: "redeliver" | "leave";
}

/** A message that is due within this time is handled now: putting it back would make it late. */
const earlyToleranceMs = 250;

/**
 * Makes the Lambda handler of one queue. It handles the messages of a batch concurrently. A message that is too early goes
 * back to its queue with the rest of its delay. The worker counts its own failures in the message, because the receives
 * that SQS counts include those for which Lambda had no capacity. Metrics are published once per batch.
 */
export function worker<Queue extends QueueName>(
  handle: Handle<Queue>,
  effects: Effects = openEffects(),
  { sender = openSender(), onFailure = "redeliver" }: WorkerOptions = {},
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const take = async (text: string): Promise<void> => {
    const message = messageIn(text);
    const nowMs = effects.nowMs();
    if (message.notBeforeMs - nowMs > earlyToleranceMs) return sender.send([message], nowMs);
    // The stack maps only the worker's own queues to it.
    return handle(trusted<QueueMessages[Queue]>(message.body), effects, trusted<Queue>(message.queue));
  };

  /** Sends a message that was not handled to where it is handled next. Its caller deletes the received one. */
  const putBack = async (text: string, error: unknown): Promise<void> => {
    const message = error instanceof Malformed ? null : messageIn(text);
    const nowMs = effects.nowMs();
    const reason = postponedReasonOf(error);
    const next =
      message && (reason === null ? afterFailure(message, nowMs) : postponed(message, reason, nowMs));
    if (next === null) return sender.deadLetter(text, message?.group);
    await sender.send([next], nowMs);
    if (reason !== null) recordMetrics({ name: "MessagesPostponed", value: 1, dimension: { reason } });
  };

  /** Returns whether the message needs this receive no more. */
  const settle = async ({ body: text, messageId }: SQSRecord): Promise<boolean> => {
    try {
      await take(text);
      return true;
    } catch (error) {
      const reason = postponedReasonOf(error);
      if (reason === null) logger.error("message failed", { messageId, error });
      else logger.info("message postponed", { messageId, reason, error });
      if (onFailure === "leave") return false;
      try {
        await putBack(text, error);
        return true;
      } catch (cause) {
        // SQS delivers it again after its visibility timeout.
        logger.error("message could not be put back", { messageId, error: cause });
        return false;
      }
    }
  };

  return middy(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(Records.map(settle));
    publishMetrics();
    return {
      batchItemFailures: Records.filter((_, index) => outcomes[index] !== true).map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    };
  });
}

/** No try can handle this text: it is no message of this service. */
class Malformed extends Error {}

function messageIn(text: string): OutgoingMessage {
  const message: unknown = parsed(text);
  if (typeof message !== "object" || message === null || !("queue" in message) || !("body" in message))
    throw new Malformed("the text is no message");
  if (!queueNames.some((name) => name === message.queue)) throw new Malformed("the message names no queue");
  return trusted<OutgoingMessage>(message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Malformed("the text is no JSON", { cause });
  }
}
