import type { Brand } from "../domain/brand.ts";
import type { ChannelName } from "../domain/channel.ts";
import { type ChannelLimits, variesByAccount } from "../domain/channel-limits.ts";
import type { Connection } from "../domain/connection.ts";
import type { Post } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import { readConnection } from "./connections.ts";
import { connectionKey } from "./keys.ts";
import { readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/*
 * Posts are shown and checked with the limits that the connection has now. They are not stored with the post, because a
 * stored limit would be wrong after the brand connects another account, or the instance changes its limits. It costs one
 * read for a post, and one batch read for a page, with one item of each brand on it. Channels whose accounts all have the
 * same limits cost nothing.
 */

interface PostPlace {
  organizationId: string;
  brandId: string;
  channel: ChannelName;
}

/** Returns the limits of a connection, if the accounts of its channel have limits of their own; else undefined. */
export function ownLimits(connection: Connection | null): ChannelLimits | undefined {
  return connection !== null && variesByAccount(connection.channel) ? connection.limits : undefined;
}

/** Reads the limits of the account that a brand's posts on a channel go to; undefined if they are those of the channel. */
export async function readOwnLimits(
  table: Table,
  { organizationId, brandId, channel }: PostPlace,
): Promise<ChannelLimits | undefined> {
  if (!variesByAccount(channel)) return undefined;
  return ownLimits(await readConnection(table, { organizationId, brandId, channel }));
}

/** Reads the limits of a brand's accounts, for those of the channels whose accounts have limits of their own. */
export async function readOwnLimitsOf(
  table: Table,
  { organizationId, id: brandId }: Pick<Brand, "organizationId" | "id">,
  channels: readonly ChannelName[],
): Promise<ReadonlyMap<ChannelName, ChannelLimits>> {
  const read = await Promise.all(
    channels.map(
      async (channel) => [channel, await readOwnLimits(table, { organizationId, brandId, channel })] as const,
    ),
  );
  return new Map(read.flatMap(([channel, limits]) => (limits === undefined ? [] : [[channel, limits]])));
}

/** Returns a post with the limits of its brand's account. */
export async function withOwnLimits(table: Table, post: Post): Promise<Post> {
  const limits = await readOwnLimits(table, post);
  return limits === undefined ? post : { ...post, limits };
}

/** Returns the posts of a page with the limits of their brands' accounts. */
export async function pageWithOwnLimits(table: Table, posts: readonly Post[]): Promise<Post[]> {
  const keys = new Map(
    posts.flatMap(({ organizationId, brandId, channel }) =>
      variesByAccount(channel)
        ? [[`${brandId} ${channel}`, connectionKey({ organizationId, brandId, channel })] as const]
        : [],
    ),
  );
  const connections = (await readItems(table, [...keys.values()])).map((item) => trusted<Connection>(item));
  return posts.map((post) => {
    const { brandId, channel } = post;
    const connection = connections.find((one) => one.brandId === brandId && one.channel === channel);
    return connection === undefined ? post : { ...post, limits: connection.limits };
  });
}
