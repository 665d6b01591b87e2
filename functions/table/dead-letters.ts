import {
  type DeadLetter,
  type DeadLetterStatus,
  type Delivery,
  deadLetterStatuses,
} from "../domain/delivery.ts";
import { unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { type Change, commit, Refused } from "./commit.ts";
import {
  deadLetterIdOf,
  deadLetterIndexAttributes,
  deadLetterKey,
  deadLettersOfOrganization,
  deadLettersOfWebhook,
  deliveryIdOf,
  deliveryKey,
  deliveryPartition,
  webhookKey,
} from "./keys.ts";
import { type Order, pageOfKeys } from "./list.ts";
import { readItems, readPartition } from "./read.ts";
import type { Item, Table } from "./table.ts";
import { assign } from "./update.ts";

/** An event that could not be fanned out. */
type PoisonMessage = Extract<OutgoingMessage, { queue: "events" }>;

/** A dead letter with the delivery that it stands for, or with the message that no worker could handle. */
export interface DeadLetterRecord {
  deadLetter: DeadLetter & { message?: PoisonMessage };
  delivery: Delivery | null;
}

/** The write that brings a delivery's dead letter to a status, and makes it if it is not there yet. */
export function deadLetterChange(delivery: Delivery, status: DeadLetterStatus, nowMs: number): Change {
  const id = deadLetterIdOf(delivery.id);
  const { organizationId, webhookId, eventId, type, url } = delivery;
  const fields = assign({
    id,
    organizationId,
    webhookId,
    eventId,
    type,
    url,
    status,
    ...deadLetterIndexAttributes({
      id,
      organizationId,
      webhookId,
      status,
    }),
  });
  return {
    kind: "update",
    key: deadLetterKey(organizationId, id),
    update: `${fields.update}, createdAt = if_not_exists(createdAt, :createdAt)`,
    names: fields.names,
    values: { ...fields.values, ":createdAt": isoTime(nowMs) },
  };
}

/** What the state of a delivery says of its dead letter. */
function statusFrom({ status, nextAttempt }: Delivery): DeadLetterStatus {
  if (status === "succeeded") return "resolved";
  if (status === "pending") return "replaying";
  if (status === "cancelled") return "exhausted";
  return nextAttempt === null ? "exhausted" : "final_attempt_pending";
}

/** Makes a given-up delivery visible, in the state that the delivery has come to by now. */
export async function recordDeadLetter(table: Table, delivery: Delivery, nowMs: number): Promise<void> {
  const { status, cycle, nextAttempt } = delivery;
  await commit(table, [
    deadLetterChange(delivery, statusFrom(delivery), nowMs),
    {
      kind: "check",
      key: deliveryKey(delivery.organizationId, delivery.id),
      condition: "#status = :status AND #cycle = :cycle AND nextAttempt = :nextAttempt",
      names: { "#status": "status", "#cycle": "cycle" },
      values: { ":status": status, ":cycle": cycle, ":nextAttempt": nextAttempt },
    },
  ]);
}

/** Keeps a message that no worker could handle, be it the first time or again after a replay. */
export async function recordPoison(
  table: Table,
  deadLetter: DeadLetter & { message: PoisonMessage },
): Promise<void> {
  const { createdAt, ...current } = deadLetter;
  const fields = assign({ ...current, ...deadLetterIndexAttributes(deadLetter) });
  await commit(table, [
    {
      kind: "update",
      key: deadLetterKey(deadLetter.organizationId, deadLetter.id),
      update: `${fields.update}, createdAt = if_not_exists(createdAt, :createdAt)`,
      names: fields.names,
      values: { ...fields.values, ":createdAt": createdAt },
    },
  ]);
}

/** Notes that a message was handled after all; without a dead letter of it there is nothing to note. */
export async function resolvePoison(
  table: Table,
  ref: Pick<DeadLetter, "id" | "organizationId">,
): Promise<void> {
  await movePoison(table, { ...ref, webhookId: null }, "resolved", "attribute_exists(pk)");
}

function asRecords(items: readonly Item[]): DeadLetterRecord[] {
  const deliveries = new Map(
    items.filter(({ sk }) => sk === "DELIVERY").map((item) => [item.pk, trusted<Delivery>(item)]),
  );
  return items
    .filter(({ sk }) => sk === "DEAD_LETTER")
    .map((item) => ({
      deadLetter: trusted<DeadLetterRecord["deadLetter"]>(item),
      delivery: deliveries.get(item.pk) ?? null,
    }));
}

export async function readDeadLetter(
  table: Table,
  organizationId: string,
  deadLetterId: string,
): Promise<DeadLetterRecord | null> {
  const items = await readPartition(table, deliveryPartition(organizationId, deliveryIdOf(deadLetterId)));
  return asRecords(items)[0] ?? null;
}

/** One page of dead letters with their deliveries, the filters answered from indexes. */
export async function pageOfDeadLetters(
  table: Table,
  organizationId: string,
  filter: { webhookId: string | undefined; statuses: readonly DeadLetterStatus[] | undefined },
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: DeadLetterRecord[]; next: string | null }> {
  const { webhookId, statuses = deadLetterStatuses } = filter;
  const lists = statuses.map((status) =>
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
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  const items = await readItems(
    table,
    keys.flatMap((key) => [key, { pk: key.pk, sk: "DELIVERY" }]),
  );
  const rows = asRecords(items).filter(({ deadLetter }) => statuses.includes(deadLetter.status));
  return { rows, next };
}

/**
 * Puts a given-up delivery back under a fresh attempt schedule; a final attempt that was still due is replaced.
 * @throws unprocessable when its subscription is gone or disabled, or when it is being replayed already.
 */
export async function replayDelivery(
  table: Table,
  delivery: Delivery,
  options: { nowMs: number; messages: readonly OutgoingMessage[] },
): Promise<void> {
  const fields = assign({
    status: "pending",
    cycle: delivery.cycle + 1,
    nextAttempt: 1,
    nextAttemptAt: isoTime(options.nowMs),
  });
  try {
    await commit(
      table,
      [
        {
          kind: "update",
          key: deliveryKey(delivery.organizationId, delivery.id),
          update: `${fields.update} REMOVE claimToken, claimUntilMs`,
          names: fields.names,
          values: { ...fields.values, ":standing": delivery.cycle, ":waiting": "pending" },
          condition: "#cycle = :standing AND #status <> :waiting",
        },
        deadLetterChange(delivery, "replaying", options.nowMs),
        {
          kind: "check",
          key: webhookKey(delivery.organizationId, delivery.webhookId),
          condition: "#status = :active",
          names: { "#status": "status" },
          values: { ":active": "active" },
        },
      ],
      options.messages,
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.index === 0) throw unprocessable("This event is being replayed already.");
    if (error.found === null) throw unprocessable("The webhook subscription of this event no longer exists.");
    throw unprocessable("The webhook subscription of this event is disabled: enable it first.");
  }
}

/**
 * Hands a message that had no taker back to its queue.
 * @throws unprocessable when it is on its way already
 */
export async function replayPoison(table: Table, deadLetter: DeadLetterRecord["deadLetter"]): Promise<void> {
  const { id: replayOf, message } = deadLetter;
  const messages = message === undefined ? [] : [{ ...message, body: { ...message.body, replayOf } }];
  const moved = await movePoison(table, deadLetter, "replaying", "#status <> :status", messages);
  if (!moved) throw unprocessable("This event is being replayed already.");
}

async function movePoison(
  table: Table,
  ref: Pick<DeadLetter, "id" | "organizationId" | "webhookId">,
  status: DeadLetterStatus,
  condition: string,
  messages: readonly OutgoingMessage[] = [],
): Promise<boolean> {
  const fields = assign({ status, ...deadLetterIndexAttributes({ ...ref, status }) });
  const key = deadLetterKey(ref.organizationId, ref.id);
  try {
    await commit(table, [{ kind: "update", key, ...fields, condition }], messages);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
