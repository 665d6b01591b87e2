import { emptyMetrics, type Measurement, type PostMetrics } from "../domain/analytics.ts";
import type { Post } from "../domain/post.ts";
import type { Run } from "../domain/run.ts";
import { trusted } from "../domain/trusted.ts";
import { metricsKey, metricsPrefix, runKey, runPartition } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readItem, readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign } from "./store/update.ts";

const metricNames = ["reach", "engagements", "clicks", "value", "currency"] as const;

/** The change that stores the metrics of a new published post: nothing is measured yet. */
export function emptyMetricsPut(post: Post, publishedAt: string): Change {
  const metrics = emptyMetrics(post.id, publishedAt);
  return { kind: "put", item: { ...metricsKey(post.organizationId, post.runId, post.id), ...metrics } };
}

/**
 * Stores a measurement of a post in place of earlier ones. A metric that could not be measured keeps its earlier value.
 * Metrics of the final stage are not replaced by earlier stages.
 */
export async function storeMetrics(
  table: Table,
  organizationId: string,
  runId: string | null,
  measured: Measurement,
): Promise<void> {
  const { update, names, values } = assign({ ...measured });
  const unmeasured = metricNames.filter((name) => measured[name] === undefined);
  const kept = unmeasured.map((name) => `, #${name} = if_not_exists(#${name}, :none)`);
  await commit(
    table,
    [
      {
        kind: "update",
        key: metricsKey(organizationId, runId, measured.postId),
        update: `${update}${kept.join("")}`,
        condition: "attribute_not_exists(#stage) OR #stage <> :final OR :stage = :final",
        names: { ...names, ...Object.fromEntries(unmeasured.map((name) => [`#${name}`, name])) },
        values: { ...values, ":final": "final", ...(unmeasured.length > 0 && { ":none": null }) },
      },
    ],
    { onConditionFailed: () => undefined },
  );
}

/** Reads the metrics of a post; null when it was never published. */
export function metricsOfPost(
  table: Table,
  { organizationId, runId, id }: Pick<Post, "organizationId" | "runId" | "id">,
): Promise<PostMetrics | null> {
  return readItem<PostMetrics>(table, metricsKey(organizationId, runId, id));
}

/** Reads the metrics of every published post of a run; null when there is no such run. */
export async function metricsOfRun(
  table: Table,
  organizationId: string,
  runId: string,
): Promise<PostMetrics[] | null> {
  const [run, metrics] = await Promise.all([
    readItem<Run>(table, runKey(organizationId, runId)),
    readPartition(table, runPartition(organizationId, runId), { prefix: metricsPrefix }),
  ]);
  return run === null ? null : metrics.map((item) => trusted<PostMetrics>(item));
}
