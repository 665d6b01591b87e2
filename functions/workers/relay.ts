import { setTimeout as sleep } from "node:timers/promises";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { openShortFanOut } from "../delivery/short-fan-out.ts";
import { trusted } from "../domain/trusted.ts";
import { openEffects } from "../platform/effects.ts";
import { fanOutEffects } from "../platform/fan-out-effects.ts";
import { madeAtMs } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { openRelay } from "../platform/relay.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { isDueSoon, openSender } from "../platform/sender.ts";
import { senderWithShortcuts } from "../platform/shortcuts.ts";
import { asOutboxItem, type OutboxItem, settleOutbox, stillStored } from "../table/store/outbox.ts";

/** A worker usually dispatches its own outbox item within this time. Then the relay need not. */
const directMs = 250;

const { table, nowMs } = openEffects();
const shortFanOut = openShortFanOut(fanOutEffects({ table, nowMs }, openSecretBox()));
const sender = senderWithShortcuts(openSender(), shortFanOut, nowMs);
const scheduler = new SchedulerClient({});

/**
 * Dispatches the messages of new outbox items, and then deletes the items. An item that its worker dispatches itself gets a
 * moment for that, and is dispatched here only if it is still there. The stream repeats only a message that is due soon. One
 * that waits as a schedule has time until the next sweep, and a repetition would also repeat what comes after it in the stream.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const sequenceNumbers = new Map<OutboxItem, string>();
  for (const { dynamodb } of Records) {
    if (dynamodb?.NewImage === undefined) continue;
    // The stream's image type has the same shape under another name.
    const image = trusted<Record<string, AttributeValue>>(dynamodb.NewImage);
    sequenceNumbers.set(asOutboxItem(unmarshall(image)), dynamodb.SequenceNumber ?? "");
  }
  const items = [...sequenceNumbers.keys()];
  const dispatched = await dispatch(items.filter(({ isDirect }) => !isDirect));
  const direct = items.filter(({ isDirect }) => isDirect);
  const left = direct.length === 0 ? [] : await dispatch(await leftOf(direct));
  return {
    batchItemFailures: [...dispatched, ...left].map((item) => ({
      itemIdentifier: sequenceNumbers.get(item) ?? "",
    })),
  };
}

/** @returns the items with a message that is due soon and could not be sent */
async function dispatch(items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  const now = nowMs();
  const { failed, errors } = await openRelay(table, sender, scheduler).dispatch(items, now);
  for (const error of errors) logger.error("an outbox item could not be dispatched", { error });
  await settleOutbox(table, items, failed);
  return [...failed].flatMap(([item, { messages }]) =>
    messages.some((message) => isDueSoon(message, now)) ? [item] : [],
  );
}

/** Waits until the workers of the items have had time to dispatch them. @returns those that are still there */
async function leftOf(items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  const newestMs = Math.max(...items.map(({ sk }) => madeAtMs(sk)));
  await sleep(Math.min(directMs, Math.max(0, newestMs + directMs - nowMs())));
  return stillStored(table, items);
}
