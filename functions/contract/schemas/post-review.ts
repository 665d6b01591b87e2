import * as z from "zod/mini";
import { commentCharactersMax } from "../../domain/comment.ts";
import { editableFields, historyActions } from "../../domain/post-history.ts";
import { actor } from "./actor.ts";
import { createdQuery, page, timestamp } from "./fields.ts";
import { filledProse, postStatus } from "./post.ts";

export const comment = z.object({
  id: z.string(),
  postId: z.string(),
  text: z.string(),
  author: actor,
  createdAt: timestamp,
});

export const comments = page(comment);

export const commentsQuery = z.object(createdQuery);

export const newComment = z.object({ text: filledProse(commentCharactersMax) });

export const changesRequest = z.object({ comment: filledProse(commentCharactersMax) });

export const historyEntry = z.object({
  id: z.string(),
  action: z.enum(historyActions),
  at: timestamp,
  by: actor,
  status: postStatus,
  fields: z.nullable(z.array(z.enum(editableFields))),
  commentId: z.nullable(z.string()),
});

export const history = page(historyEntry);

export const historyQuery = z.object(createdQuery);
