import { limitsOf } from "../../../functions/domain/channel-limits.ts";
import { openConnection } from "../../../functions/domain/connection.ts";
import type { Credentials } from "../../../functions/pipeline/channels/channel.ts";
import { sealCredentials } from "../../../functions/pipeline/channels/credentials.ts";
import { storeConnection } from "../../../functions/table/connections.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { serviceSecrets } from "./service-secrets.ts";
import { newWebhookChannel } from "./valid-bodies.ts";

/**
 * Stores the connection of a brand to the channel `webhook`.
 * @param credentials @default those of an endpoint that accepts every request
 */
export async function connectWebhook(
  table: Table,
  organizationId: string,
  brandId: string,
  credentials: Credentials = newWebhookChannel(),
): Promise<void> {
  const ref = { organizationId, brandId, channel: "webhook" as const };
  const sealed = await sealCredentials(credentials, ref, serviceSecrets());
  const account = { id: "localhost", name: "localhost", url: "https://localhost/" };
  const verified = { outcome: "verified" as const, account, limits: limitsOf("webhook") };
  // The check is due in a day from now, so that no test meets it.
  await storeConnection(table, null, openConnection(ref, verified, sealed, Date.now()));
}
