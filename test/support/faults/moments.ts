import { type JsonObject, listAt, textAt, valueAt } from "../../../lib/emulator/json.ts";
import { type AwsCall, messagesOf } from "./aws-call.ts";

/** The steps of a delivery that are calls of AWS, by which a test names the moment of a crash. */
export type Moment =
  /** An attempt is claimed: what comes before its request. */
  | { step: "claim"; attempt: number }
  /** An attempt's outcome is stored: what comes after its request. */
  | { step: "settle" }
  /** The message of an attempt goes to its queue. */
  | { step: "send attempt"; attempt: number }
  | { step: "schedule" }
  | { step: "forget intents" }
  | { step: "send first messages" }
  /** A dead letter is written by itself, as the recorder does. */
  | { step: "record dead letter" }
  /** A dead letter is put back: the letter and its delivery change together. */
  | { step: "replay" };

export function isAt(moment: Moment, call: AwsCall): boolean {
  const { action, body } = call;
  switch (moment.step) {
    case "claim":
      return claimedAttempt(call) === moment.attempt;
    case "settle":
      return (
        updatesOf(call).some((update) => conditionOf(update) === "leaseToken = :leaseToken") ||
        statementsOf(call).some((text) => text.startsWith("UPDATE") && text.includes("REMOVE leaseToken"))
      );
    case "send attempt":
      return bodiesOf(call).some(
        ({ kind, attempt }) => kind === "delivery.attempt" && attempt === moment.attempt,
      );
    case "schedule":
      return action === "CreateSchedule";
    case "forget intents":
      return action === "BatchWriteItem";
    case "send first messages":
      return bodiesOf(call).some(({ kind }) => kind === "delivery.begin");
    case "record dead letter":
      return changes(call, "DEAD_LETTER") && listAt(body, "TransactItems").some(isCheck);
    case "replay":
      return changes(call, "DEAD_LETTER") && changes(call, "dlv_");
  }
}

/** First attempts are claimed many in a call, as their deliveries are stored. */
function claimedAttempt(call: AwsCall): number | undefined {
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

/** The updates of a call, be it a transaction or a single one. */
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
