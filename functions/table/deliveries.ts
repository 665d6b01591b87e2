import { type AfterAttempt, type Delivery, type DeliveryAttempt, hasDeadLetter } from "../domain/delivery.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { type Change, commit, Refused } from "./commit.ts";
import { deadLetterChange } from "./dead-letters.ts";
import { deliveryIndexAttributes, deliveryKey } from "./keys.ts";
import { readItem } from "./read.ts";
import type { Table } from "./table.ts";
import { assign, updateItem } from "./update.ts";

type DeliveryRef = Pick<Delivery, "organizationId" | "id">;

export function readDelivery(
  table: Table,
  organizationId: string,
  deliveryId: string,
): Promise<Delivery | null> {
  return readItem<Delivery>(table, deliveryKey(organizationId, deliveryId));
}

/** Deliveries of one transaction: each is an item, and the intent is one more. */
const deliveriesPerCommitMax = 50;

/** Stores the deliveries of an event, each with its first message. Those that stand already are left alone. */
export async function insertDeliveries(
  table: Table,
  deliveries: readonly { delivery: Delivery; message: OutgoingMessage }[],
): Promise<void> {
  for (let start = 0; start < deliveries.length; start += deliveriesPerCommitMax) {
    let chunk = deliveries.slice(start, start + deliveriesPerCommitMax);
    while (chunk.length > 0) {
      try {
        await commit(
          table,
          chunk.map(({ delivery }) => ({
            kind: "put",
            item: {
              ...deliveryKey(delivery.organizationId, delivery.id),
              ...delivery,
              ...deliveryIndexAttributes(delivery),
            },
            condition: "attribute_not_exists(pk)",
          })),
          chunk.map(({ message }) => message),
        );
        break;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const standing = new Set(error.indexes);
        chunk = chunk.filter((_, index) => !standing.has(index));
      }
    }
  }
}

/**
 * Claims one attempt for one worker until the lease ends. "stale": it was made already, or a replay or
 * a deletion came between.
 */
export async function claimAttempt(
  table: Table,
  ref: DeliveryRef,
  claim: { cycle: number; attempt: number; token: string; nowMs: number; untilMs: number },
): Promise<{ outcome: "claimed"; delivery: Delivery } | { outcome: "busy" | "stale" }> {
  const fields = assign({ claimToken: claim.token, claimUntilMs: claim.untilMs });
  const written = await updateItem(table, deliveryKey(ref.organizationId, ref.id), {
    ...fields,
    names: { ...fields.names, "#cycle": "cycle" },
    values: { ...fields.values, ":cycle": claim.cycle, ":attempt": claim.attempt, ":now": claim.nowMs },
    condition:
      "#cycle = :cycle AND nextAttempt = :attempt AND (attribute_not_exists(claimUntilMs) OR claimUntilMs < :now)",
  });
  if (written.written) return { outcome: "claimed", delivery: trusted<Delivery>(written.item) };
  if (written.item === null) return { outcome: "stale" };
  const { cycle, nextAttempt } = trusted<Delivery>(written.item);
  return { outcome: cycle === claim.cycle && nextAttempt === claim.attempt ? "busy" : "stale" };
}

/** Records an attempt and what follows from it. Answers false when a replay took the delivery over meanwhile. */
export async function recordAttempt(
  table: Table,
  delivery: Delivery,
  attempt: DeliveryAttempt,
  after: AfterAttempt,
  options: { token: string; nowMs: number; messages: readonly OutgoingMessage[] },
): Promise<boolean> {
  const { status, nextAttempt, nextAttemptAt, deadLetter } = after;
  // Between the fifth failure and the final attempt the dead letter comes to be by way of its queue.
  const changes: Change[] = [
    settled(delivery, options.token, { status, nextAttempt, nextAttemptAt }, [attempt]),
    ...(deadLetter !== null && deadLetter !== "final_attempt_pending" && hasDeadLetter(delivery)
      ? [deadLetterChange(delivery, deadLetter, options.nowMs)]
      : []),
  ];
  try {
    await commit(table, changes, options.messages);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Ends a delivery without an attempt: its subscription is gone or disabled. */
export async function endDelivery(
  table: Table,
  delivery: Delivery,
  status: "cancelled" | "dead_lettered",
  options: { token: string; nowMs: number; messages: readonly OutgoingMessage[] },
): Promise<void> {
  const { token, nowMs, messages } = options;
  const changes = [settled(delivery, token, { status, nextAttempt: null, nextAttemptAt: null }, [])];
  if (hasDeadLetter(delivery)) changes.push(deadLetterChange(delivery, "exhausted", nowMs));
  await commit(table, changes, messages);
}

/** Ends a delivery whose message was given up, unless an attempt or a replay has come between. */
export async function abandonDelivery(
  table: Table,
  ref: DeliveryRef,
  { cycle, attempt }: { cycle: number; attempt: number },
): Promise<Delivery | null> {
  const fields = assign({ status: "dead_lettered", nextAttempt: null, nextAttemptAt: null });
  const ended = await updateItem(table, deliveryKey(ref.organizationId, ref.id), {
    update: `${fields.update} REMOVE claimToken, claimUntilMs`,
    names: { ...fields.names, "#cycle": "cycle" },
    values: { ...fields.values, ":cycle": cycle, ":attempt": attempt },
    condition: "#cycle = :cycle AND nextAttempt = :attempt",
  });
  return ended.item === null ? null : trusted<Delivery>(ended.item);
}

/** Of a delivery that is replayed again and again, the latest: an item holds at most 400 kB. */
const attemptsKeptMax = 60;

function settled(
  delivery: Delivery,
  token: string,
  state: Pick<Delivery, "status" | "nextAttempt" | "nextAttemptAt">,
  attempts: readonly DeliveryAttempt[],
): Change {
  // Only the holder of the claim writes, so what it read is what stands.
  const kept = [...delivery.attempts, ...attempts].slice(-attemptsKeptMax);
  const fields = assign({ ...state, attempts: kept });
  return {
    kind: "update",
    key: deliveryKey(delivery.organizationId, delivery.id),
    update: `${fields.update} REMOVE claimToken, claimUntilMs`,
    names: fields.names,
    values: { ...fields.values, ":token": token },
    condition: "claimToken = :token",
  };
}
