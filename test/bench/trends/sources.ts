/** A source of the sample: how much it publishes, and when. */
export interface SampleSource {
  name: string;
  host: string;
  /** On a working day. */
  itemsPerDay: number;
  /** How many of its newest items its feed has. */
  feedItems: number;
  /** The hour (UTC) around which it publishes most. */
  peakHour: number;
  /** Its items on a day of the weekend, as a part of those of a working day. */
  weekend: number;
  /** The median of its items' engagement; null: it does not count. */
  engagementMedian: number | null;
}

const feed = { engagementMedian: null };

/** Two agencies, three newspapers, three specialist blogs, and two lists of links that count votes or shares. */
export const sampleSources: readonly SampleSource[] = [
  { name: "Wire One", itemsPerDay: 110, feedItems: 100, peakHour: 13, weekend: 0.6, ...feed },
  { name: "Wire Two", itemsPerDay: 80, feedItems: 100, peakHour: 15, weekend: 0.5, ...feed },
  { name: "Morning Paper", itemsPerDay: 55, feedItems: 60, peakHour: 8, weekend: 0.5, ...feed },
  { name: "Evening Paper", itemsPerDay: 45, feedItems: 60, peakHour: 17, weekend: 0.7, ...feed },
  { name: "Business Daily", itemsPerDay: 40, feedItems: 50, peakHour: 11, weekend: 0.15, ...feed },
  { name: "Trade Blog", itemsPerDay: 14, feedItems: 30, peakHour: 10, weekend: 0.2, ...feed },
  { name: "Tech Blog", itemsPerDay: 18, feedItems: 30, peakHour: 16, weekend: 0.4, ...feed },
  { name: "Local Blog", itemsPerDay: 10, feedItems: 20, peakHour: 19, weekend: 1.1, ...feed },
  { name: "Link Votes", itemsPerDay: 60, feedItems: 60, peakHour: 17, weekend: 0.7, engagementMedian: 25 },
  { name: "Social Links", itemsPerDay: 45, feedItems: 40, peakHour: 20, weekend: 1.2, engagementMedian: 60 },
].map((source) => ({ ...source, host: `${source.name.toLowerCase().replace(" ", "-")}.example` }));

const peakToNight = 6;

/** How much a source publishes in an hour since the sample's start, a Monday at 00:00 UTC, as a part of its day's mean. */
export function rhythm({ peakHour, weekend }: SampleSource, hour: number): number {
  const day = Math.floor(hour / 24) % 7;
  const phase = ((hour % 24) - peakHour) * ((2 * Math.PI) / 24);
  const level = 1 + ((peakToNight - 1) / (peakToNight + 1)) * Math.cos(phase);
  return (level / 24) * (day >= 5 ? weekend : 1);
}
