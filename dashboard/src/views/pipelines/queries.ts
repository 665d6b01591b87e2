import { queryOptions } from "@tanstack/react-query";
import { getPipeline, listOrganizationPipelines, listOrganizationRuns } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
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
