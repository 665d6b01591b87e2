import { trusted } from "../../domain/trusted.ts";
import type { Key } from "../keys.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";
import { backOff } from "./transaction-retries.ts";

/** Reads one entity; null when there is none. Consistent by default, so that a client reads its own writes. */
export async function readItem<Entity>(table: Table, key: Key, consistent = true): Promise<Entity | null> {
  // DynamoDB fails on a key that is not well-formed Unicode, and no stored key is like that.
  if (![key.pk, key.sk].every((part) => part.isWellFormed())) return null;
  const { Item } = await table.client.send("GetItem", {
    TableName: table.name,
    Key: key,
    ConsistentRead: consistent,
  });
  return Item === undefined ? null : trusted<Entity>(Item);
}

/**
 * Reads all items of a partition, or those whose sort keys begin with `prefix`. For partitions of a limited size only.
 */
export async function readPartition(
  table: Table,
  pk: string,
  options: { prefix?: string; descending?: boolean; consistent?: boolean } = {},
): Promise<Item[]> {
  const { prefix, descending = false, consistent = true } = options;
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send("Query", {
      TableName: table.name,
      KeyConditionExpression: prefix === undefined ? "pk = :pk" : "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": pk, ...(prefix !== undefined && { ":prefix": prefix }) },
      ScanIndexForward: !descending,
      ConsistentRead: consistent,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

const batchGetKeysMax = 100;

/** Reads many items by key, in the order of the keys. Leaves out those that do not exist. */
export async function readItems(
  table: Table,
  keys: readonly Key[],
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Item[]> {
  const found = await itemsByName(table, keys, consistent);
  return keys.map((key) => found.get(nameOf(key))).filter((item) => item !== undefined);
}

/**
 * Reads the items of keys that a query of an index has returned, in the order of the keys. Leaves out items that do not
 * match the query any more. The index and an eventually consistent read are each some time behind the table. So an item
 * that is missing, or does not match, is read again, consistently: an item that was stored just now is returned, and
 * one that has just left the list is not.
 * @param matches whether an item still matches the query
 */
export async function readIndexed<Entity>(
  table: Table,
  keys: readonly Key[],
  matches: (entity: Entity) => boolean = () => true,
): Promise<Entity[]> {
  const entitiesIn = (found: ReadonlyMap<string, Item>, key: Key) => {
    const item = found.get(nameOf(key));
    return item !== undefined && matches(trusted<Entity>(item)) ? [trusted<Entity>(item)] : [];
  };
  const found = await itemsByName(table, keys, false);
  const missing = keys.filter((key) => entitiesIn(found, key).length === 0);
  const readAgain = await itemsByName(table, missing, true);
  return keys.flatMap((key) => [...entitiesIn(found, key), ...entitiesIn(readAgain, key)]);
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
      const { Responses, UnprocessedKeys } = await table.client.send("BatchGetItem", {
        RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: consistent } },
      });
      for (const item of Responses?.[table.name] ?? []) found.set(nameOf(item), item);
      wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    }
  }
  return found;
}

const nameOf = ({ pk, sk }: Item | Key) => `${String(pk)}|${String(sk)}`;
