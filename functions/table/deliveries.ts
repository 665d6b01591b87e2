import { type Delivery, type DeliveryRef, deadLetterStatusOf, hasDeadLetter } from "../domain/delivery.ts";
import { asError } from "../domain/errors.ts";
import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
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

// Attributes that are in the key are not stored again, so that a delivery and its first attempt fit into one write
// unit.
function asItem({ organizationId, webhookId, id, ...rest }: Delivery, nowMs: number): Item {
  return { ...deliveryKey({ organizationId, webhookId, id }), ...rest, expiresAt: expiryAt(nowMs) };
}

/** Every write that changes a delivery moves its expiry. A lease changes nothing that a client sees. */
const expiryAt = (nowMs: number): number => expiryOf(lifetimesMs.delivery, nowMs);

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

/** Stores a delivery before its first attempt. Does nothing if it is stored already. */
export async function storeDelivery(table: Table, delivery: Delivery, nowMs: number): Promise<void> {
  const item = asItem(delivery, nowMs);
  const insert: Change = { kind: "put", item, condition: "attribute_not_exists(pk)" };
  await commit(table, [insert], { onConditionFailed: () => undefined });
}

/**
 * Does the same as `storeDelivery` for many deliveries, in as few calls as possible.
 * @returns for each delivery null, or the error with which it could not be stored
 */
export async function storeDeliveries(
  table: Table,
  deliveries: readonly Delivery[],
  nowMs: number,
): Promise<(null | Error)[]> {
  // A call must not contain an item twice.
  const distinct = [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()];
  const outcomes = await executeAll(
    table,
    distinct.map((delivery) => insertStatement(table, asItem(delivery, nowMs))),
  );
  const outcomeOf = new Map(distinct.map(({ id }, index) => [id, outcomes[index]]));
  return deliveries.map(({ id }) => {
    const outcome = outcomeOf.get(id);
    return outcome instanceof Error ? outcome : null;
  });
}

/** A worker's lease of one attempt of a delivery. */
export interface Lease {
  cycle: number;
  attempt: number;
  leaseToken: string;
  nowMs: number;
  untilMs: number;
}

/**
 * "busy": another worker has the lease of the attempt. "stale": the attempt has been made already, or the delivery was
 * replayed or deleted meanwhile.
 */
export type LeaseOutcome = { outcome: "leased"; delivery: Delivery } | { outcome: "busy" | "stale" };

/**
 * Stores deliveries, each with the lease of its first attempt. If a delivery is stored already, only leases it.
 * @returns the outcome for each delivery, in the same order
 */
export async function leaseFirstAttempts(
  table: Table,
  firsts: readonly { delivery: Delivery; lease: Lease }[],
): Promise<(LeaseOutcome | Error)[]> {
  // A call must not contain an item twice. If a message came twice, its second copy finds the lease of the first.
  const inserted = [...new Map(firsts.map((first) => [first.delivery.id, first])).values()];
  const outcomes = await executeAll(
    table,
    inserted.map(({ delivery, lease }) =>
      insertStatement(table, {
        ...asItem(delivery, lease.nowMs),
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

/** Leases one attempt of a delivery to one worker. */
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
  // With our own token stored, the first try of this write succeeded and its response was lost.
  if (written.item.leaseToken === lease.leaseToken) return { outcome: "leased", delivery };
  const { cycle, nextAttempt } = delivery;
  return { outcome: cycle === lease.cycle && nextAttempt === lease.attempt ? "busy" : "stale" };
}

/**
 * Stores the outcome of a leased attempt in the delivery and in its dead letter if it has one, with the messages that
 * follow.
 * @returns false, and stores nothing, if a replay or another worker has taken over the delivery meanwhile
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
    expiresAt: expiryAt(options.nowMs),
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
    // After the fifth failure, the worker of the dead-letter queue stores the dead letter.
    ...(hasDeadLetter(before) ? deadLetterChanges(after, options.nowMs, deadLetterStatusOf(before)) : []),
  ];
  return commit(table, changes, { messages: options.messages, onConditionFailed: () => false });
}

/**
 * Stores the outcomes of leased attempts after which no message follows, in as few calls as possible.
 * @returns for each delivery what `recordOutcome` returns, or the error with which the outcome could not be stored
 */
export async function recordOutcomes(
  table: Table,
  recorded: readonly { before: Delivery; after: Delivery; leaseToken: string }[],
  nowMs: number,
): Promise<(boolean | Error)[]> {
  const outcomes = await executeAll(
    table,
    recorded.map(({ before, after, leaseToken }) => {
      const { pk, sk } = deliveryKey(before);
      const { status, nextAttempt, nextAttemptAt, attempts } = after;
      return {
        // Commas and a single REMOVE, because the DynamoDB engines do not all accept other forms.
        text: `UPDATE "${table.name}" SET "status"=?, nextAttempt=?, nextAttemptAt=?, attempts=?, leaseUntilMs=?, expiresAt=? REMOVE leaseToken WHERE pk=? AND sk=? AND leaseToken=?`,
        parameters: [status, nextAttempt, nextAttemptAt, attempts, 0, expiryAt(nowMs), pk, sk, leaseToken],
      };
    }),
  );
  return Promise.all(
    recorded.map(async ({ before, after, leaseToken }, index): Promise<boolean | Error> => {
      const outcome = outcomes[index];
      // The outcome must be recorded: try again on its own.
      if (outcome instanceof Error)
        return recordOutcome(table, before, after, { leaseToken, nowMs, messages: [] }).catch(asError);
      return outcome === "done";
    }),
  );
}

/**
 * Sets a delivery whose message was moved to the dead-letter queue to dead_lettered. Does nothing if the delivery was
 * attempted or replayed meanwhile.
 */
export async function abandonDelivery(
  table: Table,
  ref: DeliveryRef,
  { cycle, attempt }: { cycle: number; attempt: number },
  nowMs: number,
): Promise<void> {
  const fields = assign({
    status: "dead_lettered",
    nextAttempt: null,
    nextAttemptAt: null,
    expiresAt: expiryAt(nowMs),
  });
  await updateItem(table, deliveryKey(ref), {
    update: `${fields.update} REMOVE leaseToken, leaseUntilMs`,
    names: { ...fields.names, "#cycle": "cycle" },
    values: { ...fields.values, ":cycle": cycle, ":attempt": attempt },
    condition: "#cycle = :cycle AND nextAttempt = :attempt",
  });
}

/** Reads one page of a subscription's deliveries, sorted by event. Leaves out those that have expired. */
export async function pageOfDeliveries(
  table: Table,
  organizationId: string,
  webhookId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
  nowMs: number,
): Promise<{ rows: Delivery[]; next: string | null }> {
  const partition = deliveriesPartition(organizationId, webhookId);
  const { items, next } = await pageOfItems(table, partition, order, limit, after);
  const current = items.filter((item) => !isExpired(trusted<Expiring>(item), nowMs));
  return {
    rows: current.map((item) => asDelivery({ organizationId, webhookId, id: String(item.sk) }, item)),
    next,
  };
}
