import type { Post } from "../../../functions/domain/post.ts";
import { postIndexAttributes, postKey } from "../../../functions/table/keys.ts";
import type { Item } from "../../../functions/table/store/change.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import type { Table } from "../../../functions/table/store/table.ts";

/** What a transaction takes. The embedded engine commits it once, a batch write item by item: 2.5 times the time. */
const commitItemsMax = 100;
/** One is made ready while the other is written: the engine has one writer. */
const commitsAtOnce = 2;

/** A post as it stands in the table: its fields, its key, its places in the indexes. */
export function postItem(post: Post): Item {
  return { ...postKey(post.organizationId, post.id), ...post, ...postIndexAttributes(post) };
}

/**
 * Stores posts as they are, without runs and without what would follow from them. `onProgress` is told how many are
 * stored so far; answers with how many there were.
 */
export async function storeMany(
  table: Table,
  posts: Iterator<Post, unknown>,
  onProgress: (stored: number) => void = () => undefined,
): Promise<number> {
  let stored = 0;
  const work = async () => {
    for (let batch = take(posts); batch.length > 0; batch = take(posts)) {
      const births = batch.map((post) => ({ kind: "put" as const, item: postItem(post) }));
      await commit(table, births);
      stored += batch.length;
      onProgress(stored);
    }
  };
  await Promise.all(Array.from({ length: commitsAtOnce }, work));
  return stored;
}

function take(posts: Iterator<Post, unknown>): Post[] {
  const batch: Post[] = [];
  while (batch.length < commitItemsMax) {
    const next = posts.next();
    if (next.done === true) break;
    batch.push(next.value);
  }
  return batch;
}
