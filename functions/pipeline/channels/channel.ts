import type { Brand } from "../../domain/brand.ts";
import type { Verification } from "../../domain/connection.ts";
import type { Post } from "../../domain/post.ts";
import type { Table } from "../../table/store/table.ts";

/** The port of a channel: it publishes posts and measures published ones. */
export interface Channel {
  /** Whether publishing a post twice has the effect of publishing it once. If not, an interrupted publication is never repeated. */
  repeatable: boolean;
  /** For how long publishing a post again is harmless, such as the time for which a platform keeps its keys. @default always */
  repeatableForMs?: number;
  /** How many posts of one brand are published in a minute, evenly spaced. @default no limit */
  postsPerMinute?: number;
  /**
   * Publishes a post and returns where it can be seen, within 40 s. Any other error than those named means that the
   * outcome is unknown: a time-out or a closed connection after the request was sent, or an error of a channel that may
   * have published the post. No message of an error may contain a secret: clients or logs show it.
   * @throws {ChannelRejected} {@link NotSent} {@link CredentialsInvalid}
   */
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
  credentials: Credentials | null;
  /** The https address at which the service is reached, without a trailing slash. */
  publicUrl: string;
  /** Whether a user's URL may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** The body with which a client connected a channel. The channel's schema has parsed it. */
export type Credentials = Readonly<Record<string, unknown>>;

/** Asks a platform whether credentials work, for which account, and what its limits are. */
export type Verify = (credentials: Credentials, verifying: Verifying) => Promise<Verification>;

interface Verifying {
  organizationId: string;
  brandId: string;
  /** Identifies this check, if the platform is asked by a request that needs an id. */
  checkId: string;
  nowMs: number;
  /** Whether a user's URL may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
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

/** What is known about a post that a channel certainly did not get. */
interface NotSentOptions extends ErrorOptions {
  /** How long the channel asks to wait. @default it does not say */
  retryAfterMs?: number;
  /** @default "rate_limited" with `retryAfterMs`, else "channel_unavailable" */
  code?: "rate_limited" | "channel_unavailable";
}

/**
 * A channel certainly did not publish a post, and a retry may succeed: no connection, too many requests, or an error by
 * which the channel says that it did nothing. Clients see the message if all retries fail.
 */
export class NotSent extends Error {
  readonly code: "rate_limited" | "channel_unavailable";
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs, code, ...options }: NotSentOptions = {}) {
    super(message, options);
    this.name = "NotSent";
    this.code = code ?? (retryAfterMs === undefined ? "channel_unavailable" : "rate_limited");
    this.retryAfterMs = retryAfterMs ?? 0;
  }
}

/** The channel no longer accepts the brand's credentials. The post is not published. Clients see the message. */
export class CredentialsInvalid extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CredentialsInvalid";
  }
}
