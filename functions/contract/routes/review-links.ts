import type { Route } from "../route.ts";
import {
  issuedReviewLink,
  newReviewLink,
  review,
  reviewLink,
  reviewLinks,
  reviewLinksQuery,
} from "../schemas/review-link.ts";

export const reviewLinkRoutes = {
  listReviewLinks: {
    operationId: "list-review-links",
    method: "GET",
    path: "/v1/review-links",
    access: "read",
    tableActions: ["Query"],
    query: reviewLinksQuery,
    success: { status: 200, body: reviewLinks },
  },
  createReviewLink: {
    operationId: "create-review-link",
    method: "POST",
    path: "/v1/review-links",
    access: "write",
    seesViewer: true,
    tableActions: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
    body: newReviewLink,
    success: { status: 201, body: issuedReviewLink },
  },
  getReviewLink: {
    operationId: "get-review-link",
    method: "GET",
    path: "/v1/review-links/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "rvl",
    success: { status: 200, body: reviewLink },
  },
  deleteReviewLink: {
    operationId: "delete-review-link",
    method: "DELETE",
    path: "/v1/review-links/{id}",
    access: "write",
    tableActions: ["GetItem", "DeleteItem"],
    id: "rvl",
    success: { status: 204 },
  },
  getReview: {
    operationId: "get-review",
    method: "GET",
    path: "/v1/review",
    access: "read",
    reviewers: "all",
    tableActions: [],
    success: { status: 200, body: review },
  },
} as const satisfies Record<string, Route>;
