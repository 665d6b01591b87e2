import { type Delivery, type DeliveryRef, deadLetterStatusOf, hasDeadLetter } from "../domain/delivery.ts";
import { asError } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { deadLetterChanges } from "./dead-letters.ts";
import { deliveriesPartition, deliveryKey } from "./keys.ts";
import { type Change, commit, Refused } from "./store/commit.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import { readItem } from "./store/read.ts";
import { executeAll, insertStatement } from "./store/statements.ts";
import type { Item, Table } from "./store/table.ts";
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
  try {
    await commit(table, [{ kind: "put", item: asItem(delivery), condition: "attribute_not_exists(pk)" }]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
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
export interface Claim {
  cycle: number;
  attempt: number;
  token: string;
  nowMs: number;
  untilMs: number;
}

export type ClaimOutcome = { outcome: "claimed"; delivery: Delivery } | { outcome: "busy" | "stale" };

/**
 * Stores deliveries, each together with the claim of its first attempt; one that stands already is only claimed.
 * Answers for each in its place.
 */
export async function claimFirstAttempts(
  table: Table,
  firsts: readonly { delivery: Delivery; claim: Claim }[],
): Promise<(ClaimOutcome | Error)[]> {
  // One call may name an item but once: of the same message twice, the second finds the first one's claim.
  const inserted = [...new Map(firsts.map((first) => [first.delivery.id, first])).values()];
  const outcomes = await executeAll(
    table,
    inserted.map(({ delivery, claim }) =>
      insertStatement(table, {
        ...asItem(delivery),
        claimToken: claim.token,
        claimUntilMs: claim.untilMs,
      }),
    ),
  );
  const outcomeOf = new Map(inserted.map((first, index) => [first, outcomes[index]]));
  return Promise.all(
    firsts.map(async (first): Promise<ClaimOutcome | Error> => {
      const { delivery, claim } = first;
      const outcome = outcomeOf.get(first);
      if (outcome === "done") return { outcome: "claimed" as const, delivery };
      if (outcome instanceof Error) return outcome;
      return claimAttempt(table, delivery, claim).catch(asError);
    }),
  );
}

/**
 * Claims one attempt for one worker until the lease ends. "stale": it was made already, or a replay or
 * a deletion came between.
 */
export async function claimAttempt(table: Table, ref: DeliveryRef, claim: Claim): Promise<ClaimOutcome> {
  const fields = assign({ claimToken: claim.token, claimUntilMs: claim.untilMs });
  const written = await updateItem(table, deliveryKey(ref), {
    ...fields,
    names: { ...fields.names, "#cycle": "cycle" },
    values: { ...fields.values, ":cycle": claim.cycle, ":attempt": claim.attempt, ":now": claim.nowMs },
    condition:
      "#cycle = :cycle AND nextAttempt = :attempt AND (attribute_not_exists(claimUntilMs) OR claimUntilMs < :now)",
  });
  if (written.written) return { outcome: "claimed", delivery: asDelivery(ref, written.item) };
  if (written.item === null) return { outcome: "stale" };
  const delivery = asDelivery(ref, written.item);
  // The first try of this very write was stored, and only its answer was lost.
  if (written.item.claimToken === claim.token) return { outcome: "claimed", delivery };
  const { cycle, nextAttempt } = delivery;
  return { outcome: cycle === claim.cycle && nextAttempt === claim.attempt ? "busy" : "stale" };
}

/**
 * Stores what a claimed delivery has come to, its dead letter with it where it has one, and what follows.
 * Answers false when a replay or another worker took it over meanwhile.
 */
export async function settleDelivery(
  table: Table,
  before: Delivery,
  after: Delivery,
  options: { token: string; nowMs: number; messages: readonly OutgoingMessage[] },
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
      update: `${fields.update} REMOVE claimToken, claimUntilMs`,
      names: fields.names,
      values: { ...fields.values, ":token": options.token },
      condition: "claimToken = :token",
    },
    // After the fifth failure the dead letter comes to be by way of its queue.
    ...(hasDeadLetter(before) ? deadLetterChanges(after, options.nowMs, deadLetterStatusOf(before)) : []),
  ];
  try {
    await commit(table, changes, options.messages);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/**
 * Stores what claimed deliveries have come to where nothing else follows from it. Answers for each in its place: false
 * when another worker took it over meanwhile.
 */
export async function settleDeliveries(
  table: Table,
  settled: readonly { before: Delivery; after: Delivery; token: string }[],
): Promise<(boolean | Error)[]> {
  const outcomes = await executeAll(
    table,
    settled.map(({ before, after, token }) => {
      const { pk, sk } = deliveryKey(before);
      const { status, nextAttempt, nextAttemptAt, attempts } = after;
      return {
        // Commas and a single REMOVE: engines differ in what else they read.
        text: `UPDATE "${table.name}" SET "status"=?, nextAttempt=?, nextAttemptAt=?, attempts=?, claimUntilMs=? REMOVE claimToken WHERE pk=? AND sk=? AND claimToken=?`,
        parameters: [status, nextAttempt, nextAttemptAt, attempts, 0, pk, sk, token],
      };
    }),
  );
  return Promise.all(
    settled.map(async ({ before, after, token }, index): Promise<boolean | Error> => {
      const outcome = outcomes[index];
      // What has happened must be recorded: by itself, if not with others.
      if (outcome instanceof Error)
        return settleDelivery(table, before, after, { token, nowMs: 0, messages: [] }).catch(asError);
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
    update: `${fields.update} REMOVE claimToken, claimUntilMs`,
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
