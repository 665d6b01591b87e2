import { queryOptions } from "@tanstack/react-query";
import { getModelEndpoint } from "../../../client/api.ts";
import { dataOrNull } from "./client.ts";

/** The model endpoint of a brand; null if it has none. */
export const modelEndpointQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["model-endpoint", brandId],
    queryFn: ({ signal }) => dataOrNull(getModelEndpoint({ id: brandId }, { signal })),
    refetchInterval: 60_000,
  });
