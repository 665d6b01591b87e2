import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";

export type Order = "asc" | "desc";

/**
 * One sorted list of keys: a partition of the table or of an index, or the part of it whose sort values begin with a
 * prefix. The position of a row is its sort value without the prefix.
 */
export interface List {
  indexName?: string;
  partitionName: string;
  partition: string;
  sortName: string;
  /** @default the list is the whole partition */
  prefix?: string;
  /** The greatest position that is read in ascending order. @default no limit */
  upTo?: string;
}

interface Entry {
  position: string;
  key: Key;
}

export interface KeyPage {
  keys: Key[];
  /** The position of the last key when more follow; null on the last page. */
  next: string | null;
}

/** Every position is between these two, because it begins with a letter or a digit. */
const beforeEveryPosition = " ";
const afterEveryPosition = "~";

async function entriesOf(
  table: Table,
  list: List,
  order: Order,
  count: number,
  after: string | null,
): Promise<Entry[]> {
  const { prefix = "", upTo = afterEveryPosition } = list;
  const [from, to] =
    order === "asc"
      ? [after ?? beforeEveryPosition, upTo]
      : [beforeEveryPosition, after ?? afterEveryPosition];
  const input: QueryCommandInput = {
    TableName: table.name,
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :to",
    ExpressionAttributeNames: { "#partition": list.partitionName, "#sort": list.sortName },
    ExpressionAttributeValues: { ":partition": list.partition, ":from": prefix + from, ":to": prefix + to },
    ScanIndexForward: order === "asc",
    // The range includes the row at `after`, which the page before has returned.
    Limit: after === null ? count : count + 1,
    ...(list.indexName !== undefined && { IndexName: list.indexName }),
  };
  const { Items = [] } = await table.client.send("Query", input);
  const entries = Items.map((item) => ({
    position: String(item[list.sortName]).slice(prefix.length),
    key: { pk: String(item.pk), sk: String(item.sk) },
  }));
  return entries.filter(({ position }) => position !== after).slice(0, count);
}

/**
 * Reads one page of keys from several lists, merged by their positions. A position must be unique in all lists.
 * Costs one query per list, and each query reads at most one page of keys plus two, however long the lists are.
 * A walk through all pages returns each key that is in the lists all the time exactly once: a page starts after a
 * position, not after a count.
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
    one.position < other.position ? -direction : direction,
  );
  const page = merged.slice(0, limit);
  return {
    keys: page.map(({ key }) => key),
    next: merged.length > limit ? (page.at(-1)?.position ?? null) : null,
  };
}

/** Counts the entries of a list up to and including a sort value. */
export async function countUpTo(table: Table, list: List, upTo: string): Promise<number> {
  let count = 0;
  let start: Item | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await table.client.send("Query", {
      TableName: table.name,
      KeyConditionExpression: "#partition = :partition AND #sort <= :upTo",
      ExpressionAttributeNames: { "#partition": list.partitionName, "#sort": list.sortName },
      ExpressionAttributeValues: { ":partition": list.partition, ":upTo": upTo },
      Select: "COUNT",
      ...(list.indexName !== undefined && { IndexName: list.indexName }),
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
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
  const { Items = [], LastEvaluatedKey } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression:
      after === null ? "pk = :pk" : `pk = :pk AND sk ${order === "asc" ? ">" : "<"} :after`,
    ExpressionAttributeValues: { ":pk": partition, ...(after !== null && { ":after": after }) },
    ScanIndexForward: order === "asc",
    ConsistentRead: true,
    Limit: limit + 1,
  });
  const items = Items.slice(0, limit);
  // A query stops after 1 MB, maybe before the page is full. Then more items follow, too.
  const more = Items.length > limit || LastEvaluatedKey !== undefined;
  return { items, next: more && items.length > 0 ? String(items.at(-1)?.sk) : null };
}
