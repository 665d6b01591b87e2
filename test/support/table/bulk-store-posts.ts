import type { Post } from "../../../functions/domain/post.ts";
import { postIndexAttributes } from "../../../functions/table/index-keys.ts";
import { postKey } from "../../../functions/table/keys.ts";
import type { Item } from "../../../functions/table/store/change.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import type { Table } from "../../../functions/table/store/table.ts";

/** The limit of a transaction. A batch write takes 2.5 times as long: the embedded engine commits its items one by one. */
const commitItemsMax = 100;
/** One commit is prepared while the other one is written: the engine has one writer. */
const commitsAtOnce = 2;

/** Returns the stored item of a post: its fields, its key and its index attributes. */
export function postItem(post: Post): Item {
  return { ...postKey(post.organizationId, post.id), ...post, ...postIndexAttributes(post) };
}

/**
 * Stores posts directly, without runs and without messages. Calls `onProgress` with the number of posts stored so far.
 * Returns the number of all posts.
 */
export async function bulkStorePosts(
  table: Table,
  posts: Iterator<Post, unknown>,
  onProgress: (stored: number) => void = () => undefined,
): Promise<number> {
  let stored = 0;
  const work = async () => {
    for (let batch = nextBatch(posts); batch.length > 0; batch = nextBatch(posts)) {
      const puts = batch.map((post) => ({ kind: "put" as const, item: postItem(post) }));
      await commit(table, puts);
      stored += batch.length;
      onProgress(stored);
    }
  };
  await Promise.all(Array.from({ length: commitsAtOnce }, work));
  return stored;
}

function nextBatch(posts: Iterator<Post, unknown>): Post[] {
  const batch: Post[] = [];
  while (batch.length < commitItemsMax) {
    const next = posts.next();
    if (next.done === true) break;
    batch.push(next.value);
  }
  return batch;
}
