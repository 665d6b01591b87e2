import { postRoutes } from "../contract/routes/posts.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { movePost } from "../table/post-moves.ts";

export const handler = endpoint(postRoutes.submitPost, async ({ caller, id }, effects) =>
  postView(await movePost(caller, id, "submit", effects)),
);
