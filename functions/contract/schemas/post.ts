import * as z from "zod/mini";
import { postStatuses } from "../../domain/post.ts";
import { failure } from "./failure.ts";
import {
  commaSeparated,
  givenTime,
  hashtag,
  page,
  pageQuery,
  prose,
  timestamp,
  unique,
  webUrl,
} from "./fields.ts";

export const postStatus = z.enum(postStatuses);

export const postContent = z.object({
  text: z.string(),
  link: z.nullable(z.string()),
  hashtags: z.array(z.string()),
  media: z.array(z.object({ url: z.string(), alt: z.string() })),
});

/**
 * The table can store posts that no run made, with null here. No endpoint creates such a post yet, so the response
 * promises a string.
 */
const originId = z.pipe(z.nullable(z.string()), z.string());

export const post = z.object({
  id: z.string(),
  brandId: z.string(),
  pipelineId: originId,
  runId: originId,
  channel: z.string(),
  content: postContent,
  status: postStatus,
  scheduledAt: z.nullable(timestamp),
  publishedAt: z.nullable(timestamp),
  externalUrl: z.nullable(z.string()),
  failure: z.nullable(failure),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const posts = page(post);

// Stored without "#", which each channel adds.
const bareHashtag = z.pipe(
  hashtag,
  z.transform((tag) => tag.replace(/^#/, "")),
);

/** The maximum of all channels. The channel of a post may have a lower one. */
const textCharactersMax = 10_000;

export const postChanges = z.object({
  text: z.optional(
    prose(textCharactersMax).check(z.refine((text) => text.trim() !== "", "must not be blank")),
  ),
  link: z.optional(z.nullable(webUrl)),
  hashtags: z.optional(unique(bareHashtag, 0, 20)),
  scheduledAt: z.optional(z.nullable(givenTime)),
});

export const postsQuery = z.object({
  status: z.optional(commaSeparated(postStatuses)),
  brandId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  sort: z._default(z.enum(["createdAt", "scheduledAt", "publishedAt"]), "createdAt"),
  ...pageQuery,
});
