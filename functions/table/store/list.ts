import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";

export type Order = "asc" | "desc";

/** One sorted list of keys: a partition of the table or of an index, and the attribute that sorts it. */
export interface List {
  indexName?: string;
  partitionName: string;
  partition: string;
  sortName: string;
  /** The greatest sort value that is read, in a page that starts after a sort value and ascends. @default no limit */
  upTo?: string;
}

interface Entry {
  sort: string;
  key: Key;
}

export interface KeyPage {
  keys: Key[];
  /** The sort value of the last key when more follow; null on the last page. */
  next: string | null;
}

async function entriesOf(
  table: Table,
  list: List,
  order: Order,
  count: number,
  after: string | null,
): Promise<Entry[]> {
  const { upTo } = list;
  const range = upTo === undefined ? `${order === "asc" ? ">" : "<"} :after` : "BETWEEN :after AND :upTo";
  const input: QueryCommandInput = {
    TableName: table.name,
    KeyConditionExpression:
      after === null ? "#partition = :partition" : `#partition = :partition AND #sort ${range}`,
    ExpressionAttributeNames: {
      "#partition": list.partitionName,
      ...(after !== null && { "#sort": list.sortName }),
    },
    ExpressionAttributeValues: {
      ":partition": list.partition,
      ...(after !== null && { ":after": after }),
      ...(upTo !== undefined && { ":upTo": upTo }),
    },
    ScanIndexForward: order === "asc",
    Limit: count,
    ...(list.indexName !== undefined && { IndexName: list.indexName }),
  };
  const { Items = [] } = await table.client.send(new QueryCommand(input));
  return Items.map((item) => ({
    sort: String(item[list.sortName]),
    key: { pk: String(item.pk), sk: String(item.sk) },
  }));
}

/**
 * Reads one page of keys from several lists, merged by their sort values. A sort value must be unique in all lists.
 * Costs one query per list, and each query reads at most one page of keys plus one, however long the lists are.
 * A walk through all pages returns each key that is in the lists all the time exactly once: a page starts after a sort
 * value, not after a count.
 */
export async function pageOfKeys(
  table: Table,
  lists: readonly List[],
  order: Order,
  limit: number,
  after: string | null,
): Promise<KeyPage> {
  const found = new Map<string, Entry>();
  // One after the other: a key that moves to a later list meanwhile is found there. If it is found twice, it counts
  // once.
  for (const list of lists) {
    for (const entry of await entriesOf(table, list, order, limit + 1, after)) {
      found.set(`${entry.key.pk}|${entry.key.sk}`, entry);
    }
  }
  const direction = order === "asc" ? 1 : -1;
  const merged = [...found.values()].toSorted((one, other) =>
    one.sort < other.sort ? -direction : direction,
  );
  const page = merged.slice(0, limit);
  return {
    keys: page.map(({ key }) => key),
    next: merged.length > limit ? (page.at(-1)?.sort ?? null) : null,
  };
}

/** Counts the entries of a list up to and including a sort value. */
export async function countUpTo(table: Table, list: List, upTo: string): Promise<number> {
  let count = 0;
  let start: Item | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "#partition = :partition AND #sort <= :upTo",
        ExpressionAttributeNames: { "#partition": list.partitionName, "#sort": list.sortName },
        ExpressionAttributeValues: { ":partition": list.partition, ":upTo": upTo },
        Select: "COUNT",
        ...(list.indexName !== undefined && { IndexName: list.indexName }),
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    count += Count;
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return count;
}

/** Reads one page of a partition's items, sorted by their sort keys. Reads consistently. */
export async function pageOfItems(
  table: Table,
  partition: string,
  order: Order,
  limit: number,
  after: string | null,
): Promise<{ items: Item[]; next: string | null }> {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression:
        after === null ? "pk = :pk" : `pk = :pk AND sk ${order === "asc" ? ">" : "<"} :after`,
      ExpressionAttributeValues: { ":pk": partition, ...(after !== null && { ":after": after }) },
      ScanIndexForward: order === "asc",
      ConsistentRead: true,
      Limit: limit + 1,
    }),
  );
  const items = Items.slice(0, limit);
  // A query stops after 1 MB, maybe before the page is full. Then more items follow, too.
  const more = Items.length > limit || LastEvaluatedKey !== undefined;
  return { items, next: more && items.length > 0 ? String(items.at(-1)?.sk) : null };
}
