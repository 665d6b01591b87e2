import { reachOf } from "../../../domain/audience.ts";
import { feedRemovalMessage } from "../../../domain/brand.ts";
import type { Post } from "../../../domain/post.ts";
import { isoTime } from "../../../domain/time.ts";
import { audiencesOf } from "../../../table/audiences.ts";
import { hasFeed, insertFeedEntry } from "../../../table/feeds.ts";
import { clicksOf, linkChange } from "../../../table/links.ts";
import { commit } from "../../../table/store/commit.ts";
import { type Channel, ChannelRejected, type Published, type Publishing } from "../channel.ts";
import { dayOf } from "./feed-reader.ts";

/** The embedded channel: the brand's own public feed. */
export const feedChannel: Channel = {
  repeatable: true,
  publish,
  /**
   * Reach: the readers that fetched the brand's feed since the day of the post, with the subscribers of aggregators. It
   * is a lower bound: requests that the edge or a reader's cache served are not counted. Clicks: visitors of the post's
   * link, in each hour. Engagements: the clicks, because a feed has no other engagement.
   */
  async measure(post, { table, nowMs }) {
    const firstDay = (post.publishedAt ?? dayOf(nowMs)).slice(0, 10);
    const [clicks, audiences] = await Promise.all([
      clicksOf(table, post.id),
      audiencesOf(table, post.brandId, firstDay, dayOf(nowMs)),
    ]);
    return { reach: reachOf(audiences), clicks, engagements: clicks };
  },
};

/**
 * Puts a post into its brand's public feed. Its link leads through the service, so that clicks are counted. Its images are
 * not fetched: the feed names their URLs, and readers fetch them.
 */
async function publish(post: Post, { table, nowMs, publicUrl }: Publishing): Promise<Published> {
  const { text, link, hashtags, media } = post.content;
  const feedPath = `/feeds/${post.brandId}.json#${post.id}`;
  const url = link === null ? feedPath : `/r/${post.id}`;
  const publishedAt = isoTime(nowMs);
  // The position in the feed is the scheduled time, which a repetition shares.
  const position = post.scheduledAt ?? publishedAt;
  const entry = { postId: post.id, url, text, hashtags, media, publishedAt };
  await insertFeedEntry(table, post.brandId, position, entry, [linkChange(post.id, link)]);
  // Check after the insert: if the brand is deleted later than this, its deletion removes the entry.
  if (!(await hasFeed(table, post.brandId))) {
    await commit(table, [], { messages: [feedRemovalMessage(post.organizationId, post.brandId)] });
    throw new ChannelRejected("brand_deleted", "The post's brand was deleted, and its public feed with it.");
  }
  return { externalUrl: `${publicUrl}${feedPath}` };
}
