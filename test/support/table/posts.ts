import type { Post } from "../../../functions/domain/post.ts";
import { completeRun, insertRun, leaseRun } from "../../../functions/table/runs.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { aRun, testTimeMs } from "./entities.ts";

/** Stores posts of one organization through runs, as the service does. */
export async function storePosts(table: Table, posts: readonly Post[]): Promise<void> {
  for (let start = 0; start < posts.length; start += 50) {
    const chunk = posts.slice(start, start + 50);
    const run = aRun(chunk[0]?.organizationId ?? "");
    await insertRun(table, run, []);
    await leaseRun(table, run, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    await completeRun(table, run, "t", { posts: chunk, stages: [], nowMs: testTimeMs, messages: [] });
  }
}
