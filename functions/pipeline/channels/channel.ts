import type { Brand } from "../../domain/brand.ts";
import type { Post } from "../../domain/post.ts";
import type { Table } from "../../table/store/table.ts";

/** The port of a channel: it publishes posts and measures published ones. */
export interface Channel {
  /** Whether publishing a post twice has the effect of publishing it once. If not, an interrupted publication is never repeated. */
  repeatable: boolean;
  /** Publishes a post and returns where it can be seen. @throws {ChannelRejected} */
  publish: (post: Post, publishing: Publishing) => Promise<{ externalUrl: string | null }>;
  /** Measures a published post. */
  measure: (post: Post, measuring: { table: Table; nowMs: number }) => Promise<Measured>;
}

/** What a channel needs to publish a post. */
export interface Publishing {
  table: Table;
  nowMs: number;
  /** The post's brand, with its settings. */
  brand: Brand;
  /** The brand's credentials for the channel; null for a channel that needs none, such as the feed. */
  credentials: Readonly<Record<string, string>> | null;
  /** The https address at which the service is reached, without a trailing slash. */
  publicUrl: string;
}

/** The metrics of a post; null for a metric that the channel does not give. */
interface Measured {
  reach: number | null;
  engagements: number | null;
  clicks: number | null;
}

/** A channel rejected a post. The post is not published, and a retry would not change that. */
export class ChannelRejected extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "ChannelRejected";
    this.code = code;
  }
}
