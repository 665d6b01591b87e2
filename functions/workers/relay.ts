import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { trusted } from "../domain/trusted.ts";
import { openEffects } from "../platform/effects.ts";
import { logger } from "../platform/logger.ts";
import { openRelay } from "../platform/relay.ts";
import { isDueSoon, openSender } from "../platform/sender.ts";
import { asOutboxItem, type OutboxItem, settleOutbox, stillStored } from "../table/store/outbox.ts";

const { table, nowMs } = openEffects();
const sender = openSender();
const scheduler = new SchedulerClient({});

/**
 * Dispatches the messages of new outbox items, and then deletes the items. Those that the function which stored them has
 * dispatched are gone. The stream repeats only a message that is due
 * soon. One that waits as a schedule has time until the next sweep, and a repetition would also repeat what comes after
 * it in the stream.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const sequenceNumbers = new Map<OutboxItem, string>();
  for (const { dynamodb } of Records) {
    if (dynamodb?.NewImage === undefined) continue;
    // The stream's image type has the same shape under another name.
    const image = trusted<Record<string, AttributeValue>>(dynamodb.NewImage);
    sequenceNumbers.set(asOutboxItem(unmarshall(image)), dynamodb.SequenceNumber ?? "");
  }
  const items = await stillStored(table, [...sequenceNumbers.keys()]);
  const now = nowMs();
  const { failed, errors } = await openRelay(table, sender, scheduler).dispatch(items, now);
  for (const error of errors) logger.error("an outbox item could not be dispatched", { error });
  await settleOutbox(table, items, failed);
  return {
    batchItemFailures: [...failed].flatMap(([item, { messages }]) =>
      messages.some((message) => isDueSoon(message, now))
        ? [{ itemIdentifier: sequenceNumbers.get(item) ?? "" }]
        : [],
    ),
  };
}
