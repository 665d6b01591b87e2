import type { Post } from "../../domain/post.ts";
import { isoTime } from "../../domain/time.ts";
import { insertFeedEntry } from "../../table/feeds.ts";
import type { Publishing } from "./publishers.ts";

/** Puts a post into its brand's public feed, its link led through the service so that clicks are counted. */
export async function publishToFeed(
  post: Post,
  { table, nowMs, publicUrl }: Publishing,
): Promise<{ externalUrl: string }> {
  const { text, link, hashtags } = post.content;
  const feedUrl = `${publicUrl}/feeds/${post.brandId}.json#${post.id}`;
  const url = link === null ? feedUrl : `${publicUrl}/r/${post.id}`;
  const publishedAt = isoTime(nowMs);
  // The place in the feed is by the scheduled time, which a repetition shares.
  const place = post.scheduledAt ?? publishedAt;
  await insertFeedEntry(
    table,
    post.brandId,
    place,
    { postId: post.id, url, text, hashtags, publishedAt },
    link,
  );
  return { externalUrl: feedUrl };
}
