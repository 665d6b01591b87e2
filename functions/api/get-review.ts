import { reviewLinkRoutes } from "../contract/routes/review-links.ts";
import { callerActor } from "../domain/actor.ts";
import { endpoint } from "../platform/endpoint.ts";

export const handler = endpoint(reviewLinkRoutes.getReview, async ({ caller }) => {
  const { review, role, expiresAt } = caller;
  const scope = review ?? { brandId: null, postId: null, mayApprove: role !== "read" };
  return { bearer: callerActor(caller), ...scope, expiresAt };
});
