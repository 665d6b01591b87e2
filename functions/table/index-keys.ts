import type { Connection, StoredConnectionStatus } from "../domain/connection.ts";
import type { DeadLetter } from "../domain/delivery.ts";
import type { Pipeline, PipelineStatus } from "../domain/pipeline.ts";
import type { Post, PostStatus } from "../domain/post.ts";
import type { Trend, TrendStatus } from "../domain/trend.ts";

// Builds the keys of the table's indexes: lists of an organization and lists of one parent, each in three orders.

/** Sorts after every timestamp: a row without a time comes last in ascending order and first in descending order. */
const noTime = "~";

export const postsOfOrganization = (organizationId: string, status: PostStatus): string =>
  `${organizationId}#POSTS#${status}`;
export const postsOfBrand = (organizationId: string, brandId: string, status: PostStatus): string =>
  `${organizationId}#${brandId}#POSTS#${status}`;

export const postIndexAttributes = (post: Post): Record<string, string> => ({
  orgList: postsOfOrganization(post.organizationId, post.status),
  parentList: postsOfBrand(post.organizationId, post.brandId, post.status),
  createdSort: post.id,
  scheduledSort: `${post.scheduledAt ?? noTime}#${post.id}`,
  publishedSort: `${post.publishedAt ?? noTime}#${post.id}`,
});

export const runsOfPipeline = (organizationId: string, pipelineId: string): string =>
  `${organizationId}#${pipelineId}#RUNS`;

/** The runs of an organization: those that have failed, or all others. So failed ones are found without reading the others. */
export const runsOfOrganization = (organizationId: string, { failed }: { failed: boolean }): string =>
  `${organizationId}#RUNS${failed ? "#failed" : ""}`;

export const pipelinesOfOrganization = (organizationId: string, status: PipelineStatus): string =>
  `${organizationId}#PIPELINES#${status}`;
/** Of the copy of a pipeline in its brand's list, which changes only when clients change the pipeline. */
export const pipelineIndexAttributes = (
  pipeline: Pick<Pipeline, "organizationId" | "status" | "id">,
): Record<string, string> => ({
  orgList: pipelinesOfOrganization(pipeline.organizationId, pipeline.status),
  createdSort: pipeline.id,
});

export const runIndexAttributes = (run: {
  organizationId: string;
  pipelineId: string;
  runId: string;
}): Record<string, string> => ({
  orgList: runsOfOrganization(run.organizationId, { failed: false }),
  parentList: runsOfPipeline(run.organizationId, run.pipelineId),
  createdSort: run.runId,
});

export const deadLettersOfOrganization = (organizationId: string, status: DeadLetter["status"]): string =>
  `${organizationId}#DEAD_LETTERS#${status}`;
export const deadLettersOfWebhook = (
  organizationId: string,
  webhookId: string,
  status: DeadLetter["status"],
): string => `${organizationId}#${webhookId}#DEAD_LETTERS#${status}`;

export const deadLetterIndexAttributes = (
  deadLetter: Pick<DeadLetter, "id" | "organizationId" | "webhookId" | "status">,
): Record<string, string> => ({
  orgList: deadLettersOfOrganization(deadLetter.organizationId, deadLetter.status),
  ...(deadLetter.webhookId !== null && {
    parentList: deadLettersOfWebhook(deadLetter.organizationId, deadLetter.webhookId, deadLetter.status),
  }),
});

/** Dead letters are listed in the order in which they became dead letters, which is not the order of their events. */
export const deadLetterSort = ({ id, createdAt }: Pick<DeadLetter, "id" | "createdAt">): string =>
  `${createdAt}#${id}`;

export const trendsOfOrganization = (organizationId: string, status: TrendStatus): string =>
  `${organizationId}#TRENDS#${status}`;
export const trendsOfBrand = (organizationId: string, brandId: string, status: TrendStatus): string =>
  `${organizationId}#${brandId}#TRENDS#${status}`;

export const trendIndexAttributes = (
  trend: Pick<Trend, "id" | "organizationId" | "brandId" | "status">,
): Record<string, string> => ({
  orgList: trendsOfOrganization(trend.organizationId, trend.status),
  parentList: trendsOfBrand(trend.organizationId, trend.brandId, trend.status),
  createdSort: trend.id,
});

export const connectionsOfOrganization = (organizationId: string, status: StoredConnectionStatus): string =>
  `${organizationId}#CONNECTIONS#${status}`;

/** Connections are listed in the order of their brands' creation, and those of a brand by channel. */
const connectionSort = ({ brandId, channel }: Pick<Connection, "brandId" | "channel">): string =>
  `${brandId}#${channel}`;

export const connectionIndexAttributes = (
  connection: Pick<Connection, "organizationId" | "brandId" | "channel" | "status">,
): Record<string, string> => ({
  orgList: connectionsOfOrganization(connection.organizationId, connection.status),
  createdSort: connectionSort(connection),
});
