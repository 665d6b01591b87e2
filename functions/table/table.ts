import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** The service's one table, and what is needed to write to it. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
  /** Makes the sort key of an intent: unique, and in the order of time. */
  newIntentId: () => string;
}

export type Item = Record<string, unknown>;

/**
 * Reads an item as the entity it was stored as. The one place where a type is asserted: the table holds only what
 * this folder's modules wrote, under keys that only they build.
 */
export function asEntity<Entity>(item: Item): Entity {
  return item as Entity;
}
