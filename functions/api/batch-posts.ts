import { errors } from "../contract/errors.ts";
import { postReviewRoutes } from "../contract/routes/post-review.ts";
import { contended, DomainError, notFound } from "../domain/errors.ts";
import { idPattern } from "../domain/ids.ts";
import { inParallel } from "../domain/in-parallel.ts";
import type { Post } from "../domain/post.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { logger } from "../platform/logger.ts";
import { tableForPart } from "../table/idempotent-parts.ts";
import { movePost } from "../table/post-moves.ts";

const atOnceMax = 10;
/** No post is begun after this time: the request must end within ten seconds, and a contended post may take some of them. */
const beginsWithinMs = 4_000;

type Result =
  | { id: string; status: 200; post: ReturnType<typeof postView> }
  | { id: string; status: number; error: Pick<DomainError, "code" | "message"> };

/** Each post has a transaction of its own, the same as in a request for this post alone. */
export const handler = endpoint(postReviewRoutes.batchPosts, async ({ caller, body }, effects) => {
  const { action, ids } = body;
  const startedMs = performance.now();
  const change = async (id: string): Promise<Post> => {
    if (!idPattern("pst").test(id)) throw notFound("post");
    if (performance.now() - startedMs > beginsWithinMs) throw contended("The batch takes too long");
    return movePost(caller, id, action, { ...effects, table: await tableForPart(effects.table, id) });
  };
  const results: Result[] = [];
  const repeatable: unknown[] = [];
  await inParallel(ids, atOnceMax, async (id, index) => {
    results[index] = await change(id)
      .then((post) => ({ id, status: 200 as const, post: postView(post) }))
      .catch((error: unknown) => {
        if (mayRepeat(error)) repeatable.push(error);
        return failed(id, error);
      });
  });
  // An error is not stored under the Idempotency-Key: a repeated request then changes the posts that this one has not changed.
  if (repeatable.length > 0 && effects.table.idempotentCommit !== undefined) throw repeatable[0];
  return { results };
});

/** Whether the same request can have another result: the service has failed, or another request was in the way. */
function mayRepeat(error: unknown): boolean {
  return !(error instanceof DomainError) || error.code === "rate_limited";
}

function failed(id: string, error: unknown): Result {
  if (!(error instanceof DomainError)) logger.error("a post of a batch failed", { postId: id, error });
  const { code, message } =
    error instanceof DomainError
      ? error
      : { code: "internal_error" as const, message: errors.internal_error.title };
  return { id, status: errors[code].status, error: { code, message } };
}
