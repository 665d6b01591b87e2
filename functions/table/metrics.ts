import { emptyMetrics, type PostMetrics } from "../domain/analytics.ts";
import type { Post } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import { metricsKey, runPartition } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** The change that stores the metrics of a new published post: nothing is measured yet. */
export function emptyMetricsPut(post: Post, publishedAt: string): Change {
  const metrics = emptyMetrics(post.id, publishedAt);
  return { kind: "put", item: { ...metricsKey(post.organizationId, post.runId, post.id), ...metrics } };
}

/**
 * Stores the measured metrics of a post in place of earlier ones. Metrics of the final stage are not replaced by
 * earlier stages.
 */
export async function storeMetrics(
  table: Table,
  organizationId: string,
  runId: string | null,
  metrics: PostMetrics,
): Promise<void> {
  const item = { ...metricsKey(organizationId, runId, metrics.postId), ...metrics };
  const condition = "attribute_not_exists(stage) OR stage <> :final OR :stage = :final";
  const values = { ":final": "final", ":stage": metrics.stage };
  await commit(table, [{ kind: "put", item, condition, values }], { onConditionFailed: () => undefined });
}

/** Reads the metrics of every published post of a run; null when there is no such run. One query. */
export async function metricsOfRun(
  table: Table,
  organizationId: string,
  runId: string,
): Promise<PostMetrics[] | null> {
  const items = await readPartition(table, runPartition(organizationId, runId));
  if (!items.some(({ sk }) => sk === "RUN")) return null;
  return items.filter(({ sk }) => sk !== "RUN").map((item) => trusted<PostMetrics>(item));
}
