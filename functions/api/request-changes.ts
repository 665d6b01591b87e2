import { postReviewRoutes } from "../contract/routes/post-review.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { requestChanges } from "../table/post-moves.ts";

export const handler = endpoint(postReviewRoutes.requestChanges, async ({ caller, id, body }, effects) =>
  postView(await requestChanges(caller, id, body.comment, effects)),
);
