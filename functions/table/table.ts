import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

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
}

export type Item = Record<string, unknown>;

/** What keeps the name of the execution that changed it last. */
export interface Written {
  changedBy?: string;
}

/** Whether this very execution has changed a thing before: its answer was lost, or its function died. */
export function hasWritten({ writer }: Table, { changedBy }: Written): boolean {
  return writer !== undefined && writer === changedBy;
}
