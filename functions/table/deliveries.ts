import { type Delivery, type DeliveryRef, deadLetterStatusOf, hasDeadLetter } from "../domain/delivery.ts";
import { asError } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { deadLetterChanges } from "./dead-letter-records.ts";
import { deliveriesPartition, deliveryKey } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import { readItem } from "./store/read.ts";
import { executeAll, insertStatement } from "./store/statements.ts";
import type { Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

// What the key says is not stored again: a delivery and its first attempt stay within one write unit.
function asItem({ organizationId, webhookId, id, ...rest }: Delivery): Item {
  return { ...deliveryKey({ organizationId, webhookId, id }), ...rest };
}

function asDelivery(
  { organizationId, webhookId, id }: DeliveryRef,
  { pk: _pk, sk: _sk, ...rest }: Item,
): Delivery {
  return trusted<Delivery>({ ...rest, organizationId, webhookId, id });
}

export async function readDelivery(table: Table, ref: DeliveryRef): Promise<Delivery | null> {
  const item = await readItem<Item>(table, deliveryKey(ref));
  return item === null ? null : asDelivery(ref, item);
}

/** Stores a delivery before its first attempt, unless it stands already. */
export async function storeDelivery(table: Table, delivery: Delivery): Promise<void> {
  const insert: Change = { kind: "put", item: asItem(delivery), condition: "attribute_not_exists(pk)" };
  await commit(table, [insert], { onConditionFailed: () => undefined });
}

/** As `storeDelivery`, in as few calls as it takes. Answers for each in its place: an error where it could not be stored. */
export async function storeDeliveries(
  table: Table,
  deliveries: readonly Delivery[],
): Promise<(null | Error)[]> {
  // One call may name an item but once.
  const distinct = [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()];
  const outcomes = await executeAll(
    table,
    distinct.map((delivery) => insertStatement(table, asItem(delivery))),
  );
  const outcomeOf = new Map(distinct.map(({ id }, index) => [id, outcomes[index]]));
  return deliveries.map(({ id }) => {
    const outcome = outcomeOf.get(id);
    return outcome instanceof Error ? outcome : null;
  });
}

/** A worker's hold on one attempt of a delivery until a moment. */
export interface Lease {
  cycle: number;
  attempt: number;
  leaseToken: string;
  nowMs: number;
  untilMs: number;
}

export type LeaseOutcome = { outcome: "leased"; delivery: Delivery } | { outcome: "busy" | "stale" };

/**
 * Stores deliveries, each together with the claim of its first attempt; one that stands already is only claimed.
 * Answers for each in its place.
 */
export async function leaseFirstAttempts(
  table: Table,
  firsts: readonly { delivery: Delivery; lease: Lease }[],
): Promise<(LeaseOutcome | Error)[]> {
  // One call may name an item but once: of the same message twice, the second finds the first one's claim.
  const inserted = [...new Map(firsts.map((first) => [first.delivery.id, first])).values()];
  const outcomes = await executeAll(
    table,
    inserted.map(({ delivery, lease }) =>
      insertStatement(table, {
        ...asItem(delivery),
        leaseToken: lease.leaseToken,
        leaseUntilMs: lease.untilMs,
      }),
    ),
  );
  const outcomeOf = new Map(inserted.map((first, index) => [first, outcomes[index]]));
  return Promise.all(
    firsts.map(async (first): Promise<LeaseOutcome | Error> => {
      const { delivery, lease } = first;
      const outcome = outcomeOf.get(first);
      if (outcome === "done") return { outcome: "leased" as const, delivery };
      if (outcome instanceof Error) return outcome;
      return leaseAttempt(table, delivery, lease).catch(asError);
    }),
  );
}

/**
 * Claims one attempt for one worker until the lease ends. "stale": it was made already, or a replay or
 * a deletion came between.
 */
export async function leaseAttempt(table: Table, ref: DeliveryRef, lease: Lease): Promise<LeaseOutcome> {
  const fields = assign({ leaseToken: lease.leaseToken, leaseUntilMs: lease.untilMs });
  const written = await updateItem(table, deliveryKey(ref), {
    ...fields,
    names: { ...fields.names, "#cycle": "cycle" },
    values: { ...fields.values, ":cycle": lease.cycle, ":attempt": lease.attempt, ":now": lease.nowMs },
    condition:
      "#cycle = :cycle AND nextAttempt = :attempt AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now)",
  });
  if (written.written) return { outcome: "leased", delivery: asDelivery(ref, written.item) };
  if (written.item === null) return { outcome: "stale" };
  const delivery = asDelivery(ref, written.item);
  // The first try of this very write was stored, and only its answer was lost.
  if (written.item.leaseToken === lease.leaseToken) return { outcome: "leased", delivery };
  const { cycle, nextAttempt } = delivery;
  return { outcome: cycle === lease.cycle && nextAttempt === lease.attempt ? "busy" : "stale" };
}

/**
 * Stores what a claimed delivery has come to, its dead letter with it where it has one, and what follows.
 * Answers false when a replay or another worker took it over meanwhile.
 */
export async function recordOutcome(
  table: Table,
  before: Delivery,
  after: Delivery,
  options: { leaseToken: string; nowMs: number; messages: readonly OutgoingMessage[] },
): Promise<boolean> {
  const { status, nextAttempt, nextAttemptAt, attempts } = after;
  const fields = assign({
    status,
    nextAttempt,
    nextAttemptAt,
    ...(attempts !== before.attempts && { attempts }),
  });
  const changes: Change[] = [
    {
      kind: "update",
      key: deliveryKey(before),
      update: `${fields.update} REMOVE leaseToken, leaseUntilMs`,
      names: fields.names,
      values: { ...fields.values, ":leaseToken": options.leaseToken },
      condition: "leaseToken = :leaseToken",
    },
    // After the fifth failure the dead letter comes to be by way of its queue.
    ...(hasDeadLetter(before) ? deadLetterChanges(after, options.nowMs, deadLetterStatusOf(before)) : []),
  ];
  return commit(table, changes, { messages: options.messages, onConditionFailed: () => false });
}

/**
 * Stores what claimed deliveries have come to where nothing else follows from it. Answers for each in its place: false
 * when another worker took it over meanwhile.
 */
export async function recordOutcomes(
  table: Table,
  recorded: readonly { before: Delivery; after: Delivery; leaseToken: string }[],
): Promise<(boolean | Error)[]> {
  const outcomes = await executeAll(
    table,
    recorded.map(({ before, after, leaseToken }) => {
      const { pk, sk } = deliveryKey(before);
      const { status, nextAttempt, nextAttemptAt, attempts } = after;
      return {
        // Commas and a single REMOVE: engines differ in what else they read.
        text: `UPDATE "${table.name}" SET "status"=?, nextAttempt=?, nextAttemptAt=?, attempts=?, leaseUntilMs=? REMOVE leaseToken WHERE pk=? AND sk=? AND leaseToken=?`,
        parameters: [status, nextAttempt, nextAttemptAt, attempts, 0, pk, sk, leaseToken],
      };
    }),
  );
  return Promise.all(
    recorded.map(async ({ before, after, leaseToken }, index): Promise<boolean | Error> => {
      const outcome = outcomes[index];
      // What has happened must be recorded: by itself, if not with others.
      if (outcome instanceof Error)
        return recordOutcome(table, before, after, { leaseToken, nowMs: 0, messages: [] }).catch(asError);
      return outcome === "done";
    }),
  );
}

/** Ends a delivery whose message was given up, unless an attempt or a replay has come between. */
export async function abandonDelivery(
  table: Table,
  ref: DeliveryRef,
  { cycle, attempt }: { cycle: number; attempt: number },
): Promise<void> {
  const fields = assign({ status: "dead_lettered", nextAttempt: null, nextAttemptAt: null });
  await updateItem(table, deliveryKey(ref), {
    update: `${fields.update} REMOVE leaseToken, leaseUntilMs`,
    names: { ...fields.names, "#cycle": "cycle" },
    values: { ...fields.values, ":cycle": cycle, ":attempt": attempt },
    condition: "#cycle = :cycle AND nextAttempt = :attempt",
  });
}

/** One page of a subscription's deliveries, in the order of their events. */
export async function pageOfDeliveries(
  table: Table,
  organizationId: string,
  webhookId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Delivery[]; next: string | null }> {
  const partition = deliveriesPartition(organizationId, webhookId);
  const { items, next } = await pageOfItems(table, partition, order, limit, after);
  return {
    rows: items.map((item) => asDelivery({ organizationId, webhookId, id: String(item.sk) }, item)),
    next,
  };
}
