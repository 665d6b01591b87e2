import type { TrendStatus } from "../../../../client/api.ts";

/** What each status of a trend is called on the screen. */
export const trendStatuses = {
  rising: { tone: "good", words: "Rising" },
  fading: { tone: "neutral", words: "Fading" },
} as const satisfies Record<TrendStatus, unknown>;

/** The status that an address names, if it is one. */
export function statusOf(text: string | undefined): TrendStatus | undefined {
  return text === "rising" || text === "fading" ? text : undefined;
}
