import { notFound } from "../domain/errors.ts";
import type { Post } from "../domain/post.ts";
import { creationEntry, type HistoryEntry } from "../domain/post-history.ts";
import { trusted } from "../domain/trusted.ts";
import { postHistoryKey, postHistoryPartition } from "./keys.ts";
import { readPost } from "./posts.ts";
import type { Change } from "./store/change.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import type { Table } from "./store/table.ts";

/** The change that stores an entry of a post's history. It belongs in the transaction that changes the post. */
export function historyPut(
  { organizationId, id }: Pick<Post, "organizationId" | "id">,
  entry: HistoryEntry,
): Change {
  return { kind: "put", item: { ...postHistoryKey(organizationId, id, entry.id), ...entry } };
}

/** Reads one page of the history of a post, which begins with its creation. @throws not_found */
export async function pageOfHistory(
  table: Table,
  organizationId: string,
  postId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: HistoryEntry[]; next: string | null }> {
  const post = await readPost(table, organizationId, postId);
  if (post === null) throw notFound("post");
  const partition = postHistoryPartition(organizationId, postId);
  const { items, next } = await pageOfItems(table, partition, order, limit, after);
  const stored = items.map((item) => trusted<HistoryEntry>(item));
  const first = creationEntry(post);
  // The creation is the oldest entry. Its id sorts before those of the stored ones.
  const isNext = after === null || (order === "asc" ? first.id > after : first.id < after);
  const created = isNext ? [first] : [];
  const listed = order === "asc" ? [...created, ...stored] : [...stored, ...(next === null ? created : [])];
  const rows = listed.slice(0, limit);
  const hasMore = listed.length > limit || next !== null;
  return { rows, next: hasMore ? (rows.at(-1)?.id ?? null) : null };
}
