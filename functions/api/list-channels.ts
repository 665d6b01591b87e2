import { channelRoutes } from "../contract/routes/channels.ts";
import { channelNames } from "../domain/channel.ts";
import { limitsOf } from "../domain/channel-limits.ts";
import { channelView } from "../domain/connection.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { connectionsOfBrand } from "../table/connections.ts";

export const handler = endpoint(channelRoutes.listChannels, async ({ caller, id: brandId }, { table }) => {
  const { organizationId } = caller;
  const [brand, connections] = await Promise.all([
    readBrand(table, organizationId, brandId),
    connectionsOfBrand(table, organizationId, brandId),
  ]);
  if (brand === null) throw notFound("brand");
  return channelNames.map((channel) => {
    const connection = connections.find((one) => one.channel === channel) ?? null;
    return channelView(channel, limitsOf(channel), connection);
  });
});
