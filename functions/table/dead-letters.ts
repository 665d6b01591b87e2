import { type DeadLetter, type DeadLetterStatus, deadLetterStatuses } from "../domain/delivery.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { deadLetterKey, deadLettersOfOrganization, deadLettersOfWebhook } from "./keys.ts";
import { countUpTo, type List, type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed, readItem } from "./store/read.ts";
import type { ChangedBy, Table } from "./store/table.ts";

/** An event that could not be fanned out. */
export type PoisonMessage = Extract<OutgoingMessage, { queue: "events" }>;

/**
 * A dead letter as it is stored: with the bytes and the cycle of the delivery that it stands for, or with the message
 * that no worker could handle. It changes together with its delivery, so it can be read without it.
 */
export interface StoredDeadLetter extends DeadLetter, ChangedBy {
  body?: string;
  cycle?: number;
  message?: PoisonMessage;
}

export function readDeadLetter(
  table: Table,
  organizationId: string,
  deadLetterId: string,
): Promise<StoredDeadLetter | null> {
  return readItem<StoredDeadLetter>(table, deadLetterKey(organizationId, deadLetterId));
}

/** Which dead letters: of one subscription or of all, in some statuses or in every one. */
interface DeadLetterFilter {
  webhookId: string | undefined;
  statuses: readonly DeadLetterStatus[] | undefined;
}

/** The sorted lists that a filter is answered from, one for each status. */
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

/** How many dead letters a filter meets, of those with ids up to one. Costs a query for each 1 MB of keys, some 5,000. */
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

/** Replays come and go while the lists are read: what is in none of the others was being replayed before, or is by now. */
function readingOrder(statuses: readonly DeadLetterStatus[]): DeadLetterStatus[] {
  const others = statuses.filter((status) => status !== "replaying");
  if (others.length === statuses.length || others.length === 0) return [...statuses];
  return ["replaying", ...others, "replaying"];
}

/** One page of dead letters, the filters answered from indexes. */
export async function pageOfDeadLetters(
  table: Table,
  organizationId: string,
  filter: DeadLetterFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: StoredDeadLetter[]; next: string | null }> {
  const { statuses = deadLetterStatuses } = filter;
  const lists = deadLetterLists(organizationId, { ...filter, statuses: readingOrder(statuses) });
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  const isAskedFor = ({ status }: StoredDeadLetter) => statuses.includes(status);
  return { rows: await readIndexed(table, keys, isAskedFor), next };
}
