import { queryOptions } from "@tanstack/react-query";
import { getWeeklyAnalytics } from "../../../../client/api.ts";
import { dataOrNull } from "../../api/client.ts";

const minuteMs = 60_000;

/** The digest of a brand's week; null for a week without a digest. A final digest stays fresh for an hour. */
export const digestQuery = (brandId: string, week: string) =>
  queryOptions({
    queryKey: ["weekly-analytics", brandId, week],
    queryFn: ({ signal }) => dataOrNull(getWeeklyAnalytics({ brandId, week }, { signal })),
    staleTime: ({ state }) => (state.data?.status === "ready" ? 60 * minuteMs : minuteMs),
    refetchInterval: false,
  });

/** How often the figures on the screen are read again. They change a few times a day. */
export const figuresRefreshMs = minuteMs;
