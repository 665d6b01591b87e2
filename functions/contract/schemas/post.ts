import * as z from "zod/mini";
import { postStatuses } from "../../domain/post.ts";
import { commaSeparated, page, pageQuery, timestamp } from "./fields.ts";

export const post = z.object({
  id: z.string(),
  brandId: z.string(),
  pipelineId: z.string(),
  runId: z.string(),
  channel: z.string(),
  content: z.object({
    text: z.string(),
    link: z.nullable(z.string()),
    hashtags: z.array(z.string()),
    media: z.array(z.object({ url: z.string(), alt: z.string() })),
  }),
  status: z.enum(postStatuses),
  scheduledAt: z.nullable(timestamp),
  publishedAt: z.nullable(timestamp),
  externalUrl: z.nullable(z.string()),
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const posts = page(post);

export const postsQuery = z.object({
  status: z.optional(commaSeparated(postStatuses)),
  brandId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  sort: z._default(z.enum(["createdAt", "scheduledAt", "publishedAt"]), "createdAt"),
  ...pageQuery,
});
