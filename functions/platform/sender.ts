import { AwsError } from "../aws/aws-error.ts";
import { openSqs, type Sqs } from "../aws/sqs.ts";
import { deadLetterQueue, queueVariable } from "../contract/queues.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { environment } from "./environment.ts";

/** The longest delay that SQS accepts. */
const delaySecondsMax = 900;

function delaySecondsUntil(notBeforeMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((notBeforeMs - nowMs) / secondMs));
}

/** Whether the delay of a queue is long enough for a message. A message that is due later waits as a schedule. */
export function isDueSoon({ notBeforeMs }: OutgoingMessage, nowMs: number): boolean {
  return delaySecondsUntil(notBeforeMs, nowMs) <= delaySecondsMax;
}

/** A message that could not be sent. */
export interface SendFailure {
  message: OutgoingMessage;
  error: unknown;
}

export interface Sender {
  /** Sends messages to their queues, with a delay of at most 15 minutes if they are not due yet. Never rejects. */
  trySend(messages: readonly OutgoingMessage[], nowMs: number): Promise<SendFailure[]>;
  /** Like `trySend`. @throws when a message could not be sent; the others are sent */
  send(messages: readonly OutgoingMessage[], nowMs: number): Promise<void>;
  /** Sends the text of a received message to the dead-letter queue, also if it is no message. @throws when it is not sent */
  deadLetter(text: string, group: string | undefined): Promise<void>;
}

/** The limits of one SQS batch. */
const batchEntriesMax = 10;
const batchBytesMax = 256 * 1_024;

/** Whether one call takes all of these messages, if they are for one queue. */
export function fitsOneCall(messages: readonly OutgoingMessage[]): boolean {
  const bytes = messages.reduce((sum, message) => sum + messageText(message).length, 0);
  return messages.length <= batchEntriesMax && bytes <= batchBytesMax;
}

/** Makes a sender for the queues whose URLs are in the function's environment. */
export function openSender(sqs = openSqs()): Sender {
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
    async deadLetter(text, group) {
      const { Failed = [] } = await sqs.send("SendMessageBatch", {
        QueueUrl: environment(queueVariable(deadLetterQueue, "URL")),
        Entries: [{ Id: "0", MessageBody: text, MessageGroupId: group }],
      });
      for (const { Code, Message } of Failed)
        throw new Error(`${deadLetterQueue} rejected a message: ${Code} ${Message}`);
    },
  };
}

interface Entry {
  message: OutgoingMessage;
  text: string;
}

/** Splits messages into batches: each for one queue, and as large as SQS accepts. */
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

/** Sends a batch. If SQS rejects the whole batch, sends its messages one by one, so that the wrong one fails alone. */
async function sendAll(sqs: Sqs, batch: readonly Entry[], nowMs: number): Promise<SendFailure[]> {
  try {
    return await sendBatch(sqs, batch, nowMs);
  } catch (error) {
    if (batch.length === 1 || !(error instanceof AwsError) || error.status >= 500) throw error;
    const outcomes = batch.map((entry) =>
      sendBatch(sqs, [entry], nowMs).catch((cause: unknown) => sendFailuresOf([entry], cause)),
    );
    return (await Promise.all(outcomes)).flat();
  }
}

/** Sends a batch. A message that fails does not stop the others. */
async function sendBatch(sqs: Sqs, batch: readonly Entry[], nowMs: number): Promise<SendFailure[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { queue } = first.message;
  const { Failed = [] } = await sqs.send("SendMessageBatch", {
    QueueUrl: environment(queueVariable(queue, "URL")),
    Entries: batch.map(({ message, text }, index) => ({
      Id: String(index),
      MessageBody: text,
      MessageGroupId: message.group,
      DelaySeconds: Math.min(delaySecondsMax, delaySecondsUntil(message.notBeforeMs, nowMs)),
    })),
  });
  return Failed.flatMap(({ Id, Code, Message }) => {
    const entry = batch[Number(Id)];
    const error = new Error(`${queue} rejected a message: ${Code} ${Message}`);
    return entry === undefined ? [] : [{ message: entry.message, error }];
  });
}

/** The message as ASCII JSON: SQS rejects U+FFFE and U+FFFF, which feeds may contain. */
export function messageText(message: OutgoingMessage): string {
  return JSON.stringify(message).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
