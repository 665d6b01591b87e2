import type { ChannelName } from "../../../functions/domain/channel.ts";
import { newPost } from "../../../functions/domain/new-post.ts";
import { type Post, schedulingMessages } from "../../../functions/domain/post.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { insertPost } from "../../../functions/table/posts.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import type { Client } from "../../support/client/http-client.ts";
import { mapConcurrently } from "../../support/tenancy/map-concurrently.ts";
import { created } from "../calls.ts";
import { connectionsOfKind, type PublicationsOptions } from "./options.ts";
import type { Platforms } from "./platforms.ts";

/** A brand that is connected to one platform. */
interface ConnectedBrand {
  brandId: string;
  channel: ChannelName;
}

/** A post that is due. */
export interface DuePost {
  post: Post;
  dueMs: number;
  /** What identifies it on its platform. */
  mark: string;
}

const newId = idMaker(() => Date.now());

/** Creates brands of one organization by the REST API, and connects each to a platform of its own. */
export async function connectBrands(
  client: Client,
  { keys }: Pick<ServiceFile, "keys">,
  platforms: Platforms,
): Promise<ConnectedBrand[]> {
  const connected: ConnectedBrand[] = [];
  for (let number = 0; number < connectionsOfKind; number += 1) {
    const credentials = {
      webhook: platforms.endpoint(number),
      discord: platforms.discord(number),
    } as const;
    for (const channel of ["webhook", "discord"] as const) {
      const name = `${channel} ${number}`;
      const brand = await created(client, keys.write, "/v1/brands", { name, timezone: "UTC" });
      const path = `/v1/brands/${brand.id}/channels/${channel}`;
      const { status, text } = await client.call("PUT", path, {
        key: keys.write,
        body: credentials[channel],
      });
      if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text}`);
      connected.push({ brandId: brand.id ?? "", channel });
    }
  }
  return connected;
}

/**
 * Stores scheduled posts with their messages, as the service does. They are due evenly over the time from `startMs` on. The
 * posts of each connection are spread over that time.
 */
export async function storeDuePosts(
  table: Table,
  { organizationId, brands }: { organizationId: string; brands: readonly ConnectedBrand[] },
  { posts, discordPosts, seconds }: PublicationsOptions,
  startMs: number,
): Promise<DuePost[]> {
  const planned = interleaved(brands, posts, discordPosts).map((brand, index) =>
    duePost(organizationId, brand, Math.round(startMs + (index * seconds * 1_000) / posts)),
  );
  await mapConcurrently(planned, ({ post }) =>
    insertPost(table, post, schedulingMessages(post, newId, Date.now())),
  );
  return planned;
}

/** Returns the brand of each post, so that the posts of every brand are evenly spread over the list. */
function interleaved(
  brands: readonly ConnectedBrand[],
  posts: number,
  discordPosts: number,
): ConnectedBrand[] {
  const ofEndpoints = posts - connectionsOfKind * discordPosts;
  const placed = brands.flatMap((brand, index) => {
    const nth = Math.floor(index / 2);
    const count =
      brand.channel === "discord" ? discordPosts : Math.floor((ofEndpoints + nth) / connectionsOfKind);
    return Array.from({ length: count }, (_, place) => ({
      brand,
      at: (place + index / brands.length) / count,
    }));
  });
  return placed.toSorted((one, other) => one.at - other.at).map(({ brand }) => brand);
}

function duePost(organizationId: string, { brandId, channel }: ConnectedBrand, dueMs: number): DuePost {
  const id = newId("pst");
  // Discord shows no other mark of a post than its text. An underscore would be escaped.
  const text = id.replace("_", " ");
  const content = { text, link: null, hashtags: [], media: [] };
  const ids = { id, organizationId, brandId, pipelineId: null, runId: null };
  const post = newPost({ ...ids, channel, content }, "auto", dueMs, Date.now());
  return { post, dueMs, mark: channel === "discord" ? text : id };
}
