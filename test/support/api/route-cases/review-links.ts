import type { reviewLinkRoutes } from "../../../../functions/contract/routes/review-links.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const reviewLinkCases: Record<keyof typeof reviewLinkRoutes, RouteCase> = {
  listReviewLinks: { idInResponse: "rvl", invalidRequests: invalidPages },
  createReviewLink: {
    body: { name: "Ada", mayApprove: true },
    idsInBody: ({ brd: brandId }) => ({ brandId }),
    idInResponse: "brd",
    invalidRequests: [
      { body: {}, fields: ["brandId"] },
      { body: { brandId: "brd", postId: "pst" }, fields: ["brandId"] },
      {
        body: { brandId: "", name: " ", mayApprove: "yes", expiresAt: "tomorrow" },
        fields: ["brandId", "name", "mayApprove", "expiresAt"],
      },
      {
        body: { postId: "p".repeat(201), name: "a".repeat(121), expiresAt: "2020-01-01T00:00:00Z" },
        fields: ["postId", "name", "expiresAt"],
      },
      { body: { brandId: "brd", expiresAt: "2099-01-01T00:00:00Z" }, fields: ["expiresAt"] },
    ],
  },
  getReviewLink: { idInResponse: "rvl", invalidRequests: [] },
  deleteReviewLink: { invalidRequests: [] },
  getReview: { invalidRequests: [] },
};
