import { isJsonObject, type Json, type JsonObject, listAt, textAt } from "../../../lib/emulator/json.ts";
import type { AwsCall } from "./aws-call.ts";

/** A batch of which the engine gets only a part: what is forwarded, and the answer with the rest in it. */
interface PartialBatch {
  /** null: nothing is forwarded. */
  forwarded: JsonObject | null;
  answer(engineAnswer: JsonObject): JsonObject;
}

/** Leaves out of a batch what `isLeftOut` says, as AWS does under load; undefined for a call that is no batch. */
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
  const { taken, left } = parted(listAt(body, "Entries"), isLeftOut);
  const failed = left.map((entry) => ({
    Id: textAt(entry, "Id") ?? "",
    SenderFault: false,
    Code: "InternalError",
    Message: "We encountered an internal error. Please try again.",
  }));
  return {
    forwarded: taken.length === 0 ? null : { ...body, Entries: taken },
    answer: (engineAnswer) => ({
      Successful: [],
      ...engineAnswer,
      Failed: [...listAt(engineAnswer, "Failed"), ...failed],
    }),
  };
}

/** Each statement has its answer in its place. */
function partialStatements(body: JsonObject, isLeftOut: () => boolean): PartialBatch {
  const all = listAt(body, "Statements").map((statement) => ({ statement, isLeft: isLeftOut() }));
  const taken = all.flatMap(({ statement, isLeft }) => (isLeft ? [] : [statement]));
  const refused = { Error: { Code: "ThrottlingError", Message: "refused for a test" } };
  return {
    forwarded: taken.length === 0 ? null : { ...body, Statements: taken },
    answer(engineAnswer) {
      const answers = [...listAt(engineAnswer, "Responses")];
      return { Responses: all.map(({ isLeft }) => (isLeft ? refused : (answers.shift() ?? {}))) };
    },
  };
}

/** One table is all there is: its requests of a write stand in a list, its keys of a read in a list with options. */
function partialItems(body: JsonObject, unprocessed: string, isLeftOut: () => boolean): PartialBatch {
  const [table = "", asked = []] = Object.entries(Object(body["RequestItems"]))[0] ?? [];
  const isRead = isJsonObject(jsonOf(asked));
  const { taken, left } = parted(isRead ? listAt(jsonOf(asked), "Keys") : listOf(asked), isLeftOut);
  const requestItems = (items: readonly Json[]) => ({
    [table]: isRead ? { ...Object(asked), Keys: items } : items,
  });
  return {
    forwarded: taken.length === 0 ? null : { ...body, RequestItems: requestItems(taken) },
    answer: (engineAnswer) => ({
      ...(isRead && { Responses: {} }),
      ...engineAnswer,
      [unprocessed]: left.length === 0 ? {} : requestItems(left),
    }),
  };
}

function jsonOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function parted(all: readonly Json[], isLeftOut: () => boolean): { taken: Json[]; left: Json[] } {
  const taken: Json[] = [];
  const left: Json[] = [];
  for (const one of all) (isLeftOut() ? left : taken).push(one);
  return { taken, left };
}
