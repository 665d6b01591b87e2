import { postRoutes } from "../contract/routes/posts.ts";
import { notFound } from "../domain/errors.ts";
import { newManualPost } from "../domain/post.ts";
import { postView } from "../domain/post-view.ts";
import { postProblems } from "../pipeline/post-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { readBrand } from "../table/brands.ts";
import { assertConnected } from "../table/connections.ts";
import { insertPost } from "../table/posts.ts";
import { alreadyApplied } from "../table/store/table.ts";

export const handler = endpoint(
  postRoutes.createPost,
  async ({ caller, body }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const post = newManualPost({ ...body, id: newId("pst"), organizationId }, nowMs());
    // The brand may be gone since an earlier try of this request has stored the post.
    if (!alreadyApplied(table, {})) {
      if ((await readBrand(table, organizationId, post.brandId)) === null) throw notFound("brand");
      await assertConnected(table, organizationId, post.brandId, [post.channel]);
    }
    return postView(await insertPost(table, post, []));
  },
  { alsoCheck: (body) => postProblems(body, { allowLoopback: allowsLoopback() }) },
);
