import { reviewLinkRoutes } from "../contract/routes/review-links.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deleteReviewLink } from "../table/review-links.ts";

export const handler = endpoint(reviewLinkRoutes.deleteReviewLink, async ({ caller, id }, { table, nowMs }) =>
  deleteReviewLink(table, caller.organizationId, id, nowMs()),
);
