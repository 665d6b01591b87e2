import { randomBytes } from "node:crypto";
import { openDynamoDb } from "../aws/dynamodb.ts";
import type { NewId } from "../domain/ids.ts";
import type { Table } from "../table/store/table.ts";
import { environment } from "./environment.ts";
import { idMaker, newUlid } from "./ids.ts";

/** The side effects of a handler: table, clock, ids and random bytes. */
export interface Effects {
  table: Table;
  /** The present in epoch milliseconds. */
  nowMs: () => number;
  newId: NewId;
  /** Cryptographically strong random bytes, for secrets. */
  randomBytes: (count: number) => Uint8Array;
}

/** Names one execution of a request. */
export const newExecutionId = (): string => randomBytes(12).toString("base64url");

/** Names one lease: only its holder knows the token. */
export const newLeaseToken = (): string => randomBytes(12).toString("base64url");

const nowMs = () => Date.now();

export function openEffects(): Effects {
  return {
    table: { client: openDynamoDb(), name: environment("TABLE_NAME"), newOutboxId: () => newUlid(nowMs()) },
    nowMs,
    newId: idMaker(nowMs),
    randomBytes,
  };
}
