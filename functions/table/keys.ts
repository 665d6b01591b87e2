import type { ConnectionRef } from "../domain/connection.ts";

// Builds every key of the table. index-keys.ts builds those of its indexes. README.md in this folder lists the access
// patterns. A change of a stored key raises the version in functions/contract/table-layout.ts.

export interface Key {
  pk: string;
  sk: string;
}

// Every key of a tenant's item begins with the organization's id, so a request of another organization finds nothing.

export const organizationKey = (organizationId: string): Key => ({ pk: organizationId, sk: "ORGANIZATION" });

/** The item that counts the requests of all keys of an organization. */
export const requestCountKey = (organizationId: string): Key => ({ pk: organizationId, sk: "REQUESTS" });

/** The item that holds all API keys of an organization. */
export const keyringKey = (organizationId: string): Key => ({ pk: organizationId, sk: "API_KEYS" });

/** A session of the dashboard, which stands for an API key. */
export const sessionKey = (tokenHash: string): Key => ({ pk: `SESSION#${tokenHash}`, sk: "SESSION" });

export const apiKeyKey = (keyHash: string): Key => ({ pk: `KEY#${keyHash}`, sk: "KEY" });

export const brandsPartition = (organizationId: string): string => `${organizationId}#BRANDS`;
export const brandKey = (organizationId: string, brandId: string): Key => ({
  pk: brandsPartition(organizationId),
  sk: brandId,
});

/** Which times of a brand its posts have taken. */
export const calendarKey = (organizationId: string, brandId: string): Key => ({
  pk: `${organizationId}#${brandId}`,
  sk: "CALENDAR",
});
/** The stories that the pipelines of a brand have posted. */
export const postedStoriesKey = (organizationId: string, brandId: string): Key => ({
  pk: `${organizationId}#${brandId}#POSTED`,
  sk: "STORIES",
});
/** The link of a post of a brand that no run made. */
export const postedLinkKey = (organizationId: string, brandId: string, fingerprint: string): Key => ({
  pk: `${organizationId}#${brandId}#POSTED_LINKS`,
  sk: fingerprint,
});
export const brandPipelinesPartition = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#PIPELINES`;
export const brandPipelineKey = (organizationId: string, brandId: string, pipelineId: string): Key => ({
  pk: brandPipelinesPartition(organizationId, brandId),
  sk: pipelineId,
});

export const pipelineKey = (organizationId: string, pipelineId: string): Key => ({
  pk: `${organizationId}#${pipelineId}`,
  sk: "PIPELINE",
});

/** A brand's list of its runs contains their ids only. */
export const brandRunsPartition = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#RUNS`;
export const brandRunKey = (organizationId: string, brandId: string, runId: string): Key => ({
  pk: brandRunsPartition(organizationId, brandId),
  sk: runId,
});

export const connectionsPartition = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#CHANNELS`;
export const connectionKey = ({ organizationId, brandId, channel }: ConnectionRef): Key => ({
  pk: connectionsPartition(organizationId, brandId),
  sk: channel,
});

export const platformSessionsPartition = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#SESSIONS`;
/** The session of a connection with its platform. */
export const platformSessionKey = ({ organizationId, brandId, channel }: ConnectionRef): Key => ({
  pk: platformSessionsPartition(organizationId, brandId),
  sk: channel,
});

/** The model endpoint of a brand. */
export const modelEndpointKey = (organizationId: string, brandId: string): Key => ({
  pk: `${organizationId}#${brandId}`,
  sk: "MODEL_ENDPOINT",
});

export const sourceStatesPartition = (organizationId: string, brandId: string): string =>
  `${organizationId}#${brandId}#SOURCES`;
/** What a brand's runs know of a source. Several sources may share a place. */
export const sourceStateKey = (organizationId: string, brandId: string, place: string): Key => ({
  pk: sourceStatesPartition(organizationId, brandId),
  sk: place,
});

/** A brand's weekly digests are sorted by week. */
export const weeklyDigestKey = (organizationId: string, brandId: string, week: string): Key => ({
  pk: `${organizationId}#${brandId}#DIGESTS`,
  sk: week,
});

/** All runs of an organization are in one partition, so that its list of them needs no index. */
export const runsPartition = (organizationId: string): string => `${organizationId}#RUNS`;
export const runKey = (organizationId: string, runId: string): Key => ({
  pk: runsPartition(organizationId),
  sk: runId,
});
/** What belongs to a run. */
export const runPartition = (organizationId: string, runId: string): string => `${organizationId}#${runId}`;
/** The stages of a run that has ended. They expire, and the run does not. */
export const runStagesKey = (organizationId: string, runId: string): Key => ({
  pk: runPartition(organizationId, runId),
  sk: "STAGES",
});
/** Apart from the run: a query for the metrics of the run must not read them. */
export const checkpointKey = (
  organizationId: string,
  runId: string,
  checkpointId: string,
  part: number,
): Key => ({
  pk: `${runPartition(organizationId, runId)}#CHECKPOINTS`,
  sk: `${checkpointId}#${part}`,
});
/** Sort keys of metrics begin with this. */
export const metricsPrefix = "METRICS#";
/**
 * Metrics are in the partition of the post's run, so that one query reads those of a run. Without a run they are in the
 * post's partition.
 */
export const metricsKey = (organizationId: string, runId: string | null, postId: string): Key => ({
  pk: runPartition(organizationId, runId ?? postId),
  sk: `${metricsPrefix}${postId}`,
});

