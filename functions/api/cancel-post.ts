import { postRoutes } from "../contract/routes/posts.ts";
import { movedPost, publicationMessages } from "../domain/post.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(postRoutes.cancelPost, async ({ caller, id }, { table, nowMs }) =>
  changePost(table, caller.organizationId, id, (current) => ({
    post: movedPost(current, "cancel", nowMs()),
    withdrawn: publicationMessages(current),
  })).then(postView),
);
