import { channelRoutes } from "../contract/routes/channels.ts";
import { assertConnectable } from "../domain/connection.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { deleteConnection, requireConnection } from "../table/connections.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";

export const handler = endpoint(
  channelRoutes.disconnectChannel,
  async ({ caller, id: brandId, channel }, { table }) => {
    const { organizationId } = caller;
    if (channel === "feed" && (await readBrand(table, organizationId, brandId)) === null)
      throw notFound("brand");
    assertConnectable(channel, "disconnected");
    await retryOnConflict(async () => {
      const known = await requireConnection(table, { organizationId, brandId, channel });
      return (await deleteConnection(table, known)) || conflict;
    });
  },
);
