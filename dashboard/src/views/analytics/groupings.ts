import type { AnalyticsGrouping } from "../../../../client/api.ts";

/** What the posts of a brand can be grouped by. */
export const groupings: Record<AnalyticsGrouping, { tab: string; one: string }> = {
  channel: { tab: "Channels", one: "Channel" },
  pipeline: { tab: "Pipelines", one: "Pipeline" },
  topic: { tab: "Topics", one: "Topic" },
  hour: { tab: "Hours", one: "Hour" },
};

export const groupingNames = [
  "channel",
  "pipeline",
  "topic",
  "hour",
] as const satisfies readonly AnalyticsGrouping[];

/** The grouping that an address names; channels if it names none. */
export function groupingOf(text: string | undefined): AnalyticsGrouping {
  return groupingNames.find((one) => one === text) ?? "channel";
}

/** The API counts at most this many weeks. */
const weeksMax = 12;
const weeksByDefault = 4;

export const weekCounts = [1, 2, 4, 8, weeksMax] as const;

/** The number of weeks that an address names, from 1 to 12. */
export function weekCountOf(text: string | undefined): number {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= weeksMax ? count : weeksByDefault;
}
