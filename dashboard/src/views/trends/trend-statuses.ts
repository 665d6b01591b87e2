import type { TrendStatus } from "../../../../client/api.ts";

/** What each status of a trend is called on the screen. */
export const trendStatuses = {
  rising: { tone: "good", words: "Rising" },
  fading: { tone: "neutral", words: "Fading" },
} as const satisfies Record<TrendStatus, unknown>;
