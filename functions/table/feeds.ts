import type { PostContent } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import {
  feedAudiencePartition,
  feedEntryKey,
  feedEntryPrefix,
  feedKey,
  feedPartition,
  feedPositionKey,
  linkKey,
} from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { deleteItems, deletePage } from "./store/delete-items.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** A post as the brand's public feed shows it. */
export interface FeedEntry {
  postId: string;
  /** A path of the service, such as `/r/pst_…`: clients reach the service at several addresses. */
  url: string;
  text: string;
  hashtags: string[];
  /** Entries of earlier versions have none. */
  media?: PostContent["media"];
  publishedAt: string;
}

export interface Feed {
  title: string;
  entries: FeedEntry[];
}

/** Reads a brand's public feed with its newest entries; null when there is no such brand. One query. */
export async function readFeed(table: Table, brandId: string, entriesMax: number): Promise<Feed | null> {
  const { Items = [] } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": feedPartition(brandId) },
    // Descending, the feed itself ("FEED") comes before its entries ("ENTRY#…").
    ScanIndexForward: false,
    Limit: entriesMax + 1,
  });
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

/** The changes that remove a post from its brand's feed, with its link; none if it is not in the feed. One read. */
export async function feedEntryDeletes(table: Table, brandId: string, postId: string): Promise<Change[]> {
  const key = feedPositionKey(brandId, postId);
  const found = await readItem<{ position: string }>(table, key);
  if (found === null) return [];
  const keys = [feedEntryKey(brandId, found.position, postId), key, linkKey(postId)];
  return keys.map((one) => ({ kind: "delete", key: one }));
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
  const { Items = [] } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :entry)",
    ExpressionAttributeValues: { ":pk": feedPartition(brandId), ":entry": feedEntryPrefix },
    ProjectionExpression: "pk, sk, postId",
    ConsistentRead: true,
    Limit: entriesMax,
  });
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

/**
 * Deletes readers of a feed.
 * @returns whether the feed may have more readers
 */
export function removeFeedReaders(table: Table, brandId: string, readersMax: number): Promise<boolean> {
  return deletePage(table, feedAudiencePartition(brandId), readersMax);
}
