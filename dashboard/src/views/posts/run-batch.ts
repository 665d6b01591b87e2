import { type BatchAction, batchPosts, type Failure, type Post } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { ApiError, ConnectionError, messageOf } from "../../api/errors.ts";
import { inRequests } from "./batch-rules.ts";

/** The result of a batch for one post. */
export interface BatchResult {
  id: string;
  /** The changed post, if the action was done. */
  post: Post | undefined;
  /** Why it was not done; undefined if it was. */
  error: Failure | undefined;
}

const triesMax = 5;

/**
 * Does one action for many posts, at most 100 in a request. A request that fails as a whole is sent again with the same
 * idempotency key, so no post is changed twice. After the last failed try, the rest of the batch is not sent.
 * @param onProgress is called with the number of posts that are done
 */
export async function runBatch(
  action: BatchAction,
  ids: readonly string[],
  onProgress: (done: number) => void,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  let hasFailed = false;
  for (const request of inRequests(ids)) {
    if (hasFailed) {
      results.push(...failed(request, "not_sent", "This was not sent, because an earlier request failed."));
      continue;
    }
    try {
      results.push(...(await sendBatch(action, request)));
      onProgress(results.length);
    } catch (error) {
      hasFailed = true;
      const message = `It is not known whether this was done. ${messageOf(error)}`;
      results.push(...failed(request, "no_result", message));
    }
  }
  return results;
}

async function sendBatch(action: BatchAction, ids: string[]): Promise<BatchResult[]> {
  const idempotencyKey = crypto.randomUUID();
  for (let tries = 1; ; tries += 1) {
    try {
      const { results } = await dataOf(batchPosts({ idempotencyKey, postBatch: { action, ids } }));
      return results.map(({ id, post, error }) => ({ id, post, error }));
    } catch (error) {
      if (tries >= triesMax || !mayRepeat(error)) throw error;
      await pause(error, tries);
    }
  }
}

const mayRepeat = (error: unknown) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));

function pause(error: unknown, tries: number): Promise<void> {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return new Promise((resolve) => {
    setTimeout(resolve, 1000 * (seconds ?? 2 ** (tries - 1)));
  });
}

function failed(ids: readonly string[], code: string, message: string): BatchResult[] {
  return ids.map((id) => ({ id, post: undefined, error: { code, message } }));
}
