import { setTimeout as sleep } from "node:timers/promises";
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
import type { OutgoingMessage } from "../domain/message.ts";
import { intentItems } from "./intents.ts";
import type { Key } from "./keys.ts";
import type { Item, Table } from "./table.ts";

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
  /** What stood there instead; null when nothing did. */
  readonly found: Item | null;
  /** The places of all the changes that were refused. */
  readonly indexes: readonly number[];

  constructor(index: number, found: Item | null, indexes: readonly number[] = [index]) {
    super(`change ${index} was refused by its condition`);
    this.name = "Refused";
    this.index = index;
    this.found = found;
    this.indexes = indexes;
  }
}

const conflictRetriesMax = 8;

/**
 * Stores changes together with the messages that must follow from them: all of it or nothing.
 * One change without messages is a plain write, which costs half of a transaction.
 * @throws {Refused} when a condition does not hold.
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
  if (all.length === 1 && only.kind !== "check") return writeOne(table, only);
  for (let attempt = 0; ; attempt += 1) {
    try {
      await table.client.send(
        new TransactWriteCommand({ TransactItems: all.map((change) => transactItem(table, change)) }),
      );
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const refused = refusalOf(error);
      if (refused) throw refused;
      // Another transaction held one of the items: neither has won yet.
      if (attempt >= conflictRetriesMax) throw error;
      await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

async function writeOne(table: Table, change: Exclude<Change, { kind: "check" }>): Promise<void> {
  const common = expression(table, change);
  try {
    if (change.kind === "put") await table.client.send(new PutCommand({ ...common, Item: change.item }));
    else if (change.kind === "delete")
      await table.client.send(new DeleteCommand({ ...common, Key: change.key }));
    else
      await table.client.send(
        new UpdateCommand({ ...common, Key: change.key, UpdateExpression: change.update }),
      );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new Refused(0, itemOf(error.Item));
    throw error;
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
  const indexes = reasons.flatMap(({ Code }, index) => (Code === "ConditionalCheckFailed" ? [index] : []));
  const [first] = indexes;
  if (first !== undefined) return new Refused(first, itemOf(reasons[first]?.Item), indexes);
  const other = reasons.find(({ Code }) => Code !== "None" && Code !== "TransactionConflict");
  if (other && !/Throttl|Throughput/.test(other.Code ?? "")) throw error;
  return null;
}

function itemOf(item: Record<string, AttributeValue> | undefined): Item | null {
  return item === undefined || Object.keys(item).length === 0 ? null : unmarshall(item);
}
