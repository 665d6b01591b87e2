import type { Post } from "../../domain/post.ts";
import { clicksOf, readersOf } from "../../table/feeds.ts";
import type { Table } from "../../table/table.ts";
import { dayOf } from "./feed-reader.ts";
import type { Measured } from "./meters.ts";

/**
 * Reach: the readers that fetched the brand's feed since the post's day, each with the subscribers it speaks for.
 * It is a floor: what the edge or a reader's own cache answered is not seen. Clicks: requests of the post's link.
 * Engagements: the clicks, the only engagement that a feed has.
 */
export async function measureFeed(table: Table, post: Post, nowMs: number): Promise<Measured> {
  const firstDay = (post.publishedAt ?? dayOf(nowMs)).slice(0, 10);
  const [clicks, readers] = await Promise.all([
    clicksOf(table, post.id),
    readersOf(table, post.brandId, firstDay, dayOf(nowMs)),
  ]);
  const reach = [...readers.values()].reduce((total, subscribers) => total + subscribers, 0);
  return { reach, clicks, engagements: clicks };
}
