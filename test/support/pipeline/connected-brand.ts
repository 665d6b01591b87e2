import type { Brand } from "../../../functions/domain/brand.ts";
import type { ConnectableChannel } from "../../../functions/domain/channel.ts";
import { limitsOf } from "../../../functions/domain/channel-limits.ts";
import { type Connection, openConnection, type Verification } from "../../../functions/domain/connection.ts";
import type { Credentials } from "../../../functions/pipeline/channels/channel.ts";
import { sealCredentials } from "../../../functions/pipeline/channels/credentials.ts";
import type { Secrets } from "../../../functions/pipeline/channels/sealed.ts";
import { readConnection, requireConnection, storeConnection } from "../../../functions/table/connections.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { testTimeMs } from "../table/entities.ts";

interface Connecting {
  channel: ConnectableChannel;
  credentials: Credentials;
  /** What the platform said about the credentials. @default it verified them */
  verification?: Verification;
}

/** Connects a channel of a stored brand, also in place of another connection, and returns the connection as it is stored. */
export async function connectBrand(
  table: Table,
  { organizationId, id: brandId }: Brand,
  { channel, credentials, verification }: Connecting,
  secrets: Secrets,
): Promise<Connection> {
  const account = { id: "1", name: "Acme", url: null };
  const verified = verification ?? { outcome: "verified", account, limits: limitsOf(channel) };
  if (verified.outcome !== "verified") throw new Error(verified.reason);
  const ref = { organizationId, brandId, channel };
  const sealed = await sealCredentials(credentials, ref, secrets);
  const known = await readConnection(table, ref);
  await storeConnection(table, known, openConnection(ref, verified, sealed, testTimeMs));
  return requireConnection(table, ref);
}
