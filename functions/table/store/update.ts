import { isConditionFailure, itemOfFailure } from "../../aws/dynamodb.ts";
import type { Key } from "../keys.ts";
import type { Item } from "./change.ts";
import type { Table } from "./table.ts";
import { withTransactionRetries } from "./transaction-retries.ts";

/** Returns the update expression that sets fields to values. A field that is undefined stays as it is. */
export function assign(fields: Item): { update: string; names: Record<string, string>; values: Item } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    update: `SET ${given.map(([name]) => `#${name} = :${name}`).join(", ")}`,
    names: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  };
}

/** Returns the condition that an attribute has one of several values, and the placeholders it needs. */
export function isOneOf(name: string, allowed: readonly string[]): { condition: string; values: Item } {
  const values = Object.fromEntries(allowed.map((value, index) => [`:${name}From${index}`, value]));
  return { condition: `#${name} IN (${Object.keys(values).join(", ")})`, values };
}

/**
 * Updates one item if its condition holds.
 * @returns the item after the update; if the condition failed, the stored item, or null if there is none
 */
export async function updateItem(
  table: Table,
  key: Key,
  write: { update: string; condition: string; names?: Record<string, string>; values: Item },
): Promise<{ written: true; item: Item } | { written: false; item: Item | null }> {
  try {
    const { Attributes = {} } = await withTransactionRetries(() =>
      table.client.send("UpdateItem", {
        TableName: table.name,
        Key: key,
        UpdateExpression: write.update,
        ConditionExpression: write.condition,
        ...(write.names !== undefined && { ExpressionAttributeNames: write.names }),
        ExpressionAttributeValues: write.values,
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { written: true, item: Attributes };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return { written: false, item: itemOfFailure(error) ?? null };
  }
}
