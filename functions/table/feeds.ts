import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { trusted } from "../domain/trusted.ts";
import {
  feedEntryKey,
  feedEntryPrefix,
  feedKey,
  feedPartition,
  feedReaderKey,
  feedReadersPartition,
  linkKey,
} from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { deleteItems } from "./store/delete-items.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

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

/** A brand's public feed with its newest entries; null when there is no such brand. One query. */
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
 * What is kept of a post beside its entry: its one place in the feed, and where its link leads. Keeps the clicks that are
 * counted already. Refused when the post stands at another place.
 */
function linkChange(postId: string, place: string, target: string | null): Change {
  const condition = "attribute_not_exists(#place) OR #place = :place";
  const common = { kind: "update" as const, key: linkKey(postId), condition };
  if (target === null)
    return {
      ...common,
      update: "SET #place = :place REMOVE #target",
      names: { "#place": "place", "#target": "target" },
      values: { ":place": place },
    };
  return {
    ...common,
    update: "SET #place = :place, #target = :target, clicks = if_not_exists(clicks, :none)",
    names: { "#place": "place", "#target": "target" },
    values: { ":place": place, ":target": target, ":none": 0 },
  };
}

/**
 * Puts a post into its brand's feed and leads its link to the target. A post is in its feed once: one that is put
 * there again, at whatever place, takes the place that it had.
 */
export async function insertFeedEntry(
  table: Table,
  brandId: string,
  place: string,
  entry: FeedEntry,
  target: string | null,
): Promise<void> {
  const changesAt = (position: string): Change[] => [
    { kind: "put", item: { ...feedEntryKey(brandId, position, entry.postId), ...entry } },
    linkChange(entry.postId, position, target),
  ];
  const outcome = await commit(table, changesAt(place), { onConditionFailed: (failed) => failed });
  if (outcome === true) return;
  if (outcome.found === null) throw outcome;
  await commit(table, changesAt(String(outcome.found.place)));
}

/** Counts a click and answers where the link leads; null when there is no such link. One write. */
export async function followLink(table: Table, postId: string): Promise<string | null> {
  const counted = await updateItem(table, linkKey(postId), {
    update: "ADD clicks :one",
    condition: "attribute_exists(#target)",
    names: { "#target": "target" },
    values: { ":one": 1 },
  });
  return counted.written ? String(counted.item.target) : null;
}

export async function clicksOf(table: Table, postId: string): Promise<number | null> {
  const link = await readItem<{ clicks: number }>(table, linkKey(postId));
  return link?.clicks ?? null;
}

/** Notes that a reader fetched a feed on a day; the same reader on the same day is noted once. */
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

/** The readers of a feed from one day to another, both included, with the most subscribers each spoke for. */
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

/** Whether a brand's public feed is still there: it goes when the brand is deleted. */
export async function hasFeed(table: Table, brandId: string): Promise<boolean> {
  return (await readItem(table, feedKey(brandId))) !== null;
}

/**
 * Removes entries of a feed, and before them the links of their posts, so that what a death in between leaves is found
 * again. Answers whether there may be more.
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
  await deleteItems(
    table,
    Items.map(({ postId }) => linkKey(String(postId))),
  );
  await deleteItems(
    table,
    Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
  );
  return Items.length > 0;
}
