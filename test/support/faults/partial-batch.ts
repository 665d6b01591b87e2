import { isJsonObject, type Json, type JsonObject, listAt, textAt } from "../../../lib/emulator/json.ts";
import type { AwsCall } from "./aws-call.ts";

/** A batch that the engine gets only in part: what is forwarded, and the response that reports the rest as failed. */
interface PartialBatch {
  /** null when nothing is forwarded. */
  forwarded: JsonObject | null;
  response(engineResponse: JsonObject): JsonObject;
}

/**
 * Leaves out the entries for which `isLeftOut` returns true, as AWS does under load. Returns undefined for a call that
 * is not a batch.
 */
export function partialBatch({ action, body }: AwsCall, isLeftOut: () => boolean): PartialBatch | undefined {
  switch (action) {
    case "SendMessageBatch":
      return partialSend(body, isLeftOut);
    case "BatchExecuteStatement":
      return partialStatements(body, isLeftOut);
    case "BatchWriteItem":
      return partialItems(body, "UnprocessedItems", isLeftOut);
    case "BatchGetItem":
      return partialItems(body, "UnprocessedKeys", isLeftOut);
    default:
      return undefined;
  }
}

function partialSend(body: JsonObject, isLeftOut: () => boolean): PartialBatch {
  const { forwarded, leftOut } = split(listAt(body, "Entries"), isLeftOut);
  const failed = leftOut.map((entry) => ({
    Id: textAt(entry, "Id") ?? "",
    SenderFault: false,
    Code: "InternalError",
    Message: "We encountered an internal error. Please try again.",
  }));
  return {
    forwarded: forwarded.length === 0 ? null : { ...body, Entries: forwarded },
    response: (engineResponse) => ({
      Successful: [],
      ...engineResponse,
      Failed: [...listAt(engineResponse, "Failed"), ...failed],
    }),
  };
}

/** The nth response belongs to the nth statement. */
function partialStatements(body: JsonObject, isLeftOut: () => boolean): PartialBatch {
  const all = listAt(body, "Statements").map((statement) => ({ statement, isOut: isLeftOut() }));
  const forwarded = all.flatMap(({ statement, isOut }) => (isOut ? [] : [statement]));
  const throttled = { Error: { Code: "ThrottlingError", Message: "an error for a test" } };
  return {
    forwarded: forwarded.length === 0 ? null : { ...body, Statements: forwarded },
    response(engineResponse) {
      const responses = [...listAt(engineResponse, "Responses")];
      return { Responses: all.map(({ isOut }) => (isOut ? throttled : (responses.shift() ?? {}))) };
    },
  };
}

/** There is only one table. A write has a list of requests, a read has an object with options and a list of keys. */
function partialItems(body: JsonObject, unprocessed: string, isLeftOut: () => boolean): PartialBatch {
  const [table = "", requested = []] = Object.entries(Object(body["RequestItems"]))[0] ?? [];
  const isRead = isJsonObject(jsonOf(requested));
  const { forwarded, leftOut } = split(
    isRead ? listAt(jsonOf(requested), "Keys") : listOf(requested),
    isLeftOut,
  );
  const requestItems = (items: readonly Json[]) => ({
    [table]: isRead ? { ...Object(requested), Keys: items } : items,
  });
  return {
    forwarded: forwarded.length === 0 ? null : { ...body, RequestItems: requestItems(forwarded) },
    response: (engineResponse) => ({
      ...(isRead && { Responses: {} }),
      ...engineResponse,
      [unprocessed]: leftOut.length === 0 ? {} : requestItems(leftOut),
    }),
  };
}

function jsonOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function split(all: readonly Json[], isLeftOut: () => boolean): { forwarded: Json[]; leftOut: Json[] } {
  const forwarded: Json[] = [];
  const leftOut: Json[] = [];
  for (const one of all) (isLeftOut() ? leftOut : forwarded).push(one);
  return { forwarded, leftOut };
}
