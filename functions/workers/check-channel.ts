import { checkConnection } from "../pipeline/channels/check-connection.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { worker } from "../platform/worker.ts";
import { readConnection } from "../table/connections.ts";

const secrets = openSecretBox();

/**
 * Checks a connection, and plans its next check. Does nothing for a check that the connection does not wait for: it was
 * made already, or somebody has checked or connected the channel since.
 */
export const handler = worker<"channel-checks">(
  async ({ organizationId, brandId, channel, at }, { table, nowMs, newId }) => {
    const known = await readConnection(table, { organizationId, brandId, channel });
    if (known?.nextCheckAt !== at) return;
    await checkConnection(known, { table, nowMs, newId, secrets, allowLoopback: allowsLoopback() });
  },
);
