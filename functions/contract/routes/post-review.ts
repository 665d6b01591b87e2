import type { Route } from "../route.ts";
import { post } from "../schemas/post.ts";
import { postBatch, postBatchResults } from "../schemas/post-batch.ts";
import {
  changesRequest,
  comment,
  comments,
  commentsQuery,
  history,
  historyQuery,
  newComment,
} from "../schemas/post-review.ts";

/** What a team does with a post until it is approved. */
export const postReviewRoutes = {
  requestChanges: {
    operationId: "request-changes",
    method: "POST",
    path: "/v1/posts/{id}/request-changes",
    access: "write",
    reviewers: "approvers",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    id: "pst",
    body: changesRequest,
    success: { status: 200, body: post },
  },
  listComments: {
    operationId: "list-comments",
    method: "GET",
    path: "/v1/posts/{id}/comments",
    access: "read",
    reviewers: "all",
    tableActions: ["GetItem", "Query"],
    id: "pst",
    query: commentsQuery,
    success: { status: 200, body: comments },
  },
  createComment: {
    operationId: "create-comment",
    method: "POST",
    path: "/v1/posts/{id}/comments",
    access: "write",
    reviewers: "all",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    id: "pst",
    body: newComment,
    success: { status: 201, body: comment },
  },
  listPostHistory: {
    operationId: "list-post-history",
    method: "GET",
    path: "/v1/posts/{id}/history",
    access: "read",
    tableActions: ["GetItem", "Query"],
    id: "pst",
    query: historyQuery,
    success: { status: 200, body: history },
  },
  batchPosts: {
    operationId: "batch-posts",
    method: "POST",
    path: "/v1/posts/batch",
    access: "write",
    tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    body: postBatch,
    success: { status: 200, body: postBatchResults },
  },
} as const satisfies Record<string, Route>;
