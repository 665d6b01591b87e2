import type { ChannelName } from "../../domain/channel.ts";
import type { Post } from "../../domain/post.ts";
import type { Table } from "../../table/table.ts";
import { publishToFeed } from "./publish-to-feed.ts";

/** What a publisher works with. */
export interface Publishing {
  table: Table;
  nowMs: number;
  /** The https address at which the service is reached, without a trailing slash. */
  publicUrl: string;
}

/** A channel refused a post: it is not published, and trying again would not change that. */
export class ChannelRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "ChannelRefused";
    this.code = code;
  }
}

export interface Publisher {
  /** Whether publishing a post twice publishes it once; otherwise an interrupted publication is never repeated. */
  repeatable: boolean;
  /** Hands a post to its channel and answers where it can be seen. @throws {ChannelRefused} */
  publish: (post: Post, publishing: Publishing) => Promise<{ externalUrl: string | null }>;
}

export const publishers: Record<ChannelName, Publisher> = {
  feed: { repeatable: true, publish: publishToFeed },
};
