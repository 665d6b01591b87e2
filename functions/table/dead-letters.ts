import {
  attemptMessage,
  type DeadLetter,
  type DeadLetterStatus,
  type Delivery,
  deadLetterStatuses,
  deadLetterStatusOf,
} from "../domain/delivery.ts";
import { unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import {
  deadLetterIdOf,
  deadLetterIndexAttributes,
  deadLetterKey,
  deadLetterSort,
  deadLettersOfOrganization,
  deadLettersOfWebhook,
  deliveryIdOf,
  deliveryKey,
  webhookKey,
} from "./keys.ts";
import { markOpen, unmark } from "./open-dead-letters.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { countUpTo, type List, type Order, pageOfKeys } from "./store/list.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readItem, readListed } from "./store/read.ts";
import { alreadyApplied, type ChangedBy, type Table } from "./store/table.ts";
import { assign } from "./store/update.ts";

/** An event that could not be fanned out. */
type PoisonMessage = Extract<OutgoingMessage, { queue: "events" }>;

/**
 * A dead letter as it is stored: with the bytes and the cycle of the delivery that it stands for, or with the message
 * that no worker could handle. It changes together with its delivery, so it can be read without it.
 */
export interface StoredDeadLetter extends DeadLetter, ChangedBy {
  body?: string;
  cycle?: number;
  message?: PoisonMessage;
}

/**
 * The writes that bring a delivery's dead letter to what the delivery has come to, and make it if it is not there yet.
 * @param standing the status that it is known to have already
 */
export function deadLetterChanges(
  delivery: Delivery,
  nowMs: number,
  current: DeadLetterStatus | null,
): Change[] {
  const { organizationId, webhookId, eventId, type, url, body, cycle, attempts } = delivery;
  const id = deadLetterIdOf(delivery.id);
  const status = deadLetterStatusOf(delivery);
  const letter = { id, organizationId, webhookId, eventId, type, url, status, attempts, body, cycle };
  const mark =
    status === "resolved" ? unmark(id) : markOpen({ id, organizationId, webhookId, status }, nowMs);
  return [upsert(letter, isoTime(nowMs)), ...(status === current ? [] : [mark])];
}

function upsert(
  letter: Omit<StoredDeadLetter, "createdAt">,
  createdAt: string,
): Extract<Change, { kind: "update" }> {
  const fields = assign({ ...letter, ...deadLetterIndexAttributes(letter) });
  return {
    kind: "update",
    key: deadLetterKey(letter.organizationId, letter.id),
    update: `${fields.update}, createdAt = if_not_exists(createdAt, :createdAt), createdSort = if_not_exists(createdSort, :createdSort)`,
    names: fields.names,
    values: {
      ...fields.values,
      ":createdAt": createdAt,
      ":createdSort": deadLetterSort({ id: letter.id, createdAt }),
    },
  };
}

/** Makes a given-up delivery visible, in the state that the delivery has come to by now. */
export async function recordDeadLetter(table: Table, delivery: Delivery, nowMs: number): Promise<void> {
  const { status, cycle, nextAttempt } = delivery;
  await commit(table, [
    ...deadLetterChanges(delivery, nowMs, null),
    {
      kind: "check",
      key: deliveryKey(delivery),
      condition: "#status = :status AND #cycle = :cycle AND nextAttempt = :nextAttempt",
      names: { "#status": "status", "#cycle": "cycle" },
      values: { ":status": status, ":cycle": cycle, ":nextAttempt": nextAttempt },
    },
  ]);
}

/**
 * Keeps a message that no worker could handle, be it the first time or again after a replay. Answers false when it is
 * kept already: the message came twice.
 */
export async function recordPoison(
  table: Table,
  deadLetter: DeadLetter & { message: PoisonMessage },
): Promise<boolean> {
  const { createdAt, ...letter } = deadLetter;
  const { id, message } = letter;
  const mark = markOpen({ ...deadLetter, status: "exhausted" }, Date.parse(createdAt));
  const change = upsert(letter, createdAt);
  const isReplay = message.body.replayOf === id;
  const insert = {
    ...change,
    condition: isReplay ? "#status = :replaying" : "attribute_not_exists(pk)",
    values: { ...change.values, ...(isReplay && { ":replaying": "replaying" }) },
  };
  return commit(table, [insert, mark], { onConditionFailed: () => false });
}

/** Notes that a message was handled after all; answers false when there is no dead letter of it. */
export async function resolvePoison(
  table: Table,
  { id, organizationId }: Pick<DeadLetter, "id" | "organizationId">,
): Promise<boolean> {
  const fields = assign(moved(table, { id, organizationId, webhookId: null, status: "resolved" }));
  const key = deadLetterKey(organizationId, id);
  const condition = "attribute_exists(pk) AND #status <> :status";
  const resolve: Change = { kind: "update", key, ...fields, condition };
  return commit(table, [resolve, unmark(id)], { onConditionFailed: () => false });
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
  return { rows: await readListed(table, keys, isAskedFor), next };
}

