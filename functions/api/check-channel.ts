import { channelRoutes } from "../contract/routes/channels.ts";
import { isConnectable } from "../domain/channel.ts";
import { limitsOf } from "../domain/channel-limits.ts";
import { channelView } from "../domain/connection.ts";
import { notFound } from "../domain/errors.ts";
import { checkConnection } from "../pipeline/channels/check-connection.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { readBrand } from "../table/brands.ts";
import { requireConnection } from "../table/connections.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import { alreadyApplied } from "../table/store/table.ts";

const secrets = openSecretBox();

export const handler = endpoint(
  channelRoutes.checkChannel,
  async ({ caller, id: brandId, channel }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    if (!isConnectable(channel)) {
      if ((await readBrand(table, organizationId, brandId)) === null) throw notFound("brand");
      return channelView(channel, limitsOf(channel), null);
    }
    return retryOnConflict(async () => {
      const known = await requireConnection(table, { organizationId, brandId, channel });
      if (alreadyApplied(table, known)) return channelView(channel, known.limits, known);
      const allowLoopback = allowsLoopback();
      const checked = await checkConnection(known, { table, nowMs, newId, secrets, allowLoopback });
      return checked === null ? conflict : channelView(channel, checked.limits, checked);
    });
  },
);
