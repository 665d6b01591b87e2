import type { ChannelAccount } from "../../../functions/domain/connection.ts";
import type { Post } from "../../../functions/domain/post.ts";
import type { Channel, SessionStore } from "../../../functions/pipeline/channels/channel.ts";

/** How the fake platform of a channel answers a request to publish a post. */
export type Fault =
  /** It asks to wait for `retryAfterSeconds`. */
  | "rate_limited"
  | "credentials_expired"
  /** It rejects the content. */
  | "rejected"
  /** A server error by which the platform says that it did nothing. */
  | "unavailable"
  | "no_connection"
  /** The connection is not made within the time limit. */
  | "connect_timeout"
  /** It publishes the post and sends no response within the time limit. */
  | "timeout_published"
  /** It does not publish the post and sends no response within the time limit. */
  | "timeout_lost"
  /** It publishes the post and closes the connection. */
  | "reset_published"
  /** It publishes the post and sends a server error. */
  | "error_published";

/** A channel with a fake platform that a test can script. */
export interface ChannelUnderTest {
  channel: Channel;
  /** Read before each attempt. */
  credentials: Readonly<Record<string, string>> | null;
  /** The account of the credentials. @default none */
  account?: ChannelAccount;
  /** Where the channel stores its session. @default nowhere */
  sessions?: SessionStore;
  /** What readers see of a post on the platform: one entry each time that it was published. */
  seen: (post: Post) => Promise<unknown[]>;
  /** What readers must see of a post that was published as written. */
  asWritten: (post: Post) => unknown;
  /** The platform answers the next `times` requests to publish in this way. */
  fail: (fault: Fault, options?: { times?: number; retryAfterSeconds?: number }) => void;
  /** How many requests to publish the platform got. */
  requests: () => number;
}
