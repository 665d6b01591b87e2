import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { cancellationReasonsOf, isConditionFailure, itemOfFailure } from "../../aws/dynamodb.ts";
import { contended } from "../../domain/errors.ts";
import type { OutgoingMessage } from "../../domain/message.ts";
import type { Change, Condition, Item } from "./change.ts";
import { ConditionFailed } from "./condition-failed.ts";
import { outboxItems } from "./outbox.ts";
import type { IdempotentCommit, Table } from "./table.ts";
import { withTransactionRetries } from "./transaction-retries.ts";

export interface CommitOptions<Failed> {
  /** Messages that must follow from the changes: stored in the outbox by the same write. @default none */
  messages?: readonly OutgoingMessage[];
  /**
   * Messages of earlier commits that are stale by the changes. If they are due later than a queue can delay, they wait
   * in schedules, which would add up: the relay deletes those. @default none
   */
  withdrawn?: readonly OutgoingMessage[];
  /** Makes the result, or throws the error, of a commit whose condition failed. @default throws the ConditionFailed */
  onConditionFailed?: (failure: ConditionFailed) => Failed;
}

/**
 * Stores changes together with the messages that must follow from them: all of it or nothing. One change without
 * messages is a plain write, which costs half of a transaction. For a request with an Idempotency-Key the same
 * transaction marks the request as applied; if it is already applied, nothing is stored. A dispatcher sends the messages before
 * this resolves, and the relay those that it does not send.
 * @returns true when the changes are stored, else what `onConditionFailed` returns
 * @throws {ConditionFailed} when a condition fails and there is no `onConditionFailed`; rate_limited when another
 *   execution has taken over the request
 */
export async function commit<Failed = never>(
  table: Table,
  changes: readonly Change[],
  { messages = [], withdrawn = [], onConditionFailed }: CommitOptions<Failed> = {},
): Promise<true | Failed> {
  const { dispatcher } = table;
  const isStoredNow = table.idempotentCommit?.alreadyApplied !== true;
  const isDirect = isStoredNow && withdrawn.length === 0 && dispatcher?.accepts(messages) === true;
  const outbox = outboxItems(table, messages, withdrawn, { isDirect });
  try {
    await write(table, [...changes, ...outbox.map((item) => ({ kind: "put" as const, item }))]);
  } catch (error) {
    if (onConditionFailed === undefined || !(error instanceof ConditionFailed)) throw error;
    return onConditionFailed(error);
  }
  if (isDirect) await dispatcher.dispatch(messages, outbox);
  return true;
}

function write(table: Table, changes: readonly Change[]): Promise<void> {
  const [only] = changes;
  if (only === undefined) return Promise.resolve();
  if (table.idempotentCommit !== undefined) return writeIdempotently(table, table.idempotentCommit, changes);
  if (changes.length === 1 && only.kind !== "check") return writeOne(table, only);
  return writeAll(table, changes);
}

async function writeIdempotently(
  table: Table,
  { alreadyApplied, newCommitId, mark, isMarkedBy }: IdempotentCommit,
  changes: readonly Change[],
): Promise<void> {
  if (alreadyApplied) return;
  const commitId = newCommitId();
  try {
    await writeAll(table, [...changes, mark(commitId)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.indexes.includes(changes.length)) throw error;
    if (isMarkedBy(error.foundAt(changes.length), commitId)) return;
    throw contended("Another try of this request is in progress");
  }
}

async function writeAll(table: Table, changes: readonly Change[]): Promise<void> {
  const TransactItems = changes.map((change) => transactItem(table, change));
  try {
    await withTransactionRetries(() => table.client.send("TransactWriteItems", { TransactItems }));
  } catch (error) {
    throw conditionFailedOf(error) ?? error;
  }
}

async function writeOne(table: Table, change: Exclude<Change, { kind: "check" }>): Promise<void> {
  try {
    await withTransactionRetries(() => sendOne(table, change));
  } catch (error) {
    if (isConditionFailure(error)) throw new ConditionFailed(new Map([[0, itemOf(itemOfFailure(error))]]));
    throw error;
  }
}

async function sendOne(table: Table, change: Exclude<Change, { kind: "check" }>): Promise<void> {
  const common = expression(table, change);
  switch (change.kind) {
    case "put":
      await table.client.send("PutItem", { ...common, Item: change.item });
      return;
    case "delete":
      await table.client.send("DeleteItem", { ...common, Key: change.key });
      return;
    case "update":
      await table.client.send("UpdateItem", { ...common, Key: change.key, UpdateExpression: change.update });
  }
}

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

function transactItem(table: Table, change: Change): TransactItem {
  const common = expression(table, change);
  switch (change.kind) {
    case "put":
      return { Put: { ...common, Item: change.item } };
    case "update":
      return { Update: { ...common, Key: change.key, UpdateExpression: change.update } };
    case "delete":
      return { Delete: { ...common, Key: change.key } };
    case "check":
      return { ConditionCheck: { ...common, Key: change.key, ConditionExpression: change.condition ?? "" } };
  }
}

function expression(table: Table, { condition, names, values }: Condition) {
  return {
    TableName: table.name,
    ...(condition !== undefined && {
      ConditionExpression: condition,
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    }),
    ...(names !== undefined && { ExpressionAttributeNames: names }),
    ...(values !== undefined && { ExpressionAttributeValues: values }),
  };
}

function conditionFailedOf(error: unknown): ConditionFailed | null {
  const reasons = cancellationReasonsOf(error) ?? [];
  const found = reasons.flatMap(({ Code, Item }, index): [number, Item | null][] =>
    Code === "ConditionalCheckFailed" ? [[index, itemOf(Item)]] : [],
  );
  return found.length === 0 ? null : new ConditionFailed(new Map(found));
}

function itemOf(item: Item | undefined): Item | null {
  return item === undefined || Object.keys(item).length === 0 ? null : item;
}
