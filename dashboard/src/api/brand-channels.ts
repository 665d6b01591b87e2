import { queryOptions } from "@tanstack/react-query";
import { listChannels } from "../../../client/api.ts";
import { dataOf } from "./client.ts";

/** The channels of a brand, with their connections. */
export const channelsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["channels", brandId],
    queryFn: ({ signal }) => dataOf(listChannels({ id: brandId }, { signal })),
    refetchInterval: 60_000,
  });
