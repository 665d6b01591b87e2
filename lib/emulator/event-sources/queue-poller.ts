import { setTimeout as sleep } from "node:timers/promises";
import { localRegion } from "../assembly/identities.ts";
import type { Resource } from "../assembly.ts";
import type { ServiceClock } from "../clock.ts";
import { isJsonObject, type Json, type JsonObject, listAt, numberAt, textAt, valueAt } from "../json.ts";
import type { LambdaHost } from "../lambda/host.ts";
import type { CallSqs } from "../sqs/direct-calls.ts";
import { type GroupOfBody, openFairShare, type Received } from "./fair-share.ts";
import { type InvocationActivity, openInvocationActivity } from "./invocation-activity.ts";
import { type Mapping, readItemFailures } from "./mapping.ts";

/** A running event source mapping. */
export interface Poller {
  /** Receives no more messages, and resolves when those that it has received are processed. */
  stop(): Promise<void>;
}

const visibilitySecondsMax = 43_200;
const longPollSeconds = 20;
const retryMs = 500;
/**
 * Lambda adds invocations when those that run are not enough. So does the emulator, up to what a laptop can run: for an
 * invocation that waits instead of computing, one more may run.
 */
const scaleOutFactor = 4;
/** The poller receives up to so many messages to find one whose group is not noisy. */
const heldMessagesMax = 1_000;

/**
 * Invokes a function with the messages of an SQS queue as Lambda does: batches, partial batch responses, maximum
 * concurrency, and quiet message groups before noisy ones.
 */
