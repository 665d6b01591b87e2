import type { ChannelName } from "../../domain/channel.ts";
import type { Post } from "../../domain/post.ts";
import type { Table } from "../../table/table.ts";
import { measureFeed } from "./measure-feed.ts";

/** What a channel can tell of a post; null for what it does not give. */
export interface Measured {
  reach: number | null;
  engagements: number | null;
  clicks: number | null;
}

/** How each channel measures a published post. */
export const meters: Record<
  ChannelName,
  { measure: (table: Table, post: Post, nowMs: number) => Promise<Measured> }
> = {
  feed: { measure: measureFeed },
};
