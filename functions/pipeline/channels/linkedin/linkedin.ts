import { composed } from "../../../domain/channel-text.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import type { Post, PostContent } from "../../../domain/post.ts";
import { outcomeUnknown } from "../../../domain/post-resolution.ts";
import {
  type Channel,
  ChannelRejected,
  type Measured,
  type Measuring,
  type Published,
  type Publishing,
} from "../channel.ts";
import { imageRules } from "../image-rules.ts";
import { fetchImages } from "../images.ts";
import { isSuccess, type PlatformResponse, rethrowAsNotSent } from "../platform-request.ts";
import {
  type LinkedinApi,
  linkedinCredentialsIn,
  linkedinError,
  lostStatuses,
  openLinkedin,
  reasonIn,
} from "./api.ts";
import { type UploadedImage, uploadImages } from "./upload-images.ts";

/** A member or an organization of LinkedIn. */
export function linkedinChannel(api: LinkedinApi): Channel {
  return {
    // The Posts API has no idempotency key. It rejects a duplicate, but only for minutes, and what it compares is unknown.
    repeatable: false,
    // LinkedIn has a limit for a day, and says when it is reached. This one only spreads the posts.
    postsPerMinute: 10,
    publish: (post, publishing) => publish(api, post, publishing),
    measure: (post, measuring) => measure(api, post, measuring),
  };
}

async function publish(api: LinkedinApi, { content }: Post, publishing: Publishing): Promise<Published> {
  const { credentials, nowMs } = publishing;
  if (credentials === null) throw new Error("the channel linkedin needs credentials");
  const { author } = linkedinCredentialsIn(credentials);
  const files = await fetchImages(content.media, imageRules.linkedin, publishing);
  const { apiUrl } = api;
  // An upload takes two requests: each has half of the time, so that the whole publication takes less than 50 s.
  const halfTime = { ...publishing, timeoutMs: publishing.timeoutMs / 2 };
  const upload = openLinkedin({ apiUrl }, credentials, halfTime);
  const images = await uploadImages(files, upload, { credentials, nowMs });
  const ask = openLinkedin({ apiUrl }, credentials, publishing);
  const response = await ask("/rest/posts", {
    method: "POST",
    json: {
      author,
      commentary: composed(content, "linkedin").text,
      visibility: "PUBLIC",
      distribution: {
        feedDistribution: "MAIN_FEED",
        targetEntities: [],
        thirdPartyDistributionChannels: [],
      },
      ...attached(content, images),
      lifecycleState: "PUBLISHED",
      isReshareDisabledByAuthor: false,
    },
  }).catch(rethrowAsNotSent);
  if (!isSuccess(response.status))
    throw duplicateError(response) ?? linkedinError(response, { credentials, nowMs });
  const urn = response.headers["x-restli-id"];
  if (typeof urn !== "string" || !/^urn:li:\w+:\d+$/.test(urn)) return { externalUrl: null };
  return { externalUrl: urlOf(urn), externalId: urn };
}

const urlOf = (urn: string) => `https://www.linkedin.com/feed/update/${urn}/`;

/** What is shown below the text: the images, or a card of the link. LinkedIn reads no page, so the card needs a title. */
function attached({ text, link }: PostContent, images: readonly UploadedImage[]): object {
  const [image, ...more] = images;
  if (image !== undefined)
    return { content: more.length === 0 ? { media: image } : { multiImage: { images } } };
  return link === null ? {} : { content: { article: { source: link, title: titleOf(text, link) } } };
}

const titleUnitsMax = 400;

/** The first line of the post. A title is plain text, so nothing is escaped. */
function titleOf(text: string, link: string): string {
  const [line = ""] = text.trim().split("\n");
  const title = line.trim() === "" ? new URL(link).host : line.trim();
  // Do not cut between the halves of a character.
  return title.slice(0, titleUnitsMax).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * LinkedIn rejects a post that it already shows. Only a person can know whether that is this post, published by an attempt
 * that was not confirmed. So the outcome is unknown, and the person can resolve it.
 */
function duplicateError(response: PlatformResponse): Error | null {
  const [, urn] = /duplicate of (urn:li:\w+:\d+)/.exec(reasonIn(response) ?? "") ?? [];
  if (urn === undefined) return null;
  return new ChannelRejected(
    outcomeUnknown,
    `LinkedIn already shows the same content at ${urlOf(urn)} and rejects duplicates. If that is this post, resolve it as published. If not, resolve it as failed and change its text before you retry.`,
  );
}

/** Engagements: reactions and comments. LinkedIn tells them only to apps that may read posts. */
async function measure(api: LinkedinApi, { externalId }: Post, measuring: Measuring): Promise<Measured> {
  const unknown = { reach: null, engagements: null, clicks: null };
  const { credentials } = measuring;
  if (externalId === undefined || credentials === null) return unknown;
  const ask = openLinkedin(api, credentials, measuring);
  const { status, json } = await ask(`/rest/socialMetadata/${encodeURIComponent(externalId)}`);
  // The app may not read the post, or the post was deleted.
  if (lostStatuses.includes(status) || status === 404) return unknown;
  if (!isSuccess(status) || json === undefined)
    throw new Error(`LinkedIn returned status ${status} instead of the metadata of a post`);
  const reactions = fieldOf(json, "reactionSummaries");
  const counted = typeof reactions === "object" && reactions !== null ? Object.values(reactions) : [];
  const counts = [...counted, fieldOf(json, "commentSummary")].map(
    (one) => Number(fieldOf(one, "count")) || 0,
  );
  return { ...unknown, engagements: counts.reduce((total, count) => total + count, 0) };
}
