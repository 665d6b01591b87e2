import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Change } from "./commit.ts";

/** The service's one table, and what is needed to write to it. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
  /** Makes the sort key of an intent: unique, and in the order of time. */
  newIntentId: () => string;
  /**
   * Names the execution that writes, the same in each of its tries: one that finds its own name on what it was about to
   * change has changed it already.
   */
  writer?: string;
  /** There for a request under an Idempotency-Key, whose changes are stored once. */
  once?: Once;
}

/** What holds a request to one execution: its change and the mark that it is done are stored together. */
export interface Once {
  /** An execution before has stored its change: this one stores nothing, and only finds its answer again. */
  isDone: boolean;
  /** The write that marks the request as done by one commit, and is refused when it is done, or another execution's. */
  mark: (commitId: string) => Change;
  /** Whether what stands in the mark's place was left there by that commit itself, whose answer was lost. */
  isMarkedBy: (found: Item | null, commitId: string) => boolean;
  newCommitId: () => string;
}

export type Item = Record<string, unknown>;

/** What keeps the name of the execution that changed it last. */
export interface Written {
  changedBy?: string;
}

/** Whether a request has changed a thing before: the answer was lost, or its function has died. */
export function hasWritten({ writer, once }: Table, { changedBy }: Written): boolean {
  return once?.isDone === true || (writer !== undefined && writer === changedBy);
}
