import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** The service's one table, and what is needed to write to it. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
  /** Makes the sort key of an intent: unique, and in the order of time. */
  newIntentId: () => string;
}

export type Item = Record<string, unknown>;
