import { BatchGetCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { trusted } from "../../domain/trusted.ts";
import type { Key } from "../keys.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";
import { backOff } from "./transaction-retries.ts";

/** Reads one entity; null when there is none. Consistent unless said otherwise, so that a client reads what it wrote. */
export async function readItem<Entity>(table: Table, key: Key, consistent = true): Promise<Entity | null> {
  // Nothing is stored under what is no Unicode, and the table fails to be asked for it.
  if (![key.pk, key.sk].every((part) => part.isWellFormed())) return null;
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: consistent }),
  );
  return Item === undefined ? null : trusted<Entity>(Item);
}

/** Reads a whole partition, or what of it begins with a prefix. For partitions that are bounded by a rule. */
export async function readPartition(
  table: Table,
  pk: string,
  options: { prefix?: string; descending?: boolean; consistent?: boolean } = {},
): Promise<Item[]> {
  const { prefix, descending = false, consistent = true } = options;
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: prefix === undefined ? "pk = :pk" : "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ...(prefix !== undefined && { ":prefix": prefix }) },
        ScanIndexForward: !descending,
        ConsistentRead: consistent,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

const batchGetKeysMax = 100;

/** Reads many items by key, in the order of the keys; those that do not exist are left out. */
export async function readItems(
  table: Table,
  keys: readonly Key[],
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Item[]> {
  const found = await itemsByName(table, keys, consistent);
  return keys.map((key) => found.get(nameOf(key))).filter((item) => item !== undefined);
}

/**
 * Reads what the keys of an index stand for, in their order, without what is not as it was asked for. An index and the
 * copy of the table that is read are each a moment behind, and not the same moment: what is missing, or otherwise than
 * the index has it, is read once more, consistently. So what was stored just now is there, and what has just moved on
 * is not.
 */
export async function readIndexed<Entity>(
  table: Table,
  keys: readonly Key[],
  isAskedFor: (entity: Entity) => boolean = () => true,
): Promise<Entity[]> {
  const entitiesIn = (found: ReadonlyMap<string, Item>, key: Key) => {
    const item = found.get(nameOf(key));
    return item !== undefined && isAskedFor(trusted<Entity>(item)) ? [trusted<Entity>(item)] : [];
  };
  const found = await itemsByName(table, keys, false);
  const doubtful = keys.filter((key) => entitiesIn(found, key).length === 0);
  const certain = await itemsByName(table, doubtful, true);
  return keys.flatMap((key) => [...entitiesIn(found, key), ...entitiesIn(certain, key)]);
}

async function itemsByName(
  table: Table,
  keys: readonly Key[],
  consistent: boolean,
): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += batchGetKeysMax) {
    let wanted: Item[] = keys.slice(start, start + batchGetKeysMax).map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 0; wanted.length > 0; attempt += 1) {
      if (attempt > 0) await backOff(attempt);
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: consistent } } }),
      );
      for (const item of Responses?.[table.name] ?? []) found.set(nameOf(item), item);
      wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    }
  }
  return found;
}

const nameOf = ({ pk, sk }: Item | Key) => `${String(pk)}|${String(sk)}`;