/** What came of a replay: another state of the dead letter was found where it had been changed since it was read. */
type Replayed = { replayed: StoredDeadLetter } | { replayed?: never; found: StoredDeadLetter };

/**
 * Puts a dead letter back: a delivery under a fresh attempt schedule, which replaces a final attempt that was still due;
 * a message that had no taker into its queue. One that this execution has put back before stays as it is.
 * @param from only a dead letter in one of these statuses: what was delivered since it was read is not sent again
 * @throws unprocessable when its subscription is gone or disabled, or when it is being replayed already.
 */
export function replay(
  table: Table,
  letter: StoredDeadLetter,
  nowMs: number,
  from: readonly DeadLetterStatus[] = deadLetterStatuses,
): Promise<StoredDeadLetter> {
  let current = letter;
  return retryOnConflict(async () => {
    const { webhookId, status } = current;
    if (alreadyApplied(table, current)) return current;
    if (!from.includes(status)) throw unprocessable(`This event is ${status} by now.`);
    const outcome: Replayed =
      webhookId === null
        ? await replayPoison(table, current, nowMs)
        : await replayDelivery(table, current, webhookId, nowMs);
    if (outcome.replayed !== undefined) return outcome.replayed;
    current = outcome.found;
    return conflict;
  });
}

async function replayDelivery(
  table: Table,
  letter: StoredDeadLetter,
  webhookId: string,
  nowMs: number,
): Promise<Replayed> {
  const { organizationId, cycle: current = 1 } = letter;
  const delivery = { organizationId, webhookId, id: deliveryIdOf(letter.id) };
  const cycle = current + 1;
  const fields = assign({ status: "pending", cycle, nextAttempt: 1, nextAttemptAt: isoTime(nowMs) });
  const replayed = { ...letter, status: "replaying" as const, cycle };
  const changes: Change[] = [
    {
      kind: "update",
      key: deliveryKey(delivery),
      update: `${fields.update} REMOVE leaseToken, leaseUntilMs`,
      names: fields.names,
      values: { ...fields.values, ":current": current, ":waiting": "pending" },
      condition: "#cycle = :current AND #status <> :waiting",
    },
    {
      kind: "update",
      key: deadLetterKey(organizationId, letter.id),
      ...movedFrom(table, letter, replayed),
    },
    {
      kind: "check",
      key: webhookKey(organizationId, webhookId),
      condition: "#status = :active",
      names: { "#status": "status" },
      values: { ":active": "active" },
    },
    markOpen(replayed, nowMs),
  ];
  // Sent to the queue of quick endpoints: the worker moves it if the endpoint is not quick.
  const message = attemptMessage(delivery, { cycle, attempt: 1, notBeforeMs: 0 }, { pace: "quick" });
  const outcome = await commit(table, changes, {
    messages: [message],
    onConditionFailed: (failed) => failed,
  });
  if (outcome === true) return { replayed };
  const changed = outcome.foundAt(1);
  if (changed !== null && alreadyApplied(table, changed))
    return { replayed: trusted<StoredDeadLetter>(changed) };
  if (outcome.index === 0) throw unprocessable("This event is being replayed already.");
  if (changed !== null) return { found: trusted<StoredDeadLetter>(changed) };
  if (outcome.found === null) throw unprocessable("The webhook subscription of this event no longer exists.");
  throw unprocessable("The webhook subscription of this event is disabled: enable it first.");
}

async function replayPoison(table: Table, letter: StoredDeadLetter, nowMs: number): Promise<Replayed> {
  const { id: replayOf, organizationId, message } = letter;
  if (letter.status === "replaying") throw unprocessable("This event is being replayed already.");
  const messages = message === undefined ? [] : [{ ...message, body: { ...message.body, replayOf } }];
  const replayed = { ...letter, status: "replaying" as const };
  const key = deadLetterKey(organizationId, replayOf);
  const change: Change = { kind: "update", key, ...movedFrom(table, letter, replayed) };
  const outcome = await commit(table, [change, markOpen(replayed, nowMs)], {
    messages,
    onConditionFailed: (failed) => failed,
  });
  if (outcome === true) return { replayed };
  if (outcome.found === null) throw outcome;
  const found = trusted<StoredDeadLetter>(outcome.found);
  return alreadyApplied(table, found) ? { replayed: found } : { found };
}

/** The status change of a dead letter that still stands as it was read. */
function movedFrom(table: Table, read: StoredDeadLetter, replayed: StoredDeadLetter) {
  const fields = assign(moved(table, replayed));
  return {
    ...fields,
    values: { ...fields.values, ":read": read.status },
    condition: "#status = :read",
  };
}

/** What changes of a dead letter when only its status does: its place in the lists goes with it. */
function moved(
  { executionId: changedBy }: Table,
  letter: Pick<StoredDeadLetter, "id" | "organizationId" | "webhookId" | "status" | "cycle">,
) {
  const { status, cycle } = letter;
  return { status, cycle, changedBy, ...deadLetterIndexAttributes(letter) };
}
