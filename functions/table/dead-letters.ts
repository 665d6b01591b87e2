import { type DeadLetter, type DeadLetterStatus, deadLetterStatuses } from "../domain/delivery.ts";
import { type Expiring, isExpired } from "../domain/lifetimes.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { deadLettersOfOrganization, deadLettersOfWebhook } from "./index-keys.ts";
import { deadLetterKey } from "./keys.ts";
import { countUpTo, type List, type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed, readItem } from "./store/read.ts";
import type { ChangedBy, Table } from "./store/table.ts";

/** The message of an event that could not be fanned out. */
export type PoisonMessage = Extract<OutgoingMessage, { queue: "events" }>;

/**
 * A dead letter as it is stored: with the body and the cycle of its delivery, or with the message that no worker could
 * handle. It changes in the same transaction as its delivery, so it can be read alone.
 */
export interface StoredDeadLetter extends DeadLetter, ChangedBy, Expiring {
  body?: string;
  cycle?: number;
  message?: PoisonMessage;
}

/** Reads a dead letter; null when there is none, or when it has expired. */
export async function readDeadLetter(
  table: Table,
  organizationId: string,
  deadLetterId: string,
  nowMs: number,
): Promise<StoredDeadLetter | null> {
  const letter = await readItem<StoredDeadLetter>(table, deadLetterKey(organizationId, deadLetterId));
  return letter === null || isExpired(letter, nowMs) ? null : letter;
}

/** Selects dead letters. Undefined selects all subscriptions or all statuses. */
interface DeadLetterFilter {
  webhookId: string | undefined;
  statuses: readonly DeadLetterStatus[] | undefined;
}

/** The lists in which a filter finds its dead letters, one per status. */
function deadLetterLists(
  organizationId: string,
  { webhookId, statuses = deadLetterStatuses }: DeadLetterFilter,
): List[] {
  return statuses.map((status) =>
    webhookId === undefined
      ? {
          indexName: "orgByCreated",
          partitionName: "orgList",
          sortName: "createdSort",
          partition: deadLettersOfOrganization(organizationId, status),
        }
      : {
          indexName: "parentByCreated",
          partitionName: "parentList",
          sortName: "createdSort",
          partition: deadLettersOfWebhook(organizationId, webhookId, status),
        },
  );
}

/**
 * Counts the dead letters that match a filter and sort up to and including `upTo`. Costs one query per 1 MB of keys:
 * some 5,000 dead letters.
 */
export async function countDeadLetters(
  table: Table,
  organizationId: string,
  filter: DeadLetterFilter,
  upTo: string,
): Promise<number> {
  const lists = deadLetterLists(organizationId, filter);
  const counts = await Promise.all(lists.map((list) => countUpTo(table, list, upTo)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * While the lists are read, a replay can move a dead letter to "replaying" and away again. So that list is read first
 * and last: a dead letter that was in no other list is found in one of the two.
 */
function readingOrder(statuses: readonly DeadLetterStatus[]): DeadLetterStatus[] {
  const others = statuses.filter((status) => status !== "replaying");
  if (others.length === statuses.length || others.length === 0) return [...statuses];
  return ["replaying", ...others, "replaying"];
}

/** Reads one page of dead letters, from an index for any filter. Leaves out those that have expired. */
export async function pageOfDeadLetters(
  table: Table,
  organizationId: string,
  filter: DeadLetterFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
  nowMs: number,
): Promise<{ rows: StoredDeadLetter[]; next: string | null }> {
  const { statuses = deadLetterStatuses } = filter;
  const lists = deadLetterLists(organizationId, { ...filter, statuses: readingOrder(statuses) });
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  const isAskedFor = ({ status }: StoredDeadLetter) => statuses.includes(status);
  const rows = await readIndexed(table, keys, isAskedFor);
  return { rows: rows.filter((letter) => !isExpired(letter, nowMs)), next };
}
