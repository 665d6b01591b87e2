import type { postReviewRoutes } from "../../../../functions/contract/routes/post-review.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

const longText = "a".repeat(5_001);

export const postReviewCases: Record<keyof typeof postReviewRoutes, RouteCase> = {
  requestChanges: {
    body: { comment: "Please name the source." },
    idInResponse: "pst",
    invalidRequests: [
      { body: {}, fields: ["comment"] },
      { body: { comment: " " }, fields: ["comment"] },
      { body: { comment: longText }, fields: ["comment"] },
      { body: { comment: "a\u0000b" }, fields: ["comment"] },
    ],
  },
  listComments: { invalidRequests: invalidPages },
  createComment: {
    body: { text: "A fine post." },
    idInResponse: "pst",
    invalidRequests: [
      { body: {}, fields: ["text"] },
      { body: { text: "" }, fields: ["text"] },
      { body: { text: longText }, fields: ["text"] },
      { body: { text: ["a"] }, fields: ["text"] },
    ],
  },
  listPostHistory: {
    invalidRequests: [
      ...invalidPages,
      { query: "order=newest&sort=at&limit=x", fields: ["order", "sort", "limit"] },
    ],
  },
  batchPosts: {
    body: { action: "reject" },
    idsInBody: ({ pst }) => ({ ids: [pst] }),
    idInResponse: "pst",
    invalidRequests: [
      { body: {}, fields: ["action", "ids"] },
      { body: { action: "delete", ids: [] }, fields: ["action", "ids"] },
      { body: { action: "approve", ids: ["", 1] }, fields: ["ids[0]", "ids[1]"] },
      {
        body: { action: "approve", ids: Array.from({ length: 101 }, (_, index) => `pst_${index}`) },
        fields: ["ids"],
      },
    ],
  },
};
