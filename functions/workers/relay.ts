import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { trusted } from "../domain/trusted.ts";
import { openEffects } from "../platform/effects.ts";
import { logger } from "../platform/logger.ts";
import { openRelay } from "../platform/relay.ts";
import { asOutboxItem, deleteOutbox, type OutboxItem } from "../table/store/outbox.ts";

const { table, nowMs } = openEffects();
const relay = openRelay();

/** Dispatches the messages of new outbox items, and then deletes the items. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const sequenceNumbers = new Map<OutboxItem, string>();
  for (const { dynamodb } of Records) {
    if (dynamodb?.NewImage === undefined) continue;
    // The stream's image type has the same shape under another name.
    const image = trusted<Record<string, AttributeValue>>(dynamodb.NewImage);
    sequenceNumbers.set(asOutboxItem(unmarshall(image)), dynamodb.SequenceNumber ?? "");
  }
  const items = [...sequenceNumbers.keys()];
  const { failed, errors } = await relay.dispatch(items, nowMs());
  for (const error of errors) logger.error("an outbox item could not be dispatched", { error });
  await deleteOutbox(
    table,
    items.filter((item) => !failed.has(item)),
  );
  return {
    batchItemFailures: [...failed].map((item) => ({ itemIdentifier: sequenceNumbers.get(item) ?? "" })),
  };
}
