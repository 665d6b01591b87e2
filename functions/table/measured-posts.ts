import { emptyMetrics, type PostMetrics } from "../domain/analytics.ts";
import type { MeasuredPost } from "../domain/measured-post.ts";
import type { Post } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import type { WeeklyDigest } from "../domain/weekly-digest.ts";
import { postsOfBrand } from "./index-keys.ts";
import { type Key, metricsKey } from "./keys.ts";
import type { Item } from "./store/change.ts";
import { readIndexed, readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";

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
  const list = postsOfBrand(organizationId, brandId);
  for await (const keys of keysPublished(table, list, startsAt, endsAt)) {
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
    const { Items = [], LastEvaluatedKey } = await table.client.send("Query", {
      TableName: table.name,
      IndexName: "parentByPublished",
      // Only published posts are in this index. A post's sort value is its time and then its id, so a post that was published at `endsAt` sorts after ":end".
      KeyConditionExpression: "parentList = :list AND publishedSort BETWEEN :start AND :end",
      ExpressionAttributeValues: { ":list": list, ":start": startsAt, ":end": endsAt },
      ScanIndexForward: false,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    yield Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
