import type { Brand } from "../../domain/brand.ts";
import type { Post } from "../../domain/post.ts";
import type { Table } from "../../table/store/table.ts";

/** The port of a channel: how it publishes a post, and what it can tell of one afterwards. */
export interface Channel {
  /** Whether publishing a post twice publishes it once; otherwise an interrupted publication is never repeated. */
  repeatable: boolean;
  /** Hands a post to the channel and answers where it can be seen. @throws {ChannelRejected} */
  publish: (post: Post, publishing: Publishing) => Promise<{ externalUrl: string | null }>;
  /** Measures a published post. */
  measure: (post: Post, measuring: { table: Table; nowMs: number }) => Promise<Measured>;
}

/** What a publication works with. */
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

/** What a channel can tell of a post; null for what it does not give. */
interface Measured {
  reach: number | null;
  engagements: number | null;
  clicks: number | null;
}

/** A channel refused a post: it is not published, and trying again would not change that. */
export class ChannelRejected extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "ChannelRejected";
    this.code = code;
  }
}
