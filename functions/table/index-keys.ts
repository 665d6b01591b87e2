import type { Connection, StoredConnectionStatus } from "../domain/connection.ts";
import type { DeadLetter } from "../domain/delivery.ts";
import type { Pipeline, PipelineStatus } from "../domain/pipeline.ts";
import type { Post, PostStatus } from "../domain/post.ts";
import type { RunStatus } from "../domain/run.ts";
import type { Trend, TrendStatus } from "../domain/trend.ts";

// Builds the keys of the table's indexes: lists of an organization and lists of one parent, each in four orders.

export const postsOfOrganization = (organizationId: string): string => `${organizationId}#POSTS`;
export const postsOfBrand = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#POSTS`;

/** What the sort values of the rows in a status begin with, in the orders that have a part of the list for each status. */
export const inStatus = (status: PostStatus | RunStatus): string => `${status}#`;

export type PostSort = "createdAt" | "scheduledAt" | "publishedAt";

/**
 * The position of a post in a list that is sorted by one of its times. A post without that time has its id as its
 * position. An id begins with a letter, and so sorts after every time: last in ascending order, first in descending order.
 */
export function postPosition(post: Pick<Post, "id" | "scheduledAt" | "publishedAt">, sort: PostSort): string {
  const time = sort === "createdAt" ? null : post[sort];
  return time === null ? post.id : `${time}#${post.id}`;
}

/**
 * A post changes its status several times, so only two orders contain it. Its list and its place in the order of creation
 * stay the same for its whole life. Only published posts are in the order of publication.
 */
export const postIndexAttributes = (post: Post): Record<string, string> => ({
  orgList: postsOfOrganization(post.organizationId),
  parentList: postsOfBrand(post.organizationId, post.brandId),
  createdSort: postPosition(post, "createdAt"),
  statusSort: inStatus(post.status) + postPosition(post, "createdAt"),
  scheduledSort: inStatus(post.status) + postPosition(post, "scheduledAt"),
  ...(post.status === "published" && { publishedSort: postPosition(post, "publishedAt") }),
});

export const runsOfPipeline = (organizationId: string, pipelineId: string): string =>
  `${organizationId}#${pipelineId}#RUNS`;

export const failedRunsOfOrganization = (organizationId: string): string => `${organizationId}#FAILED_RUNS`;

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
  parentList: runsOfPipeline(run.organizationId, run.pipelineId),
  createdSort: run.runId,
});

/** A failed run is also in lists of failed ones: they are found without reading the others. */
export const failedRunIndexAttributes = (run: {
  organizationId: string;
  runId: string;
}): Record<string, string> => ({
  orgList: failedRunsOfOrganization(run.organizationId),
  statusSort: inStatus("failed") + run.runId,
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
