import * as z from "zod/mini";
import { failure } from "./failure.ts";
import { givenId, unique } from "./fields.ts";
import { post } from "./post.ts";

/** The actions that need nothing but the post. */
export const batchAction = z.enum(["approve", "reject", "submit", "cancel", "retry"]);

export const postBatch = z.object({
  action: batchAction,
  ids: unique(givenId, 1, 100),
});

const result = z.object({
  id: z.string(),
  /** The HTTP status that the request for this post alone would get. */
  status: z.int(),
  post: z.optional(post),
  error: z.optional(failure),
});

export const postBatchResults = z.object({ results: z.array(result) });
