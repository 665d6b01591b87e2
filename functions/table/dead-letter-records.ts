import {
  type DeadLetter,
  type DeadLetterStatus,
  type Delivery,
  deadLetterStatusOf,
} from "../domain/delivery.ts";
import { expiryOf, lifetimesMs } from "../domain/lifetimes.ts";
import { isoTime } from "../domain/time.ts";
import type { PoisonMessage, StoredDeadLetter } from "./dead-letters.ts";
import { deadLetterIndexAttributes, deadLetterSort } from "./index-keys.ts";
import { deadLetterIdOf, deadLetterKey, deliveryKey } from "./keys.ts";
import { openDeadLetterDelete, openDeadLetterPut } from "./open-dead-letters.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import type { Table } from "./store/table.ts";
import { assign } from "./store/update.ts";

/**
 * The changes that bring a dead letter into the state of its delivery, or create it.
 * @param current the status that the dead letter is known to have; null if it is unknown
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
  const open =
    status === "resolved"
      ? openDeadLetterDelete(id)
      : openDeadLetterPut({ id, organizationId, webhookId, status }, nowMs);
  return [upsert(letter, nowMs), ...(status === current ? [] : [open])];
}

function upsert(
  letter: Omit<StoredDeadLetter, "createdAt">,
  nowMs: number,
): Extract<Change, { kind: "update" }> {
  const createdAt = isoTime(nowMs);
  const expiresAt = expiryAt(letter.status, nowMs);
  const fields = assign({ ...letter, expiresAt, ...deadLetterIndexAttributes(letter) });
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

/**
 * Stores the dead letter of a delivery.
 * @returns false if the delivery has changed since it was read: nothing is stored
 */
export function recordDeadLetter(table: Table, delivery: Delivery, nowMs: number): Promise<boolean> {
  const { status, cycle, nextAttempt } = delivery;
  const unchanged: Change = {
    kind: "check",
    key: deliveryKey(delivery),
    condition: "#status = :status AND #cycle = :cycle AND nextAttempt = :nextAttempt",
    names: { "#status": "status", "#cycle": "cycle" },
    values: { ":status": status, ":cycle": cycle, ":nextAttempt": nextAttempt },
  };
  const changes = [...deadLetterChanges(delivery, nowMs, null), unchanged];
  return commit(table, changes, { onConditionFailed: () => false });
}

/**
 * Stores a poison message as a dead letter, the first time or again after a replay.
 * @returns false if it is stored already: the message came twice
 */
export async function recordPoison(
  table: Table,
  deadLetter: DeadLetter & { message: PoisonMessage },
): Promise<boolean> {
  const { createdAt, ...letter } = deadLetter;
  const { id, message } = letter;
  const nowMs = Date.parse(createdAt);
  const open = openDeadLetterPut({ ...deadLetter, status: "exhausted" }, nowMs);
  const change = upsert(letter, nowMs);
  const isReplay = message.body.replayOf === id;
  const insert = {
    ...change,
    condition: isReplay ? "#status = :replaying" : "attribute_not_exists(pk)",
    values: { ...change.values, ...(isReplay && { ":replaying": "replaying" }) },
  };
  return commit(table, [insert, open], { onConditionFailed: () => false });
}

/**
 * Sets the dead letter of a message that a worker has handled after a replay to resolved.
 * @returns false if there is no such dead letter, or it is resolved already
 */
export async function resolvePoison(
  table: Table,
  { id, organizationId }: Pick<DeadLetter, "id" | "organizationId">,
  nowMs: number,
): Promise<boolean> {
  const resolved = { id, organizationId, webhookId: null, status: "resolved" as const };
  const fields = assign(statusFields(table, resolved, nowMs));
  const key = deadLetterKey(organizationId, id);
  const condition = "attribute_exists(pk) AND #status <> :status";
  const resolve: Change = { kind: "update", key, ...fields, condition };
  return commit(table, [resolve, openDeadLetterDelete(id)], { onConditionFailed: () => false });
}

/** The fields that change with the status of a dead letter, with those that put it into other lists. */
export function statusFields(
  { executionId: changedBy }: Table,
  letter: Pick<StoredDeadLetter, "id" | "organizationId" | "webhookId" | "status" | "cycle">,
  nowMs: number,
) {
  const { status, cycle } = letter;
  const expiresAt = expiryAt(status, nowMs);
  return { status, cycle, changedBy, expiresAt, ...deadLetterIndexAttributes(letter) };
}

const expiryAt = (status: DeadLetterStatus, nowMs: number): number =>
  expiryOf(status === "resolved" ? lifetimesMs.resolvedDeadLetter : lifetimesMs.deadLetter, nowMs);
