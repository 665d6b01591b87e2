import { reviewLinkRoutes } from "../contract/routes/review-links.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readReviewLink } from "../table/review-links.ts";

export const handler = endpoint(reviewLinkRoutes.getReviewLink, async ({ caller, id }, { table, nowMs }) => {
  const link = await readReviewLink(table, caller.organizationId, id, nowMs());
  if (link === null) throw notFound("review link");
  return link;
});