/** What a brand remembers of the topics of its sources. */
export const brandTrendsKey = (organizationId: string, brandId: string): Key => ({
  pk: `${organizationId}#${brandId}#TRENDS`,
  sk: "TRACKED",
});
/** A trend that has risen. */
export const trendKey = (organizationId: string, trendId: string): Key => ({
  pk: `${organizationId}#${trendId}`,
  sk: "TREND",
});

export const postKey = (organizationId: string, postId: string): Key => ({
  pk: `${organizationId}#${postId}`,
  sk: "POST",
});

export const postHistoryPartition = (organizationId: string, postId: string): string =>
  `${organizationId}#${postId}#HISTORY`;
/** An entry of a post's history. The entries sort by their time. */
export const postHistoryKey = (organizationId: string, postId: string, entryId: string): Key => ({
  pk: postHistoryPartition(organizationId, postId),
  sk: entryId,
});
export const commentsPartition = (organizationId: string, postId: string): string =>
  `${organizationId}#${postId}#COMMENTS`;
export const commentKey = (organizationId: string, postId: string, commentId: string): Key => ({
  pk: commentsPartition(organizationId, postId),
  sk: commentId,
});

/** Names the review link that was created last: so two that are created at once are counted one after the other. */
export const latestReviewLinkKey = (organizationId: string): Key => ({
  pk: organizationId,
  sk: "REVIEW_LINKS",
});
export const reviewLinksPartition = (organizationId: string): string => `${organizationId}#REVIEW_LINKS`;
export const reviewLinkKey = (organizationId: string, linkId: string): Key => ({
  pk: reviewLinksPartition(organizationId),
  sk: linkId,
});

/** The rate limit of a brand's posts on a channel. */
export const channelRateKey = (organizationId: string, brandId: string, channel: string): Key => ({
  pk: `${organizationId}#${brandId}#CHANNEL_RATES`,
  sk: channel,
});

export const webhooksPartition = (organizationId: string): string => `${organizationId}#WEBHOOKS`;
export const webhookKey = (organizationId: string, webhookId: string): Key => ({
  pk: webhooksPartition(organizationId),
  sk: webhookId,
});

export const permitsPartition = (organizationId: string, webhookId: string): string =>
  `${organizationId}#${webhookId}`;
/** A permit to send to a slow endpoint, while a worker has it. */
export const permitKey = (organizationId: string, webhookId: string, permit: number): Key => ({
  pk: permitsPartition(organizationId, webhookId),
  sk: `PERMIT#${permit}`,
});

/** A permit of an organization to use a worker of a queue for endpoints that are not known to be quick. */
export const organizationPermitKey = (organizationId: string, queue: string, permit: number): Key => ({
  pk: `${organizationId}#PERMITS`,
  sk: `PERMIT#${queue}#${permit}`,
});

/** Deliveries are in their subscription's partition, sorted by event: listing them needs no index. */
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
/** The id of the dead letter that has this key. */
export const deadLetterIdIn = ({ pk }: Key): string => pk.slice(pk.indexOf("#") + 1);
export const deliveryIdOf = (deadLetterId: string): string => deadLetterId.replace(/^dlt_/, "dlv_");
export const deadLetterIdOf = (deliveryId: string): string => deliveryId.replace(/^dlv_/, "dlt_");

const bulkReplaysPartition = (organizationId: string): string => `${organizationId}#BULK_REPLAYS`;
export const bulkReplayKey = (organizationId: string, replayId: string): Key => ({
  pk: bulkReplaysPartition(organizationId),
  sk: replayId,
});
/** Names the bulk replay that an organization has started last. */
export const latestBulkReplayKey = (organizationId: string): Key => ({
  pk: bulkReplaysPartition(organizationId),
  sk: "LATEST",
});

/** A request with an Idempotency-Key. The hash is an HMAC of the Idempotency-Key with the API key. */
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

// Public items: anybody can read them by the id of a brand or a post, without an API key.

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
export const feedAudiencePartition = (brandId: string): string => `FEED#${brandId}#AUDIENCE`;
/** Who read a feed on a day. */
export const feedAudienceKey = (brandId: string, day: string): Key => ({
  pk: feedAudiencePartition(brandId),
  sk: day,
});
export const linkKey = (postId: string): Key => ({ pk: `LINK#${postId}`, sk: "LINK" });
/** Who followed a link in an hour. */
export const clicksKey = (postId: string, hour: string): Key => ({
  pk: linkKey(postId).pk,
  sk: `CLICKS#${hour}`,
});

/**
 * Items that belong to no tenant are spread over eight partitions, because a partition takes a limited number of
 * writes.
 */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;
export const outboxPartition = (shard: string): string => `OUTBOX#${shard}`;
export const outboxKey = (outboxId: string): Key => ({
  pk: outboxPartition(shardOf(outboxId)),
  sk: outboxId,
});

/** The unresolved dead letters of all organizations. The service counts them for the operator's metrics. */
export const openDeadLettersPartition = (shard: string): string => `OPEN_DEAD_LETTERS#${shard}`;
export const openDeadLetterKey = (deadLetterId: string): Key => ({
  pk: openDeadLettersPartition(shardOf(deadLetterId)),
  sk: deadLetterId,
});

function shardOf(id: string): string {
  return shards[(id.codePointAt(id.length - 1) ?? 0) % shards.length] ?? "0";
}
