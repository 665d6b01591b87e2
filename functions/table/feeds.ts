import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { trusted } from "../domain/trusted.ts";
import {
  feedEntryKey,
  feedEntryPrefix,
  feedKey,
  feedPartition,
  feedPositionKey,
  feedReaderKey,
  feedReadersPartition,
  linkKey,
} from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { deleteItems } from "./store/delete-items.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** A post as the brand's public feed shows it. */
export interface FeedEntry {
  postId: string;
  url: string;
  text: string;
  hashtags: string[];
  publishedAt: string;
}

export interface Feed {
  title: string;
  entries: FeedEntry[];
}

/** Reads a brand's public feed with its newest entries; null when there is no such brand. One query. */
export async function readFeed(table: Table, brandId: string, entriesMax: number): Promise<Feed | null> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": feedPartition(brandId) },
      // Descending, the feed itself ("FEED") comes before its entries ("ENTRY#…").
      ScanIndexForward: false,
      Limit: entriesMax + 1,
    }),
  );
  const [feed, ...entries] = Items;
  if (feed === undefined || feed.sk !== "FEED") return null;
  return { title: String(feed.title), entries: entries.map((item) => trusted<FeedEntry>(item)) };
}

/**
 * Stores a post in its brand's feed, in one transaction with other changes. A post is in its feed once: if it has an
 * entry at any position, that entry is replaced.
 * @param position a time, by which the entries of a feed are sorted
 */
export async function insertFeedEntry(
  table: Table,
  brandId: string,
  position: string,
  entry: FeedEntry,
  alongside: readonly Change[],
): Promise<void> {
  const { postId } = entry;
  const changesAt = (at: string): Change[] => [
    { kind: "put", item: { ...feedEntryKey(brandId, at, postId), ...entry } },
    {
      kind: "put",
      item: { ...feedPositionKey(brandId, postId), position: at },
      condition: "attribute_not_exists(pk) OR #position = :position",
      names: { "#position": "position" },
      values: { ":position": at },
    },
    ...alongside,
  ];
  const outcome = await commit(table, changesAt(position), { onConditionFailed: (failed) => failed });
  if (outcome === true) return;
  if (outcome.found === null) throw outcome;
  await commit(table, changesAt(String(outcome.found.position)));
}

/** Records that a reader fetched a feed on a day. Another fetch on the same day overwrites the record. */
export async function recordReader(
  table: Table,
  brandId: string,
  reader: { day: string; name: string; subscribers: number; expiresAtSeconds: number },
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: feedReaderKey(brandId, reader.day, reader.name),
      UpdateExpression: "SET subscribers = :subscribers, expiresAt = :expiresAt",
      ExpressionAttributeValues: {
        ":subscribers": reader.subscribers,
        ":expiresAt": reader.expiresAtSeconds,
      },
    }),
  );
}

/** Returns the readers of a feed from one day to another, both included, each with the most subscribers it reported. */
export async function readersOf(
  table: Table,
  brandId: string,
  firstDay: string,
  lastDay: string,
): Promise<Map<string, number>> {
  const readers = new Map<string, number>();
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
        ExpressionAttributeValues: {
          ":pk": feedReadersPartition(brandId),
          ":first": `${firstDay}#`,
          ":last": `${lastDay}#~`,
        },
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    for (const item of Items) {
      const name = String(item.sk).slice(String(item.sk).indexOf("#") + 1);
      readers.set(name, Math.max(readers.get(name) ?? 0, Number(item.subscribers)));
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return readers;
}

/** Whether a brand's public feed exists. It is deleted with the brand. */
export async function hasFeed(table: Table, brandId: string): Promise<boolean> {
  return (await readItem(table, feedKey(brandId))) !== null;
}

/**
 * Deletes entries of a feed. Deletes their posts' links and positions first: if a worker dies half-way, the next one
 * finds the rest by the entries.
 * @returns whether the feed may have more entries
 */
export async function removeFeedEntries(table: Table, brandId: string, entriesMax: number): Promise<boolean> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :entry)",
      ExpressionAttributeValues: { ":pk": feedPartition(brandId), ":entry": feedEntryPrefix },
      ProjectionExpression: "pk, sk, postId",
      ConsistentRead: true,
      Limit: entriesMax,
    }),
  );
  const postIds = Items.map(({ postId }) => String(postId));
  await deleteItems(
    table,
    postIds.flatMap((postId) => [linkKey(postId), feedPositionKey(brandId, postId)]),
  );
  await deleteItems(
    table,
    Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
  );
  return Items.length > 0;
}
