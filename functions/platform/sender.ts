import { SendMessageBatchCommand, SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import { queueVariable } from "../contract/queues.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { environment } from "./environment.ts";

/** What SQS takes as the longest delay. */
export const delaySecondsMax = 900;

export function delaySecondsUntil(notBeforeMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((notBeforeMs - nowMs) / secondMs));
}

/** A message that its queue did not take. */
interface SendFailure {
  message: OutgoingMessage;
  error: unknown;
}

export interface Sender {
  /** Sends messages to their queues, those that are not due with a delay of 15 minutes at most. Never rejects. */
  trySend(messages: readonly OutgoingMessage[], nowMs: number): Promise<SendFailure[]>;
  /** As `trySend`. @throws when any message was refused; the others are sent. */
  send(messages: readonly OutgoingMessage[], nowMs: number): Promise<void>;
}

/** What SQS takes at once. */
const batchEntriesMax = 10;
const batchBytesMax = 256 * 1_024;

/** Sends to the queues whose URLs the function's environment names. */
export function openSender(sqs = new SQSClient({})): Sender {
  const trySend = async (messages: readonly OutgoingMessage[], nowMs: number): Promise<SendFailure[]> => {
    const outcomes = batches(messages).map((batch) =>
      sendAll(sqs, batch, nowMs).catch((error: unknown) => sendFailuresOf(batch, error)),
    );
    return (await Promise.all(outcomes)).flat();
  };
  return {
    trySend,
    async send(messages, nowMs) {
      const [first] = await trySend(messages, nowMs);
      if (first !== undefined) throw first.error;
    },
  };
}

interface Entry {
  message: OutgoingMessage;
  text: string;
}

/** Messages for one queue each, as many as it takes at once. */
function batches(messages: readonly OutgoingMessage[]): Entry[][] {
  return [...Map.groupBy(messages, ({ queue }) => queue).values()].flatMap((ofQueue) => {
    const all: Entry[][] = [];
    let bytes = 0;
    for (const message of ofQueue) {
      const text = messageText(message);
      const last = all.at(-1);
      if (last === undefined || last.length === batchEntriesMax || bytes + text.length > batchBytesMax) {
        all.push([{ message, text }]);
        bytes = text.length;
      } else {
        last.push({ message, text });
        bytes += text.length;
      }
    }
    return all;
  });
}

function sendFailuresOf(batch: readonly Entry[], error: unknown): SendFailure[] {
  return batch.map(({ message }) => ({ message, error }));
}

/** Sends a batch; where the queue refuses it whole, its messages one by one, so that what is wrong with one shows. */
async function sendAll(sqs: SQSClient, batch: readonly Entry[], nowMs: number): Promise<SendFailure[]> {
  try {
    return await sendBatch(sqs, batch, nowMs);
  } catch (error) {
    if (batch.length === 1 || !(error instanceof SQSServiceException) || error.$fault !== "client")
      throw error;
    const outcomes = batch.map((entry) =>
      sendBatch(sqs, [entry], nowMs).catch((cause: unknown) => sendFailuresOf([entry], cause)),
    );
    return (await Promise.all(outcomes)).flat();
  }
}

/** Sends a batch. One message that the queue does not take holds up no other one. */
async function sendBatch(sqs: SQSClient, batch: readonly Entry[], nowMs: number): Promise<SendFailure[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { queue } = first.message;
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: environment(queueVariable(queue, "URL")),
      Entries: batch.map(({ message, text }, index) => ({
        Id: String(index),
        MessageBody: text,
        MessageGroupId: message.group,
        DelaySeconds: Math.min(delaySecondsMax, delaySecondsUntil(message.notBeforeMs, nowMs)),
      })),
    }),
  );
  return Failed.flatMap(({ Id, Code, Message }) => {
    const entry = batch[Number(Id)];
    const error = new Error(`${queue} did not take a message: ${Code} ${Message}`);
    return entry === undefined ? [] : [{ message: entry.message, error }];
  });
}

/** In ASCII: SQS takes no U+FFFE and U+FFFF, and feeds bring whatever they like. */
export function messageText(message: OutgoingMessage): string {
  return JSON.stringify(message).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
