import { composed } from "../../../domain/channel-text.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import type { Post, PostContent } from "../../../domain/post.ts";
import { isoTime } from "../../../domain/time.ts";
import {
  type Channel,
  type Measured,
  type Measuring,
  NotSent,
  type Published,
  type Publishing,
} from "../channel.ts";
import { imageRules } from "../image-rules.ts";
import { fetchImages } from "../images.ts";
import { fetchLinkCard } from "../link-card.ts";
import { isSuccess, rethrowAsRetryable } from "../platform-request.ts";
import { cardEmbed, imagesEmbed } from "./embed.ts";
import { facetsOf } from "./facets.ts";
import { putRecord } from "./put-record.ts";
import { type Embed, postCollection } from "./record.ts";
import { type BlueskySession, openSession } from "./session.ts";
import { tidOf } from "./tid.ts";
import { blueskyIn, preparationError } from "./xrpc.ts";

/** A Bluesky account, on any server (PDS) of the AT Protocol. */
export const blueskyChannel: Channel = {
  // A post has one record key, and a record is written only where there is none.
  repeatable: true,
  // An account has 5,000 points an hour and 35,000 a day, and a new record takes 3: 8.1 posts a minute all day long.
  // https://docs.bsky.app/docs/advanced-guides/rate-limits
  postsPerMinute: 8,
  publish,
  measure,
};

async function publish(post: Post, publishing: Publishing): Promise<Published> {
  const { content, scheduledAt } = post;
  const { credentials, nowMs } = publishing;
  if (credentials === null) throw new Error("the channel bluesky needs credentials");
  const { text } = composed(content, "bluesky");
  const { languages: langs = null } = blueskyIn(credentials);
  const [session, fetched] = await Promise.all([openSession(publishing), fetchedFor(content, publishing)]);
  const [facets, embed] = await Promise.all([
    facetsOf(text, (handle) => didOf(handle, session)),
    uploaded(fetched, session),
  ]);
  const rkey = tidOf(post);
  const record = {
    $type: postCollection,
    text,
    createdAt: scheduledAt ?? isoTime(nowMs),
    ...(facets.length > 0 && { facets }),
    ...(langs !== null && { langs }),
    ...(embed !== null && { embed }),
  } as const;
  await putRecord(rkey, record, session);
  const did = session.did();
  // An account may change its handle, but never its id.
  return {
    externalUrl: `https://bsky.app/profile/${did}/post/${rkey}`,
    externalId: `at://${did}/${postCollection}/${rkey}`,
  };
}

/** Fetches what a post shows below its text: its images, or else the card of its link. */
async function fetchedFor({ link, media }: PostContent, publishing: Publishing) {
  if (media.length > 0) return { images: await fetchImages(media, imageRules.bluesky, publishing) };
  return link === null ? null : { card: await fetchLinkCard(link, imageRules.bluesky, publishing) };
}

async function uploaded(
  fetched: Awaited<ReturnType<typeof fetchedFor>>,
  session: BlueskySession,
): Promise<Embed | null> {
  if (fetched === null) return null;
  return fetched.images === undefined
    ? cardEmbed(fetched.card, session)
    : imagesEmbed(fetched.images, session);
}

/**
 * Returns the id of the account with a handle; null if there is none.
 * @throws {NotSent} when the server cannot say now: a mention that is missing in the record cannot be added later
 */
async function didOf(handle: string, session: BlueskySession): Promise<string | null> {
  const query = { handle };
  const response = await session
    .request("com.atproto.identity.resolveHandle", { query })
    .catch(rethrowAsRetryable);
  const did = fieldOf(response.json, "did");
  if (isSuccess(response.status)) return typeof did === "string" ? did : null;
  const error = preparationError(response, session.failing());
  if (error instanceof NotSent) throw error;
  return null;
}

/** The statuses of a server without an AppView, which counts likes and replies. */
const withoutAppView: readonly number[] = [400, 404, 501];

/** Engagements: likes, reposts, replies and quotes. Bluesky tells neither how many people saw a post nor who followed its link. */
async function measure({ externalId }: Post, measuring: Measuring): Promise<Measured> {
  const unknown = { reach: null, engagements: null, clicks: null };
  if (externalId === undefined) return unknown;
  const session = await openSession(measuring);
  const query = { uris: externalId };
  const { status, json } = await session.request("app.bsky.feed.getPosts", { query });
  if (withoutAppView.includes(status)) return unknown;
  if (!isSuccess(status)) throw new Error(`Bluesky returned status ${status} for a post`);
  const posts = fieldOf(json, "posts");
  // The list is empty if the post was deleted.
  const post: unknown = Array.isArray(posts) ? posts[0] : undefined;
  if (post === undefined) return unknown;
  const counts = ["likeCount", "repostCount", "replyCount", "quoteCount"].map(
    (name) => Number(fieldOf(post, name)) || 0,
  );
  return { ...unknown, engagements: counts.reduce((total, count) => total + count, 0) };
}
