import { type JsonObject, listAt, textAt, valueAt } from "../../../lib/emulator/json.ts";
import { type AwsCall, messagesOf } from "./aws-call.ts";

/** The steps of a delivery that are AWS calls. A test names the point of a crash by its step. */
export type CrashPoint =
  /** A worker leases an attempt: before the attempt's request. */
  | { step: "lease"; attempt: number }
  /** A worker stores an attempt's outcome: after the attempt's request. */
  | { step: "record outcome" }
  /** The message of an attempt is sent to its queue. */
  | { step: "send attempt"; attempt: number }
  /** An event is sent to its queue: by the worker that stored it, or by the relay. Only an event with many subscriptions. */
  | { step: "send event" }
  | { step: "schedule" }
  | { step: "delete outbox" }
  /** The messages that begin deliveries are sent: by the worker that stored their event, by the relay or by the fan-out. */
  | { step: "send first messages" }
  /** The recorder writes a dead letter (its delivery does not change in the same transaction). */
  | { step: "record dead letter" }
  /** A dead letter is replayed: the letter and its delivery change in one transaction. */
  | { step: "replay" };

export function isCallAt(point: CrashPoint, call: AwsCall): boolean {
  const { action, body } = call;
  switch (point.step) {
    case "lease":
      return leasedAttempt(call) === point.attempt;
    case "record outcome":
      return (
        updatesOf(call).some((update) => conditionOf(update) === "leaseToken = :leaseToken") ||
        statementsOf(call).some((text) => text.startsWith("UPDATE") && text.includes("REMOVE leaseToken"))
      );
    case "send attempt":
      return bodiesOf(call).some(
        ({ kind, attempt }) => kind === "delivery.attempt" && attempt === point.attempt,
      );
    case "send event":
      return bodiesOf(call).some(({ kind }) => kind === "event.fan-out");
    case "schedule":
      return action === "CreateSchedule";
    case "delete outbox":
      return action === "BatchWriteItem";
    case "send first messages":
      return bodiesOf(call).some(({ kind }) => kind === "delivery.begin");
    case "record dead letter":
      return changes(call, "DEAD_LETTER") && listAt(body, "TransactItems").some(isCheck);
    case "replay":
      return changes(call, "DEAD_LETTER") && changes(call, "dlv_");
  }
}

/**
 * Returns the number of the attempt that a call leases. One call leases many first attempts when it stores their
 * deliveries.
 */
function leasedAttempt(call: AwsCall): number | undefined {
  const { action, body } = call;
  const values = "ExpressionAttributeValues";
  if (statementsOf(call).some((text) => text.startsWith("INSERT") && text.includes("leaseToken"))) return 1;
  if (action === "UpdateItem" && (conditionOf(body) ?? "").includes("leaseUntilMs <"))
    return Number(textAt(body, values, ":attempt", "N"));
  return undefined;
}

function statementsOf({ body }: AwsCall): string[] {
  return listAt(body, "Statements").map((one) => textAt(one, "Statement") ?? "");
}

/** Returns the updates of a call: of a transaction, or the single one. */
function updatesOf({ action, body }: AwsCall): JsonObject[] {
  if (action === "UpdateItem") return [body];
  return listAt(body, "TransactItems").flatMap((item) => {
    const update = valueAt(item, "Update");
    return typeof update === "object" && update !== null && !Array.isArray(update) ? [Object(update)] : [];
  });
}

function conditionOf(update: JsonObject): string | undefined {
  return textAt(update, "ConditionExpression");
}

function changes(call: AwsCall, sortKeyPrefix: string): boolean {
  return updatesOf(call).some(
    (update) => textAt(update, "Key", "sk", "S")?.startsWith(sortKeyPrefix) === true,
  );
}

function isCheck(item: Parameters<typeof valueAt>[0]): boolean {
  return valueAt(item, "ConditionCheck") !== undefined;
}

function bodiesOf(call: AwsCall): { kind?: string; attempt?: number }[] {
  return messagesOf(call).map((text) => JSON.parse(text).body ?? {});
}
