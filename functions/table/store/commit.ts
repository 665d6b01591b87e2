import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { contended } from "../../domain/errors.ts";
import type { OutgoingMessage } from "../../domain/message.ts";
import type { Key } from "../keys.ts";
import { intentItems } from "./outbox.ts";
import type { Item, Once, Table } from "./table.ts";
import { withConflictRetries } from "./transaction-retries.ts";

/** One write of a commit; a check writes nothing and only holds the others back. */
export type Change =
  | ({ kind: "put"; item: Item } & Condition)
  | ({ kind: "update"; key: Key; update: string } & Condition)
  | ({ kind: "delete"; key: Key } & Condition)
  | ({ kind: "check"; key: Key } & Condition);

interface Condition {
  condition?: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** A condition did not hold, and nothing was written. */
export class Refused extends Error {
  /** The first change that was refused, by its place in the commit. */
  readonly index: number;
  /** The places of all the changes that were refused. */
  readonly indexes: readonly number[];
  /** What stood there. Not a property that a log would print. */
  readonly #found: ReadonlyMap<number, Item | null>;

  /** @param found what stood in the place of each change that was refused; null where nothing did */
  constructor(found: ReadonlyMap<number, Item | null>) {
    const indexes = [...found.keys()];
    const [index = 0] = indexes;
    super(`change ${index} was refused by its condition`);
    this.name = "Refused";
    this.index = index;
    this.indexes = indexes;
    this.#found = found;
  }

  /** What stood in the place of the first change that was refused; null when nothing did. */
  get found(): Item | null {
    return this.foundAt(this.index);
  }

  foundAt(index: number): Item | null {
    return this.#found.get(index) ?? null;
  }
}

/**
 * Stores changes together with the messages that must follow from them: all of it or nothing.
 * One change without messages is a plain write, which costs half of a transaction. Under an Idempotency-Key the request
 * is marked as done in the same transaction; where it is done already, nothing is stored.
 * @throws {Refused} when a condition does not hold; rate_limited when another execution has taken the request over.
 */
export async function commit(
  table: Table,
  changes: readonly Change[],
  messages: readonly OutgoingMessage[] = [],
): Promise<void> {
  const intents: Change[] = intentItems(table, messages).map((item) => ({ kind: "put", item }));
  const all = [...changes, ...intents];
  const [only] = all;
  if (only === undefined) return;
  if (table.once !== undefined) return commitOnce(table, table.once, all);
  if (all.length === 1 && only.kind !== "check") return writeOne(table, only);
  return writeAll(table, all);
}

async function commitOnce(table: Table, once: Once, changes: readonly Change[]): Promise<void> {
  if (once.isDone) return;
  const commitId = once.newCommitId();
  try {
    await writeAll(table, [...changes, once.mark(commitId)]);
  } catch (error) {
    if (!(error instanceof Refused) || !error.indexes.includes(changes.length)) throw error;
    if (once.isMarkedBy(error.foundAt(changes.length), commitId)) return;
    throw contended("Another try of this request is being carried out");
  }
}

async function writeAll(table: Table, changes: readonly Change[]): Promise<void> {
  const TransactItems = changes.map((change) => transactItem(table, change));
  try {
    await withConflictRetries(() => table.client.send(new TransactWriteCommand({ TransactItems })));
  } catch (error) {
    throw error instanceof TransactionCanceledException ? (refusalOf(error) ?? error) : error;
  }
}

async function writeOne(table: Table, change: Exclude<Change, { kind: "check" }>): Promise<void> {
  try {
    await withConflictRetries(() => sendOne(table, change));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException)
      throw new Refused(new Map([[0, itemOf(error.Item)]]));
    throw error;
  }
}

async function sendOne(table: Table, change: Exclude<Change, { kind: "check" }>): Promise<void> {
  const common = expression(table, change);
  switch (change.kind) {
    case "put":
      await table.client.send(new PutCommand({ ...common, Item: change.item }));
      return;
    case "delete":
      await table.client.send(new DeleteCommand({ ...common, Key: change.key }));
      return;
    case "update":
      await table.client.send(
        new UpdateCommand({ ...common, Key: change.key, UpdateExpression: change.update }),
      );
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

function refusalOf(error: TransactionCanceledException): Refused | null {
  const reasons = error.CancellationReasons ?? [];
  const found = reasons.flatMap(({ Code, Item }, index): [number, Item | null][] =>
    Code === "ConditionalCheckFailed" ? [[index, itemOf(Item)]] : [],
  );
  return found.length === 0 ? null : new Refused(new Map(found));
}

function itemOf(item: Record<string, AttributeValue> | undefined): Item | null {
  return item === undefined || Object.keys(item).length === 0 ? null : unmarshall(item);
}
