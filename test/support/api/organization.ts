import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { hashApiKey } from "../../../functions/platform/api-key.ts";
import { apiKeyKey } from "../../../functions/table/keys.ts";
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

/** Changes the stored record of a key: its rate limit, its count of requests, or the time when it becomes invalid. */
export async function changeKeyRecord(
  key: string,
  changes: { rateLimit?: number; requests?: number; validUntilMs?: number },
): Promise<void> {
  const { client, name } = tableAt(provided("service").database);
  for (const [attribute, value] of Object.entries(changes)) {
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: apiKeyKey(hashApiKey(key)),
        UpdateExpression: "SET #attribute = :value",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: { "#attribute": attribute },
        ExpressionAttributeValues: { ":value": value },
      }),
    );
  }
}
