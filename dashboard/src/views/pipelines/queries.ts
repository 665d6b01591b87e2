import { queryOptions } from "@tanstack/react-query";
import {
  getModelEndpoint,
  getPipeline,
  listChannels,
  listOrganizationPipelines,
  listOrganizationRuns,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { given } from "../../api/given.ts";

export const pipelineQuery = (id: string) =>
  queryOptions({
    queryKey: ["pipeline", id],
    queryFn: ({ signal }) => dataOf(getPipeline({ id }, { signal })),
  });

const slowRefreshMs = 60_000;

/** The newest hundred pipelines of a brand, or of all brands: for names and choices. */
export const newestPipelinesQuery = (brandId?: string) =>
  queryOptions({
    queryKey: ["pipelines", "newest", brandId ?? null],
    queryFn: async ({ signal }) => {
      const page = await dataOf(listOrganizationPipelines({ ...given({ brandId }), limit: 100 }, { signal }));
      return page.data;
    },
    staleTime: slowRefreshMs,
    refetchInterval: slowRefreshMs,
  });

/** The newest hundred runs of a brand, or of all brands. One request finds the last runs of a whole list of pipelines. */
export const newestRunsQuery = (brandId?: string) =>
  queryOptions({
    queryKey: ["runs", "newest", brandId ?? null],
    queryFn: ({ signal }) => dataOf(listOrganizationRuns({ ...given({ brandId }), limit: 100 }, { signal })),
  });

/** The channels of a brand, with their connections. Read again when someone comes back to the page. */
export const channelsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["channels", brandId],
    queryFn: ({ signal }) => dataOf(listChannels({ id: brandId }, { signal })),
    refetchInterval: slowRefreshMs,
  });

/** The model endpoint of a brand; null if it has none. */
export const modelEndpointQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["model-endpoint", brandId],
    queryFn: async ({ signal }) => {
      try {
        return await dataOf(getModelEndpoint({ id: brandId }, { signal }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: slowRefreshMs,
  });
