import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { emptyMetrics, type PostMetrics } from "../domain/analytics.ts";
import type { Brand, SuggestedSlots } from "../domain/brand.ts";
import { digestMessage, type NextDigest } from "../domain/digest-chain.ts";
import type { MeasuredPost } from "../domain/measured-post.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Post } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import type { WeeklyDigest } from "../domain/weekly-digest.ts";
import { postsOfBrand } from "./index-keys.ts";
import { brandKey, type Key, metricsKey, weeklyDigestKey } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readIndexed, readItem, readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Reads the digest of a brand's week; null when there is none. One read. */
export function readDigest(
  table: Table,
  organizationId: string,
  brandId: string,
  week: string,
): Promise<WeeklyDigest | null> {
  return readItem<WeeklyDigest>(table, weeklyDigestKey(organizationId, brandId, week));
}

/**
 * Stores the digest that a brand waits for. The brand gets the slots that its results suggest, and waits for the next digest.
 * So of several workers that have computed the same digest, one stores it.
 * @param brand the brand as it was read
 * @returns false, and stores nothing, if the brand now waits for another digest, has another time zone, or is deleted
 */
export function storeDigest(
  table: Table,
  brand: Brand,
  {
    digest,
    suggestedSlots,
    next,
  }: { digest: WeeklyDigest; suggestedSlots: SuggestedSlots; next: NextDigest },
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  const move: Change = {
    kind: "update",
    key: brandKey(brand.organizationId, brand.id),
    update: "SET nextDigest = :next, suggestedSlots = :slots",
    condition: "nextDigest = :awaited AND #zone = :zone",
    names: { "#zone": "timezone" },
    values: {
      ":next": next,
      ":slots": suggestedSlots,
      ":awaited": brand.nextDigest,
      ":zone": brand.timezone,
    },
  };
  return commit(table, [digestPut(digest), move], {
    messages: [...messages, digestMessage(brand, next)],
    onConditionFailed: () => false,
  });
}

/**
 * Stores a digest that was computed again, with the messages that follow.
 * @param known the digest as it was read
 * @returns false, and stores nothing, if another worker has refreshed it since
 */
export function replaceDigest(
  table: Table,
  known: WeeklyDigest,
  refreshed: WeeklyDigest,
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  const condition = "refreshes = :known";
  const write = { ...digestPut(refreshed), condition, values: { ":known": known.refreshes } };
  return commit(table, [write], { messages, onConditionFailed: () => false });
}

/** The change that stores a digest in place of any earlier one of the same week. */
export function digestPut(digest: WeeklyDigest): Change {
  const key = weeklyDigestKey(digest.organizationId, digest.brandId, digest.week);
  return { kind: "put", item: { ...digest, ...key } };
}

/**
 * Reads the posts that a brand published from `startsAt` until before `endsAt`, with what is measured of them, newest first.
 * Reads an index, and not consistently: a post that was published or measured a moment ago can be missing.
 * @param postsMax how many are read at most, the newest ones. @default all
 */
export async function measuredPosts(
  table: Table,
  { organizationId, brandId }: Pick<WeeklyDigest, "organizationId" | "brandId">,
  { startsAt, endsAt }: Pick<WeeklyDigest, "startsAt" | "endsAt">,
  postsMax = Number.POSITIVE_INFINITY,
): Promise<MeasuredPost[]> {
  const found: MeasuredPost[] = [];
  const published = postsOfBrand(organizationId, brandId, "published");
  for await (const keys of keysPublished(table, published, startsAt, endsAt)) {
    const posts = await readIndexed<Post>(table, keys.slice(0, postsMax - found.length));
    const metricsKeys = posts.map(({ runId, id }) => metricsKey(organizationId, runId, id));
    const items = await readItems(table, metricsKeys);
    const measured = new Map(items.map((item) => [item.postId, trusted<PostMetrics>(item)]));
    for (const { id, publishedAt, channel, pipelineId, content } of posts) {
      const metrics = measured.get(id) ?? emptyMetrics(id, publishedAt ?? startsAt);
      found.push({ metrics, channel, pipelineId, hashtags: content.hashtags });
    }
    if (found.length >= postsMax) break;
  }
  return found;
}

/** Yields pages of keys, newest first, of a list's posts that were published from `startsAt` until before `endsAt`. */
async function* keysPublished(
  table: Table,
  list: string,
  startsAt: string,
  endsAt: string,
): AsyncGenerator<Key[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: "parentByPublished",
        // A post's sort value is its time and then its id, so a post that was published at `endsAt` sorts after ":end".
        KeyConditionExpression: "parentList = :list AND publishedSort BETWEEN :start AND :end",
        ExpressionAttributeValues: { ":list": list, ":start": startsAt, ":end": endsAt },
        ScanIndexForward: false,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    yield Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
