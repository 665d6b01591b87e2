import * as z from "zod/mini";
import { postStatuses } from "../../domain/post.ts";
import { channel } from "./channel.ts";
import { failure } from "./failure.ts";
import {
  commaSeparated,
  givenId,
  givenTime,
  hashtag,
  page,
  pageQuery,
  prose,
  timestamp,
  unique,
  webUrl,
} from "./fields.ts";
import { postGenerator } from "./generator.ts";

export const postStatus = z.enum(postStatuses);

export const postContent = z.object({
  text: z.string(),
  link: z.nullable(z.string()),
  hashtags: z.array(z.string()),
  media: z.array(z.object({ url: z.string(), alt: z.string() })),
});

/** Null for a post that no run made. */
const originId = z.nullable(z.string());

export const postReason = z.object({
  text: z.string(),
  score: z.number(),
  terms: z.object({
    relevance: z.nullable(z.number()),
    freshness: z.number(),
    corroboration: z.number(),
    repetition: z.number(),
  }),
  trend: z.nullable(z.object({ id: z.string(), title: z.string(), score: z.number() })),
});

const nextAttempt = z.object({ at: timestamp, reason: failure });

export const post = z.object({
  id: z.string(),
  brandId: z.string(),
  pipelineId: originId,
  runId: originId,
  channel: z.string(),
  content: postContent,
  length: z.int().check(z.minimum(0)),
  limit: z.int().check(z.minimum(1)),
  status: postStatus,
  scheduledAt: z.nullable(timestamp),
  publishedAt: z.nullable(timestamp),
  externalUrl: z.nullable(z.string()),
  failure: z.nullable(failure),
  // Only a post that waits has it in the table.
  nextAttempt: z._default(z.nullable(nextAttempt), null),
  createdAt: timestamp,
  updatedAt: timestamp,
  // A post that no run made has neither of them in the table.
  reason: z._default(z.nullable(postReason), null),
  generator: z._default(z.nullable(postGenerator), null),
});

export const posts = page(post);

// Stored without "#", which each channel adds.
const bareHashtag = z.pipe(
  hashtag,
  z.transform((tag) => tag.replace(/^#/, "")),
);

/** The maximum of all channels. The channel of a post may have a lower one. */
const textCharactersMax = 10_000;

/** Every platform that takes a description of a picture takes this many characters. Discord has the lowest maximum: 1,024. */
const altCharactersMax = 1_000;

export const filledProse = (charactersMax: number) =>
  prose(charactersMax).check(z.refine((text) => text.trim() !== "", "must not be blank"));

const hashtags = unique(bareHashtag, 0, 20);

export const givenPicture = z.object({ url: webUrl, alt: filledProse(altCharactersMax) });
const media = z.array(givenPicture).check(z.maxLength(4));

export const newPost = z.object({
  brandId: givenId,
  channel,
  text: filledProse(textCharactersMax),
  link: z._default(z.nullable(webUrl), null),
  hashtags: z._default(hashtags, []),
  media: z._default(media, []),
  scheduledAt: z._default(z.nullable(givenTime), null),
  status: z._default(z.enum(["draft", "pending"]), "draft"),
});

export const postChanges = z.object({
  text: z.optional(filledProse(textCharactersMax)),
  link: z.optional(z.nullable(webUrl)),
  hashtags: z.optional(hashtags),
  media: z.optional(media),
  scheduledAt: z.optional(z.nullable(givenTime)),
});

export const postResolution = z
  .object({ status: z.enum(["published", "failed"]), externalUrl: z.optional(webUrl) })
  .check(
    z.refine(({ status, externalUrl }) => status === "failed" || externalUrl !== undefined, {
      path: ["externalUrl"],
    }),
  );

export const postsQuery = z.object({
  status: z.optional(commaSeparated(postStatuses)),
  brandId: z.optional(givenId),
  sort: z._default(z.enum(["createdAt", "scheduledAt", "publishedAt"]), "createdAt"),
  ...pageQuery,
});