export function pollQueue(options: {
  mapping: Mapping;
  queue: Resource;
  callSqs: CallSqs;
  host: LambdaHost;
  clock: ServiceClock;
  groupOfBody?: GroupOfBody | undefined;
  log: (line: string) => void;
}): Poller {
  const { mapping, queue, callSqs, host, clock, log } = options;
  const queueUrl = queue.ref;
  const visibilitySeconds = numberAt(queue.properties, "VisibilityTimeout") ?? 30;
  // The function's time-out is in real time and the queue's clock may be fast, so the messages must be hidden for longer.
  const hiddenSeconds = Math.min(Math.ceil(visibilitySeconds * clock.speed), visibilitySecondsMax);
  const concurrencyMax = mapping.maximumConcurrency ?? Number.POSITIVE_INFINITY;
  const steady = Math.min(host.concurrencyOf(mapping.functionName), concurrencyMax);
  const scaledOut = Math.min(steady * scaleOutFactor, concurrencyMax);
  const share = openFairShare((hiddenSeconds * 1000) / 3, options.groupOfBody);
  const underway = new Map<Promise<void>, InvocationActivity>();
  const stopping = new AbortController();

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await untilOneMayStart();
        const batch = await next();
        if (batch.length > 0) dispatch(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`queue ${queue.attributes["QueueName"] ?? queueUrl}: ${String(error)}`);
        await sleep(retryMs);
      }
    }
  }

  /** Resolves when one more invocation may start. */
  async function untilOneMayStart(): Promise<void> {
    for (;;) {
      const untilWaitingMs = [...underway.values()].map((one) => one.untilWaitingMs());
      const computing = untilWaitingMs.filter((ms) => ms > 0);
      const isFull = underway.size >= scaledOut;
      if (!isFull && computing.length < steady) return;
      const waiting = new AbortController();
      const { signal } = waiting;
      const waits = isFull ? [] : [sleep(Math.min(...computing), undefined, { signal })];
      await Promise.race([...underway.keys(), ...waits]);
      waiting.abort();
      await Promise.allSettled(waits);
    }
  }

  /** Returns the next batch: of messages that arrive now, or of noisy groups whose messages had to wait. */
  async function next(): Promise<Received[]> {
    for (;;) {
      const messages = await collect(share.size() === 0 ? longPollSeconds : 0);
      share.add(messages, clock.now());
      const mayHoldBack = messages.length > 0 && share.size() < heldMessagesMax;
      const batch = share.take(mapping.batchSize, { nowMs: clock.now(), mayHoldBack });
      if (batch.length > 0 || share.size() === 0 || stopping.signal.aborted) return batch;
    }
  }

  /** Receives the messages that are there now, or that arrive within the batching window. */
  async function collect(waitSeconds: number): Promise<JsonObject[]> {
    const messages = await receive(waitSeconds, mapping.batchSize);
    if (mapping.batchingWindowSeconds === 0) return messages;
    const windowEndsMs = clock.now() + mapping.batchingWindowSeconds * 1000;
    while (messages.length > 0 && messages.length < mapping.batchSize && !stopping.signal.aborted) {
      const leftSeconds = Math.floor(clock.realMsUntil(windowEndsMs) / 1000);
      const more = await receive(leftSeconds, mapping.batchSize - messages.length);
      messages.push(...more);
      if (more.length === 0 && clock.now() >= windowEndsMs - 1000 * clock.speed) break;
    }
    return messages;
  }

  async function receive(waitSeconds: number, wanted: number): Promise<JsonObject[]> {
    const request = {
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(wanted, 10),
      MessageAttributeNames: ["All"],
      MessageSystemAttributeNames: ["All"],
      VisibilityTimeout: hiddenSeconds,
      WaitTimeSeconds: waitSeconds,
    };
    const response = await callSqs("ReceiveMessage", request, stopping.signal);
    return listAt(response, "Messages").filter(isJsonObject);
  }

  function dispatch(batch: readonly Received[]): void {
    const activity = openInvocationActivity();
    const work = handle(batch, activity)
      .catch((error: unknown) => log(`queue ${queue.attributes["QueueName"] ?? queueUrl}: ${String(error)}`))
      .finally(() => {
        underway.delete(work);
        share.ended(batch);
      });
    underway.set(work, activity);
  }

  async function handle(batch: readonly Received[], activity: InvocationActivity): Promise<void> {
    const messages = batch.map(({ message }) => message);
    const records = messages.map((message) => queueRecord(message, queue.attributes["Arn"] ?? ""));
    const matching = records.filter((record) => mapping.matches(filterView(record)));
    // With a very fast clock, SQS's longest visibility timeout may be too short. Then it is renewed.
    const isTooShort = hiddenSeconds < visibilitySeconds * clock.speed;
    const renew = () => void changeVisibility(messages, hiddenSeconds).catch(() => {});
    const renewal = isTooShort ? setInterval(renew, (hiddenSeconds * 1000) / clock.speed / 3) : undefined;
    let failed: "all" | string[] = [];
    try {
      if (matching.length > 0) failed = await invoke(matching, activity);
    } finally {
      clearInterval(renewal);
    }
    // A message that does not match the filter is deleted, as by Lambda.
    const isFailed = (message: JsonObject) =>
      failed === "all" ? true : failed.includes(textAt(message, "MessageId") ?? "");
    await remove(messages.filter((message) => !isFailed(message)));
    const left = messages.filter(isFailed);
    if (left.length === 0 || clock.speed === 1) return;
    // Failed messages become visible when the queue's own visibility timeout has passed on the service clock.
    const passedSeconds = (clock.now() - Math.min(...batch.map(({ atMs }) => atMs))) / 1000;
    // At least 1: with 0, fauxqs 2.4 with persistence fails and loses the message until its restart.
    await changeVisibility(left, Math.max(1, Math.round(visibilitySeconds - passedSeconds)));
  }

  async function invoke(
    records: readonly JsonObject[],
    activity: InvocationActivity,
  ): Promise<"all" | string[]> {
    const limits = { atOnce: scaledOut, onBegin: activity.begin };
    const result = await host.invoke(mapping.functionName, { Records: records }, limits);
    if (!result.ok) return "all";
    if (!mapping.reportsItemFailures) return [];
    const given = records.map((record) => textAt(record, "messageId") ?? "");
    return readItemFailures(result.payload, given);
  }

  async function remove(messages: readonly JsonObject[]): Promise<void> {
    for (const entries of inTens(
      messages.map((message) => ({ ReceiptHandle: valueAt(message, "ReceiptHandle") ?? "" })),
    ))
      await callBatch("DeleteMessageBatch", entries);
  }

  async function changeVisibility(messages: readonly JsonObject[], seconds: number): Promise<void> {
    const changes = messages.map((message) => ({
      ReceiptHandle: valueAt(message, "ReceiptHandle") ?? "",
      VisibilityTimeout: seconds,
    }));
    for (const entries of inTens(changes)) await callBatch("ChangeMessageVisibilityBatch", entries);
  }

  async function callBatch(action: string, entries: readonly JsonObject[]): Promise<void> {
    await callSqs(action, { QueueUrl: queueUrl, Entries: entries });
  }

  const polling = poll();
  return {
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all(underway.keys());
    },
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function queueRecord(message: JsonObject, queueArn: string): JsonObject {
  const attributes = message["MessageAttributes"];
  return {
    messageId: message["MessageId"] ?? "",
    receiptHandle: message["ReceiptHandle"] ?? "",
    body: message["Body"] ?? "",
    attributes: message["Attributes"] ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(isJsonObject(attributes) ? attributes : {}).map(([name, value]) => [
        name,
        recordAttribute(value),
      ]),
    ),
    md5OfBody: message["MD5OfBody"] ?? "",
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: localRegion,
  };
}

function recordAttribute(value: Json): JsonObject {
  const text = textAt(value, "StringValue");
  const binary = textAt(value, "BinaryValue");
  return {
    ...(text === undefined ? {} : { stringValue: text }),
    ...(binary === undefined ? {} : { binaryValue: binary }),
    stringListValues: [],
    binaryListValues: [],
    dataType: valueAt(value, "DataType") ?? "String",
  };
}

/** Filters see a JSON body as its content. */
function filterView(record: JsonObject): JsonObject {
  try {
    const body: Json = JSON.parse(textAt(record, "body") ?? "");
    return { ...record, body };
  } catch {
    return record;
  }
}

function inTens(entries: readonly JsonObject[]): JsonObject[][] {
  const groups: JsonObject[][] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % 10 === 0) groups.push([]);
    groups.at(-1)?.push({ Id: String(index), ...entry });
  }
  return groups;
}
