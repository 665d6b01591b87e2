import {
  type DeadLetter,
  type DeadLetterStatus,
  type Delivery,
  deadLetterStatusOf,
} from "../domain/delivery.ts";
import { isoTime } from "../domain/time.ts";
import type { PoisonMessage, StoredDeadLetter } from "./dead-letters.ts";
import {
  deadLetterIdOf,
  deadLetterIndexAttributes,
  deadLetterKey,
  deadLetterSort,
  deliveryKey,
} from "./keys.ts";
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
  return [upsert(letter, isoTime(nowMs)), ...(status === current ? [] : [open])];
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

/**
 * Stores the dead letter of a delivery.
 * @throws {ConditionFailed} when the delivery has changed since it was read
 */
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
 * Stores a poison message as a dead letter, the first time or again after a replay.
 * @returns false if it is stored already: the message came twice
 */
export async function recordPoison(
  table: Table,
  deadLetter: DeadLetter & { message: PoisonMessage },
): Promise<boolean> {
  const { createdAt, ...letter } = deadLetter;
  const { id, message } = letter;
  const open = openDeadLetterPut({ ...deadLetter, status: "exhausted" }, Date.parse(createdAt));
  const change = upsert(letter, createdAt);
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
): Promise<boolean> {
  const fields = assign(statusFields(table, { id, organizationId, webhookId: null, status: "resolved" }));
  const key = deadLetterKey(organizationId, id);
  const condition = "attribute_exists(pk) AND #status <> :status";
  const resolve: Change = { kind: "update", key, ...fields, condition };
  return commit(table, [resolve, openDeadLetterDelete(id)], { onConditionFailed: () => false });
}

/** The fields that change with the status of a dead letter, with those that put it into other lists. */
export function statusFields(
  { executionId: changedBy }: Table,
  letter: Pick<StoredDeadLetter, "id" | "organizationId" | "webhookId" | "status" | "cycle">,
) {
  const { status, cycle } = letter;
  return { status, cycle, changedBy, ...deadLetterIndexAttributes(letter) };
}
