import {
  attemptMessage,
  type DeadLetterStatus,
  deadLetterStatuses,
  pendingFinalAttempt,
} from "../domain/delivery.ts";
import { unprocessable } from "../domain/errors.ts";
import { expiryOf, lifetimesMs } from "../domain/lifetimes.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { statusFields } from "./dead-letter-records.ts";
import type { StoredDeadLetter } from "./dead-letters.ts";
import { deadLetterKey, deliveryIdOf, deliveryKey, webhookKey } from "./keys.ts";
import { openDeadLetterPut } from "./open-dead-letters.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { alreadyApplied, type Table } from "./store/table.ts";
import { assign } from "./store/update.ts";

/** The replayed dead letter; or the stored one as `found`, if it has changed since it was read. */
type ReplayOutcome = { replayed: StoredDeadLetter } | { replayed?: never; found: StoredDeadLetter };

/**
 * Replays a dead letter. A delivery starts a new attempt schedule, which replaces a final attempt that is still due. A
 * poison message goes back to its queue. If an earlier try of this request has replayed the dead letter, it is not
 * replayed again.
 * @param from the statuses from which to replay: a dead letter that was delivered since it was read is not sent again
 * @throws unprocessable when the dead letter is in another status or is already being replayed, or when its
 *   subscription is deleted or disabled
 */
export function replayDeadLetter(
  table: Table,
  letter: StoredDeadLetter,
  nowMs: number,
  from: readonly DeadLetterStatus[] = deadLetterStatuses,
): Promise<StoredDeadLetter> {
  let current = letter;
  return retryOnConflict(async () => {
    const { webhookId, status } = current;
    if (alreadyApplied(table, current)) return current;
    if (!from.includes(status)) throw unprocessable(`This event is already ${status}.`);
    const outcome: ReplayOutcome =
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
): Promise<ReplayOutcome> {
  const { organizationId, cycle: current = 1 } = letter;
  const delivery = { organizationId, webhookId, id: deliveryIdOf(letter.id) };
  const cycle = current + 1;
  const fields = assign({
    status: "pending",
    cycle,
    nextAttempt: 1,
    nextAttemptAt: isoTime(nowMs),
    expiresAt: expiryOf(lifetimesMs.delivery, nowMs),
  });
  const expired = ifNotStored(letter);
  const replayed = { ...letter, status: "replaying" as const, cycle };
  const changes: Change[] = [
    {
      kind: "update",
      key: deliveryKey(delivery),
      update: `${fields.update}, ${expired.update} REMOVE leaseToken, leaseUntilMs`,
      names: { ...fields.names, ...expired.names },
      values: { ...fields.values, ...expired.values, ":current": current, ":pending": "pending" },
      condition: "attribute_not_exists(pk) OR (#cycle = :current AND #status <> :pending)",
    },
    {
      kind: "update",
      key: deadLetterKey(organizationId, letter.id),
      ...statusUpdate(table, letter, replayed, nowMs),
    },
    {
      kind: "check",
      key: webhookKey(organizationId, webhookId),
      condition: "#status = :active",
      names: { "#status": "status" },
      values: { ":active": "active" },
    },
    openDeadLetterPut(replayed, nowMs),
  ];
  // Sent to the queue of quick endpoints: the worker moves it if the endpoint is not quick.
  const message = attemptMessage(delivery, { cycle, attempt: 1, notBeforeMs: 0 }, { pace: "quick" });
  const outcome = await commit(table, changes, {
    messages: [message],
    withdrawn:
      letter.status === "final_attempt_pending"
        ? [pendingFinalAttempt(delivery, { cycle: current, nowMs })]
        : [],
    onConditionFailed: (failed) => failed,
  });
  if (outcome === true) return { replayed };
  const changed = outcome.foundAt(1);
  if (changed !== null && alreadyApplied(table, changed))
    return { replayed: trusted<StoredDeadLetter>(changed) };
  if (outcome.index === 0) throw unprocessable("This event is already being replayed.");
  if (changed !== null) return { found: trusted<StoredDeadLetter>(changed) };
  if (outcome.found === null) throw unprocessable("The webhook subscription of this event no longer exists.");
  throw unprocessable("The webhook subscription of this event is disabled: enable it first.");
}

/** A delivery expires before its dead letter, which has what is needed to store it again. */
function ifNotStored({ url, eventId, type, body, attempts, createdAt }: StoredDeadLetter) {
  const fields = assign({ url, eventId, type, body, attempts, createdAt });
  const names = Object.keys(fields.names);
  const update = names
    .map((name) => `${name} = if_not_exists(${name}, ${name.replace("#", ":")})`)
    .join(", ");
  return { ...fields, update };
}

async function replayPoison(table: Table, letter: StoredDeadLetter, nowMs: number): Promise<ReplayOutcome> {
  const { id: replayOf, organizationId, message } = letter;
  if (letter.status === "replaying") throw unprocessable("This event is already being replayed.");
  const messages = message === undefined ? [] : [{ ...message, body: { ...message.body, replayOf } }];
  const replayed = { ...letter, status: "replaying" as const };
  const key = deadLetterKey(organizationId, replayOf);
  const change: Change = { kind: "update", key, ...statusUpdate(table, letter, replayed, nowMs) };
  const outcome = await commit(table, [change, openDeadLetterPut(replayed, nowMs)], {
    messages,
    onConditionFailed: (failed) => failed,
  });
  if (outcome === true) return { replayed };
  if (outcome.found === null) throw outcome;
  const found = trusted<StoredDeadLetter>(outcome.found);
  return alreadyApplied(table, found) ? { replayed: found } : { found };
}

/** The update of a dead letter's status, on the condition that its status is the one that was read. */
function statusUpdate(table: Table, read: StoredDeadLetter, replayed: StoredDeadLetter, nowMs: number) {
  const fields = assign(statusFields(table, replayed, nowMs));
  return {
    ...fields,
    values: { ...fields.values, ":read": read.status },
    condition: "#status = :read",
  };
}
