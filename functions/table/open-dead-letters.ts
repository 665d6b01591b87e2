import { type DeadLetter, type OpenStatus, openStatuses } from "../domain/delivery.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { openDeadLetterKey, openDeadLettersPartition, shards } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import type { Table } from "./store/table.ts";
import { readWebhooks } from "./webhooks.ts";

/** A dead letter that did not change for so long will probably not be replayed. It is no longer counted. */
const countedForMs = 14 * dayMs;

/**
 * About 20,000 dead letters per shard. An operator who knows that there are at least so many need not know the rest.
 */
const pagesPerShardMax = 4;

/**
 * The item of an unresolved dead letter. It is written with every change of the status, and deleted with the last one.
 */
interface OpenDeadLetter {
  sk: string;
  organizationId: string;
  /** Null for an event that could not be fanned out. */
  webhookId: string | null;
  status: OpenStatus;
  /** When the dead letter got this status. */
  sinceMs: number;
  /** Epoch seconds, as DynamoDB's TTL requires. */
  expiresAt: number;
}

export function openDeadLetterPut(
  {
    id,
    organizationId,
    webhookId,
    status,
  }: Pick<DeadLetter, "id" | "organizationId" | "webhookId"> & { status: OpenStatus },
  nowMs: number,
): Change {
  const expiresAt = Math.ceil((nowMs + countedForMs) / secondMs);
  return {
    kind: "put",
    item: { ...openDeadLetterKey(id), organizationId, webhookId, status, sinceMs: nowMs, expiresAt },
  };
}

export function openDeadLetterDelete(deadLetterId: string): Change {
  return { kind: "delete", key: openDeadLetterKey(deadLetterId) };
}

/** The dead letters of all organizations in one status. */
interface OpenDeadLetterCount {
  status: OpenStatus;
  count: number;
  /** The dead letter that has had its status for the longest time; null when there is none. */
  oldest: { id: string; organizationId: string; sinceMs: number } | null;
}

/**
 * Counts the unresolved dead letters of each status. Leaves out those of a deleted subscription, because nobody can
 * replay them.
 * @returns `isComplete`: false when there are more than the function reads; then the counts are minimums
 */
export async function countOpenDeadLetters(
  table: Table,
  nowMs: number,
): Promise<{ all: OpenDeadLetterCount[]; isComplete: boolean }> {
  const read = await Promise.all(shards.map((shard) => openDeadLettersIn(table, shard)));
  const current = read.flatMap(({ open }) => open).filter(({ expiresAt }) => expiresAt * secondMs > nowMs);
  const replayable = await withSubscription(table, current);
  return {
    all: openStatuses.map((status) => countOf(status, replayable)),
    isComplete: read.every(({ isComplete }) => isComplete),
  };
}

async function withSubscription(table: Table, open: readonly OpenDeadLetter[]): Promise<OpenDeadLetter[]> {
  const refs = open.flatMap(({ organizationId, webhookId }) =>
    webhookId ? [{ organizationId, webhookId }] : [],
  );
  const found = await readWebhooks(table, refs);
  const deleted = new Set(refs.flatMap(({ webhookId }, index) => (found[index] ? [] : [webhookId])));
  return open.filter(({ webhookId }) => !webhookId || !deleted.has(webhookId));
}

function countOf(status: OpenStatus, open: readonly OpenDeadLetter[]): OpenDeadLetterCount {
  let count = 0;
  let oldest: OpenDeadLetter | null = null;
  for (const one of open) {
    if (one.status !== status) continue;
    count += 1;
    if (oldest === null || one.sinceMs < oldest.sinceMs) oldest = one;
  }
  if (oldest === null) return { status, count, oldest };
  const { sk: id, organizationId, sinceMs } = oldest;
  return { status, count, oldest: { id, organizationId, sinceMs } };
}

async function openDeadLettersIn(
  table: Table,
  shard: string,
): Promise<{ open: OpenDeadLetter[]; isComplete: boolean }> {
  const open: OpenDeadLetter[] = [];
  let start: Item | undefined;
  for (let page = 0; page < pagesPerShardMax; page += 1) {
    const { Items = [], LastEvaluatedKey } = await table.client.send("Query", {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": openDeadLettersPartition(shard) },
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    open.push(...Items.map((item) => trusted<OpenDeadLetter>(item)));
    start = LastEvaluatedKey;
    if (start === undefined) return { open, isComplete: true };
  }
  return { open, isComplete: false };
}
