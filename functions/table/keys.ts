import type { DeadLetter } from "../domain/delivery.ts";
import type { Post, PostStatus } from "../domain/post.ts";

/** Every key string of the table is built here. README.md beside this file lists the access patterns. */

export interface Key {
  pk: string;
  sk: string;
}

/** Sorts after every timestamp: rows without the sort field come last ascending and first descending. */
const noTime = "~";

// Every tenant's key begins with its organization, so another organization's id finds nothing.

export const organizationKey = (organizationId: string): Key => ({ pk: organizationId, sk: "ORGANIZATION" });

/** All keys of the organization, in one item. */
export const keyringKey = (organizationId: string): Key => ({ pk: organizationId, sk: "API_KEYS" });

export const apiKeyKey = (keyHash: string): Key => ({ pk: `KEY#${keyHash}`, sk: "KEY" });

export const brandsPartition = (organizationId: string): string => `${organizationId}#BRANDS`;
export const brandKey = (organizationId: string, brandId: string): Key => ({
  pk: brandsPartition(organizationId),
  sk: brandId,
});

export const pipelineKey = (organizationId: string, pipelineId: string): Key => ({
  pk: `${organizationId}#${pipelineId}`,
  sk: "PIPELINE",
});
export const seenItemsKey = (organizationId: string, pipelineId: string): Key => ({
  pk: `${organizationId}#${pipelineId}`,
  sk: "SEEN_ITEMS",
});
export const brandPipelinesPartition = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#PIPELINES`;
export const brandPipelineKey = (organizationId: string, brandId: string, pipelineId: string): Key => ({
  pk: brandPipelinesPartition(organizationId, brandId),
  sk: pipelineId,
});

/** A brand's weekly digests stand in the order of their weeks. */
export const weeklyDigestKey = (organizationId: string, brandId: string, week: string): Key => ({
  pk: `${organizationId}#${brandId}#DIGESTS`,
  sk: week,
});

export const runPartition = (organizationId: string, runId: string): string => `${organizationId}#${runId}`;
export const runKey = (organizationId: string, runId: string): Key => ({
  pk: runPartition(organizationId, runId),
  sk: "RUN",
});
/** Metrics are beside the post's run, so that one query reads those of a run; without a run they are beside the post. */
export const metricsKey = (organizationId: string, runId: string | null, postId: string): Key => ({
  pk: runPartition(organizationId, runId ?? postId),
  sk: `METRICS#${postId}`,
});

export const postKey = (organizationId: string, postId: string): Key => ({
  pk: `${organizationId}#${postId}`,
  sk: "POST",
});

export const webhooksPartition = (organizationId: string): string => `${organizationId}#WEBHOOKS`;
export const webhookKey = (organizationId: string, webhookId: string): Key => ({
  pk: webhooksPartition(organizationId),
  sk: webhookId,
});

/** Who works on a slow endpoint at the moment. */
export const permitKey = (organizationId: string, webhookId: string, permit: number): Key => ({
  pk: `${organizationId}#${webhookId}`,
  sk: `PERMIT#${permit}`,
});

/** Deliveries stand in their subscription's partition, in the order of their events: to list them costs no index. */
export const deliveriesPartition = (organizationId: string, webhookId: string): string =>
  `${organizationId}#${webhookId}#DELIVERIES`;
export const deliveryKey = (delivery: { organizationId: string; webhookId: string; id: string }): Key => ({
  pk: deliveriesPartition(delivery.organizationId, delivery.webhookId),
  sk: delivery.id,
});
/** A dead letter has the ULID of its delivery. */
export const deadLetterKey = (organizationId: string, deadLetterId: string): Key => ({
  pk: `${organizationId}#${deadLetterId}`,
  sk: "DEAD_LETTER",
});
export const deliveryIdOf = (deadLetterId: string): string => deadLetterId.replace(/^dlt_/, "dlv_");
export const deadLetterIdOf = (deliveryId: string): string => deliveryId.replace(/^dlv_/, "dlt_");

/** A POST under an Idempotency-Key, by a hash of what was sent and of the API key that sent it. */
export const storedRequestKey = ({
  organizationId,
  hash,
}: {
  organizationId: string;
  hash: string;
}): Key => ({
  pk: `${organizationId}#IDEMPOTENCY#${hash}`,
  sk: "REQUEST",
});

// What anybody may read by a brand's or a post's id, without a key.

export const feedPartition = (brandId: string): string => `FEED#${brandId}`;
export const feedKey = (brandId: string): Key => ({ pk: feedPartition(brandId), sk: "FEED" });
export const feedEntryPrefix = "ENTRY#";
export const feedEntryKey = (brandId: string, position: string, postId: string): Key => ({
  pk: feedPartition(brandId),
  sk: `${feedEntryPrefix}${position}#${postId}`,
});
/** Where a post is in its feed. */
export const feedPositionKey = (brandId: string, postId: string): Key => ({
  pk: `FEED#${brandId}#POSITIONS`,
  sk: postId,
});
export const feedReadersPartition = (brandId: string): string => `FEED#${brandId}#READERS`;
export const feedReaderKey = (brandId: string, day: string, reader: string): Key => ({
  pk: feedReadersPartition(brandId),
  sk: `${day}#${reader}`,
});
export const linkKey = (postId: string): Key => ({ pk: `LINK#${postId}`, sk: "LINK" });

/** What belongs to no tenant is spread, so that no partition takes more than its share of writes; the sweep reads all. */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;
export const outboxPartition = (shard: string): string => `OUTBOX#${shard}`;
export const outboxKey = (outboxId: string): Key => ({
  pk: outboxPartition(shardOf(outboxId)),
  sk: outboxId,
});

/** The dead letters of all organizations that are not resolved, for the operator's gauges. */
export const openDeadLettersPartition = (shard: string): string => `OPEN_DEAD_LETTERS#${shard}`;
export const openDeadLetterKey = (deadLetterId: string): Key => ({
  pk: openDeadLettersPartition(shardOf(deadLetterId)),
  sk: deadLetterId,
});

function shardOf(id: string): string {
  return shards[(id.codePointAt(id.length - 1) ?? 0) % shards.length] ?? "0";
}

// The indexes: what belongs to the whole organization, and what belongs to one parent, each in three orders.

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

export const runIndexAttributes = (run: {
  organizationId: string;
  pipelineId: string;
  runId: string;
}): Record<string, string> => ({
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

/** Dead letters are listed as they became so, which is not the order of their events. */
export const deadLetterSort = ({ id, createdAt }: Pick<DeadLetter, "id" | "createdAt">): string =>
  `${createdAt}#${id}`;
