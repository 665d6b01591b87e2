import { defaultLimits } from "../../../functions/domain/organization.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { hashApiKey } from "../../../functions/platform/api-key.ts";
import type { KeyRecord } from "../../../functions/table/api-keys.ts";
import { apiKeyKey, type Key, requestCountKey } from "../../../functions/table/keys.ts";
import { createOrganizationInRunning } from "../../../lib/local/operator.ts";
import type { Organization } from "../../../lib/local/service-file.ts";
import { provided } from "../setup/provided.ts";
import { tableAt } from "../table/table.ts";

/** Creates an organization in the running service by the operator's command. */
export async function newOrganization(): Promise<Organization> {
  const organization = await createOrganizationInRunning(provided("service").stateDirectory, "Acme");
  if (organization === undefined) throw new Error("the service does not run");
  return organization;
}

/**
 * Changes the stored record of a key: its rate limit and window, its count of requests, or the time when it becomes
 * invalid. With a rate limit above the limit of its organization, raises that too.
 */
export async function changeKeyRecord(
  key: string,
  changes: {
    rateLimit?: number;
    requests?: number;
    validUntilMs?: number;
    windowStartMs?: number;
    granted?: number;
  },
): Promise<void> {
  const { client, name } = tableAt(provided("service").database);
  const set = (itemKey: Key, attribute: string, value: number) =>
    client.send("UpdateItem", {
      TableName: name,
      Key: itemKey,
      UpdateExpression: "SET #attribute = :value",
      ExpressionAttributeNames: { "#attribute": attribute },
      ExpressionAttributeValues: { ":value": value },
      ReturnValues: "ALL_NEW",
    });
  for (const [attribute, value] of Object.entries(changes)) {
    const { Attributes } = await set(apiKeyKey(hashApiKey(key)), attribute, value);
    if (attribute === "rateLimit" && value > defaultLimits.requestsPerMinute)
      await set(requestCountKey(trusted<KeyRecord>(Attributes).organizationId), "requestsPerMinute", value);
  }
}
