import type { Brand } from "../../domain/brand.ts";
import type { ChannelLimits } from "../../domain/channel-limits.ts";
import type { ChannelAccount, Verification } from "../../domain/connection.ts";
import type { Post } from "../../domain/post.ts";
import type { Table } from "../../table/store/table.ts";

/** The port of a channel: it publishes posts and measures published ones. */
export interface Channel {
  /** Whether publishing a post twice has the effect of publishing it once. If not, an interrupted publication is never repeated. */
  repeatable: boolean;
  /** For how long publishing a post again is harmless, such as the time for which a platform keeps its keys. @default always */
  repeatableForMs?: number;
  /**
   * How many posts of one brand are published in a minute, evenly spaced. When posts are late, a minute may have two more.
   * @default no limit
   */
  postsPerMinute?: number;
  /**
   * Publishes a post, within 50 s. An error that is not named below means that the outcome is unknown: a time-out or a
   * closed connection after the request was sent, or an error of a channel that may have published the post. No message
   * of an error may contain a secret: clients or logs show it.
   * @throws {ChannelRejected} {@link NotSent} {@link CredentialsInvalid}
   */
  publish: (post: Post, publishing: Publishing) => Promise<Published>;
  /** Measures a published post. An error means that the platform gave no response, so it may be asked again. */
  measure: (post: Post, measuring: Measuring) => Promise<Measured>;
}

/** What a channel may use of the service. */
interface ChannelContext {
  table: Table;
  nowMs: number;
  /** The brand's credentials for the channel; null for a channel that needs none, such as the feed. */
  credentials: Credentials | null;
  /** The account that the brand's posts go to, as the last check found it; null for a channel without credentials. */
  account: ChannelAccount | null;
  /** Where the brand's session with the platform is stored; null for a channel without credentials. */
  sessions: SessionStore | null;
  /** How long a platform may take for one request. */
  timeoutMs: number;
  /** Whether a user's URL may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** What a channel needs to measure a post. */
export type Measuring = ChannelContext;

/** What a channel needs to publish a post. */
export interface Publishing extends ChannelContext {
  /** The post's brand, with its settings. */
  brand: Brand;
  /** The https address at which the service is reached, without a trailing slash. */
  publicUrl: string;
  /** What the account takes, as the last check found it. @default what the channel takes */
  limits?: ChannelLimits;
}

/** A post on its channel. */
export interface Published {
  /** Where readers see the post; null if the channel does not say. */
  externalUrl: string | null;
  /** The platform's id of the post, by which it is measured. @default none */
  externalId?: string;
}

/** The body with which a client connected a channel. The channel's schema has parsed it. */
export type Credentials = Readonly<Record<string, unknown>>;

/** A session with a platform, such as its tokens, that was opened by the brand's credentials. */
export interface Session {
  /** Counts the sessions that were stored for these credentials. */
  version: number;
  tokens: Readonly<Record<string, string>>;
}

/** Stores the session of a brand with a platform, so that all workers use one. It ends with the brand's credentials. */
export interface SessionStore {
  /** The session that a worker stored last; null if there is none. */
  read: () => Promise<Session | null>;
  /**
   * Stores new tokens in place of the session that was read.
   * @returns the session to use: that of another worker if it was quicker, so that two workers do not replace each other's
   */
  replace: (known: Session | null, tokens: Session["tokens"]) => Promise<Session>;
}

/** Asks a platform whether credentials work, for which account, and what its limits are. */
export type Verify = (credentials: Credentials, verifying: Verifying) => Promise<Verification>;

interface Verifying {
  organizationId: string;
  brandId: string;
  /** Identifies this check, if the platform is asked by a request that needs an id. */
  checkId: string;
  nowMs: number;
  /** How long the platform may take for one request: the client waits for the result. */
  timeoutMs: number;
  /** Whether a user's URL may lead to loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
}

/** The metrics of a post; null for a metric that the channel does not give. */
export interface Measured {
  reach: number | null;
  engagements: number | null;
  clicks: number | null;
}

/** A channel rejected a post. The post is not published, and a retry would not change that. */
export class ChannelRejected extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ChannelRejected";
    this.code = code;
  }
}

type NotSentCode = "rate_limited" | "channel_unavailable" | "media_unavailable";

/** What is known about a post that a channel certainly did not get. */
interface NotSentOptions extends ErrorOptions {
  /** How long the channel asks to wait. @default it does not say */
  retryAfterMs?: number;
  /** @default "rate_limited" with `retryAfterMs`, else "channel_unavailable" */
  code?: NotSentCode;
}

/**
 * A channel certainly did not publish a post, and a retry may succeed: no connection, too many requests, or an error by
 * which the channel says that it did nothing. Clients see the message if all retries fail.
 */
export class NotSent extends Error {
  readonly code: NotSentCode;
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
