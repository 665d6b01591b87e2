import type { Table } from "../../../functions/table/store/table.ts";
import { bulkStorePosts } from "../../support/table/bulk-store-posts.ts";
import { type ManyPosts, manyPosts, type PostsOwner } from "../../support/table/many-posts.ts";

const progressStep = 10_000;

/** Fills a table with posts, most of them of one organization, and logs the progress. */
export async function seedPosts(
  table: Table,
  { posts: count, seed, owner }: { posts: number; seed: number; owner?: PostsOwner },
  log: (line: string) => void,
): Promise<ManyPosts> {
  const posts = manyPosts(count, { seed, ...(owner !== undefined && { owner }) });
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1_000;
  let logged = 0;
  const stored = await bulkStorePosts(table, posts.each(), (soFar) => {
    if (soFar - logged < progressStep) return;
    logged = soFar;
    log(`${soFar} of ${count} posts after ${seconds().toFixed(0)} s`);
  });
  log(`${stored} posts in ${seconds().toFixed(1)} s, ${Math.round(stored / seconds())} a second`);
  return posts;
}
