import { queryOptions } from "@tanstack/react-query";
import { getWeeklyAnalytics, type WeeklyAnalytics } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";

const minuteMs = 60_000;

/** The digest of a brand's week; null for a week that gets none. Read again by itself until it is final. */
export const digestQuery = (brandId: string, week: string) =>
  queryOptions({
    queryKey: ["weekly-analytics", brandId, week],
    queryFn: async ({ signal }): Promise<WeeklyAnalytics | null> => {
      try {
        return await dataOf(getWeeklyAnalytics({ brandId, week }, { signal }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: ({ state }) => (state.data?.status === "ready" ? 60 * minuteMs : minuteMs),
    refetchInterval: false,
  });

/** How often figures are read again that change a few times a day. */
export const figuresRefreshMs = minuteMs;
