import type { Route } from "../route.ts";
import { post, posts, postsQuery } from "../schemas/post.ts";

export const postRoutes = {
  listPosts: {
    operationId: "list-posts",
    method: "GET",
    path: "/v1/posts",
    access: "read",
    tableActions: ["Query", "BatchGetItem"],
    query: postsQuery,
    success: { status: 200, body: posts },
  },
  getPost: {
    operationId: "get-post",
    method: "GET",
    path: "/v1/posts/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "pst",
    success: { status: 200, body: post },
  },
  approvePost: {
    operationId: "approve-post",
    method: "POST",
    path: "/v1/posts/{id}/approve",
    access: "write",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    id: "pst",
    success: { status: 200, body: post },
  },
} as const satisfies Record<string, Route>;
