import type { Audience, FeedReader } from "../domain/audience.ts";
import { feedAudienceKey, feedAudiencePartition } from "./keys.ts";
import type { Item } from "./store/change.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Begins the names of the attributes with the subscribers of aggregators. */
const aggregatorPrefix = "aggregator:";

/** Reads who has read a feed on a day, maybe without the readers of the last moments. */
export async function readAudience(table: Table, brandId: string, day: string): Promise<Audience> {
  return audienceOf((await readItem<Item>(table, feedAudienceKey(brandId, day), false)) ?? {});
}

/** Reads who has read a feed on each day from one to another, both included. One query. */
export async function audiencesOf(
  table: Table,
  brandId: string,
  firstDay: string,
  lastDay: string,
): Promise<Audience[]> {
  const { Items = [] } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": feedAudiencePartition(brandId),
      ":first": firstDay,
      ":last": lastDay,
    },
  });
  return Items.map(audienceOf);
}

/** Counts a reader of a feed on a day. To count it again changes nothing. */
export async function recordReader(
  table: Table,
  brandId: string,
  { day, expiresAtSeconds }: { day: string; expiresAtSeconds: number },
  reader: FeedReader,
): Promise<void> {
  const isSingle = reader.kind === "single";
  await table.client.send("UpdateItem", {
    TableName: table.name,
    Key: feedAudienceKey(brandId, day),
    UpdateExpression: isSingle
      ? "SET expiresAt = :expiresAt ADD #counted :counted"
      : "SET expiresAt = :expiresAt, #counted = :counted",
    ExpressionAttributeNames: { "#counted": isSingle ? "slots" : aggregatorPrefix + reader.name },
    ExpressionAttributeValues: {
      ":expiresAt": expiresAtSeconds,
      ":counted": isSingle ? new Set([reader.slot]) : reader.subscribers,
    },
  });
}

function audienceOf(item: Item): Audience {
  const declared = Object.entries(item).filter(([name]) => name.startsWith(aggregatorPrefix));
  return {
    slots: item.slots instanceof Set ? new Set([...item.slots].map(Number)) : new Set(),
    subscribers: new Map(
      declared.map(([name, count]) => [name.slice(aggregatorPrefix.length), Number(count)]),
    ),
  };
}
