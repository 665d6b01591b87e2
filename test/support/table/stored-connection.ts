import type { ChannelLimits } from "../../../functions/domain/channel-limits.ts";
import { openConnection } from "../../../functions/domain/connection.ts";
import { storeConnection } from "../../../functions/table/connections.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { testTimeMs } from "./entities.ts";

/** Stores the connection of a brand to an instance of Mastodon with these limits. Its credentials cannot be opened. */
export async function storeMastodon(
  table: Table,
  { organizationId, brandId }: { organizationId: string; brandId: string },
  limits: Partial<ChannelLimits>,
): Promise<void> {
  const ref = { organizationId, brandId, channel: "mastodon" as const };
  const verified = {
    outcome: "verified" as const,
    account: { id: "7", name: "acme@social.example", url: null },
    limits: { text: 500, unit: "weighted" as const, images: 4, ...limits },
  };
  await storeConnection(table, null, openConnection(ref, verified, "sealed", testTimeMs));
}
