import type * as z from "zod/mini";
import type { postReviewRoutes } from "../../../functions/contract/routes/post-review.ts";
import { actor } from "../../../functions/contract/schemas/actor.ts";
import * as batch from "../../../functions/contract/schemas/post-batch.ts";
import * as review from "../../../functions/contract/schemas/post-review.ts";
import { commentsPerPostMax } from "../../../functions/domain/comment.ts";
import { notFound } from "../../../functions/domain/errors.ts";
import { enumSchema, id, pageSchema, proseText, requestSchema, responseSchema } from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes, unknownId } from "../example-story.ts";
import {
  errorBody,
  invalidExample,
  invalidLimitExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";
import { examplePost } from "./posts.ts";

const commentText = proseText("The text of the comment. Must not be blank.");

export const postReviewComponents = {
  Actor: responseSchema(actor, "Who has done something.", {
    type: "`api_key`, `review_link`, or `system` for the service itself.",
    id: "The id of the API key or of the review link; `null` for the service itself.",
    name: "The name that the API key or the review link had at that time.",
  }),
  Comment: responseSchema(review.comment, "A comment on a post.", {
    id: id("cmt", "The id of the comment."),
    postId: id("pst", "The post that the comment is on."),
    text: "The text of the comment.",
    author: "Who has written the comment.",
    createdAt,
  }),
  CommentPage: pageSchema(review.comments, "comments"),
  NewComment: requestSchema(review.newComment, "A new comment.", { text: commentText }),
  ChangesRequest: requestSchema(review.changesRequest, "What must change before a post is approved.", {
    comment: proseText("What must change. It is stored as a comment on the post. Must not be blank."),
  }),
  HistoryEntry: responseSchema(review.historyEntry, "One thing that was done to a post.", {
    id: id("hst", "The id of the entry."),
    action: "What was done. New actions may be added.",
    at: "When it was done.",
    by: "Who has done it.",
    status: "The status of the post afterwards.",
    fields: "The fields that were `edited`; `null` for any other action.",
    commentId: "The comment that was made, for `commented` and `changes_requested`; otherwise `null`.",
  }),
  HistoryPage: pageSchema(review.history, "entries"),
  BatchAction: enumSchema(batch.batchAction, "What to do with each post."),
  PostBatch: requestSchema(batch.postBatch, "One action on many posts.", {
    action: "What to do with each post.",
    ids: "The ids of the posts. Duplicates are removed.",
  }),
  PostBatchResults: responseSchema(batch.postBatchResults, "The result for each post of a batch.", {
    results: [
      "One result for each post, in the order of the request.",
      {
        id: "The id from the request.",
        status: "The HTTP status that the same request for this post alone would get.",
        post: "The changed post, if the status is 200.",
        error: "The error, if the status is not 200.",
      },
    ],
  }),
};

const { made, changed } = exampleTimes;
const keyActor = { type: "api_key" as const, id: exampleIds.key, name: "first write key" };
const text = "Please name the champions.";

const exampleComment: z.output<typeof review.comment> = {
  id: exampleIds.cmt,
  postId: exampleIds.pst,
  text,
  author: keyActor,
  createdAt: changed,
};

const exampleEntry: z.output<typeof review.historyEntry> = {
  id: exampleIds.hst,
  action: "created",
  at: made,
  by: { type: "system", id: null, name: "system" },
  status: "pending",
  fields: null,
  commentId: null,
};

const tooManyComments = unprocessableExample(
  "tooMany",
  `The post already has ${commentsPerPostMax} comments.`,
  `A post can have at most ${commentsPerPostMax} comments.`,
);

export const postReviewOperations: Tagged<Record<keyof typeof postReviewRoutes, OperationText>> = {
  tag: "Review",
  description:
    "What a team does with a post until it is approved: request changes, comment, look up who did what. A review link lets a person without an API key take part.",
  operations: {
    requestChanges: {
      summary: "Request changes of a post",
      description:
        "A `pending` post becomes a `draft`, and the comment says what must change. Sends the event `post.changes_requested`.",
      body: { comment: text },
      success: { text: "The post.", example: { ...examplePost, status: "draft", updatedAt: changed } },
      errors: [
        invalidExample({ body: { comment: " " } }, [{ field: "comment", reason: "must not be blank" }]),
        unprocessableExample(
          "wrongStatus",
          "The post is in a status that does not allow this.",
          "A post in status published cannot be sent back for changes: it must be pending.",
        ),
        tooManyComments,
      ],
    },
    listComments: {
      summary: "List the comments on a post",
      description: "Returns the comments on a post.",
      query: createdQuery,
      success: {
        text: "A page of comments.",
        query: { limit: "1" },
        example: { data: [exampleComment], nextCursor: exampleCursor },
      },
      errors: [invalidLimitExample("ten")],
    },
    createComment: {
      summary: "Comment on a post",
      description: "Adds a comment to a post in any status. The author is the API key or the review link.",
      body: { text },
      success: { text: "The comment.", example: exampleComment },
      errors: [
        invalidExample({ body: { text: " " } }, [{ field: "text", reason: "must not be blank" }]),
        tooManyComments,
      ],
    },
    listPostHistory: {
      summary: "List the history of a post",
      description:
        "Returns who did what to a post, and when, from its creation on. Each entry is stored together with its change.",
      query: createdQuery,
      success: {
        text: "A page of entries.",
        query: { order: "asc", limit: "1" },
        example: { data: [exampleEntry], nextCursor: exampleCursor },
      },
      errors: [
        invalidExample({ query: { order: "up" } }, [{ field: "order", reason: "must be one of asc, desc" }]),
      ],
    },
    batchPosts: {
      summary: "Change many posts",
      description:
        "Does the same to each post as the request for this post alone. Each post is changed independently of the others. A post with the status 429 or 500 can be sent again. With an `Idempotency-Key`, the whole batch returns that status instead: send it again with the same key, and it changes the posts that it has not changed yet.",
      body: { action: "reject", ids: [exampleIds.pst, unknownId("pst")] },
      success: {
        text: "The result for each post.",
        example: {
          results: [
            {
              id: exampleIds.pst,
              status: 200,
              post: { ...examplePost, status: "draft", updatedAt: changed },
            },
            { id: unknownId("pst"), status: 404, ...errorBody(notFound("post")) },
          ],
        },
      },
      errors: [
        invalidExample({ body: { action: "publish", ids: [] } }, [
          { field: "action", reason: "must be one of approve, reject, submit, cancel, retry" },
          { field: "ids", reason: "must be at least 1 item" },
        ]),
      ],
    },
  },
};
