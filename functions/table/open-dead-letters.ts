import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type DeadLetter, type OpenStatus, openStatuses } from "../domain/delivery.ts";
import { dayMs, secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { openDeadLetterKey, openDeadLettersPartition, shards } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import type { Table } from "./store/table.ts";
import { readWebhooks } from "./webhooks.ts";

/** What nobody has touched for so long nobody is going to replay: it stays a dead letter, and is not counted any more. */
const countedForMs = 14 * dayMs;

/** Of each shard: some 20,000 marks, and more pages would tell an operator nothing that "at least so many" does not. */
const pagesPerShardMax = 4;

/** Stands beside a dead letter for as long as it is not resolved. It is written with every change of its status. */
interface Mark {
  sk: string;
  organizationId: string;
  /** Null of an event that could not be fanned out. */
  webhookId: string | null;
  status: OpenStatus;
  sinceMs: number;
  /** Epoch seconds, as DynamoDB's expiry takes them. */
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
interface OpenDeadLetters {
  status: OpenStatus;
  count: number;
  /** The one that has been in its status for longest; null when there is none. */
  oldest: { id: string; organizationId: string; sinceMs: number } | null;
}

/**
 * Counts what is not resolved, each status by itself. Left out is what nobody can replay any more: its subscription is gone.
 * @returns `isComplete` false when there are more than are looked at: the counts are then the least that it can be
 */
export async function countOpenDeadLetters(
  table: Table,
  nowMs: number,
): Promise<{ all: OpenDeadLetters[]; isComplete: boolean }> {
  const read = await Promise.all(shards.map((shard) => marksOf(table, shard)));
  const current = read.flatMap(({ marks }) => marks).filter((mark) => mark.expiresAt * secondMs > nowMs);
  const counted = await withSubscription(table, current);
  return {
    all: openStatuses.map((status) => summary(status, counted)),
    isComplete: read.every(({ isComplete }) => isComplete),
  };
}

async function withSubscription(table: Table, marks: readonly Mark[]): Promise<Mark[]> {
  const refs = marks.flatMap(({ organizationId, webhookId }) =>
    webhookId ? [{ organizationId, webhookId }] : [],
  );
  const found = await readWebhooks(table, refs);
  const gone = new Set(refs.flatMap(({ webhookId }, index) => (found[index] ? [] : [webhookId])));
  return marks.filter(({ webhookId }) => !webhookId || !gone.has(webhookId));
}

function summary(status: OpenStatus, marks: readonly Mark[]): OpenDeadLetters {
  let count = 0;
  let oldest: Mark | null = null;
  for (const mark of marks) {
    if (mark.status !== status) continue;
    count += 1;
    if (oldest === null || mark.sinceMs < oldest.sinceMs) oldest = mark;
  }
  if (oldest === null) return { status, count, oldest };
  const { sk: id, organizationId, sinceMs } = oldest;
  return { status, count, oldest: { id, organizationId, sinceMs } };
}

async function marksOf(table: Table, shard: string): Promise<{ marks: Mark[]; isComplete: boolean }> {
  const marks: Mark[] = [];
  let start: Item | undefined;
  for (let page = 0; page < pagesPerShardMax; page += 1) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": openDeadLettersPartition(shard) },
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    marks.push(...Items.map((item) => trusted<Mark>(item)));
    start = LastEvaluatedKey;
    if (start === undefined) return { marks, isComplete: true };
  }
  return { marks, isComplete: false };
}
