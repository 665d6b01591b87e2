import { dayMs, hourMs, isoTime } from "../../../functions/domain/time.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";
import { type Random, seeded } from "../../support/faults/seeded-random.ts";
import { commonWords, editedHeadline, headline, newWording, type Wording, wordMaker } from "./headlines.ts";
import { type Decoy, planDecoys, planRises, type Rise, sampleDays } from "./plan.ts";
import { integer, logNormal, normal, pick, poisson, weighted } from "./random.ts";
import { rhythm, type SampleSource, sampleSources } from "./sources.ts";

/** An item of the sample. Its topic is the truth that a method must find. */
export interface SampleItem extends SourceItem {
  topic: number;
  /** Whether it belongs to a planted rise. Other items of the same topic can belong to its past. */
  isPlanted: boolean;
}

export interface Sample {
  /** Sorted by the time of publication. */
  items: SampleItem[];
  rises: Rise[];
  decoys: Decoy[];
}

/** A Monday. */
export const sampleStartMs = Date.parse("2026-03-02T00:00:00Z");
const backgroundTopics = 300;
/** Items about something that is in no other item. */
const singlePart = 0.35;

/** A rise with fewer items on a day does not count as rising on that day. */
const itemsOfRiseMin = 4;

/** The day of an item, from 0. */
export function dayOf({ publishedAt }: Pick<SourceItem, "publishedAt">): number {
  return Math.floor((Date.parse(publishedAt ?? "") - sampleStartMs) / dayMs);
}

/** The topics that rise on each day, as planted. */
export function risingTopics({ items }: Sample): ReadonlySet<number>[] {
  const planted = items.filter(({ isPlanted }) => isPlanted);
  return Array.from({ length: sampleDays }, (_, day) => {
    const counts = new Map<number, number>();
    for (const item of planted)
      if (dayOf(item) === day) counts.set(item.topic, (counts.get(item.topic) ?? 0) + 1);
    return new Set([...counts].filter(([, count]) => count >= itemsOfRiseMin).map(([topic]) => topic));
  });
}

/** Makes the sample of a seed: 14 days of 10 sources, with 20 planted rises and 20 decoys. */
export function makeSample(seed: number): Sample {
  const random = seeded(seed);
  const newWord = wordMaker(random);
  const common = commonWords(newWord);
  const wordings: Wording[] = [];
  const newTopic = () => wordings.push(newWording(random, newWord)) - 1;
  const background = Array.from({ length: backgroundTopics }, newTopic);
  // A rise of one of the most written-about topics would be lost in its own past.
  const withPast = background.slice(10, 80);
  const rises = planRises(random, withPast, newTopic);
  const decoys = planDecoys(
    random,
    withPast.filter((topic) => rises.every((rise) => rise.topic !== topic)),
    newTopic,
  );

  const items: SampleItem[] = [];
  const publish = (topic: number, source: SampleSource, atHour: number, given: Partial<Published> = {}) => {
    const { title, url, isPlanted = false, boost = 1 } = given;
    const id = `${source.host}-${items.length}`;
    const item: SampleItem = {
      id,
      title: title ?? headline(random, wordings[topic] ?? newWording(random, newWord), common),
      url: url ?? `https://${source.host}/${id}`,
      summary: "",
      publishedAt: isoTime(sampleStartMs + Math.floor(atHour * hourMs)),
      source: source.name,
      image: null,
      engagement: engagementOf(random, source, boost),
      topic,
      isPlanted,
    };
    items.push(item);
    return item;
  };

  publishBackground(random, background, newTopic, publish);
  for (const decoy of decoys) publishDecoy(random, decoy, publish);
  for (const rise of rises) publishRise(random, rise, publish, common);
  items.sort((a, b) => ((a.publishedAt ?? "") < (b.publishedAt ?? "") ? -1 : 1));
  return { items, rises, decoys };
}

interface Published {
  title: string;
  url: string;
  isPlanted: boolean;
  /** The engagement of the item as a multiple of what is usual. */
  boost: number;
}
type Publish = (
  topic: number,
  source: SampleSource,
  atHour: number,
  given?: Partial<Published>,
) => SampleItem;

function engagementOf(random: Random, { engagementMedian }: SampleSource, boost: number): number | null {
  return engagementMedian === null ? null : Math.round(logNormal(random, engagementMedian * boost, 1.1));
}

/** The ordinary items: of topics by Zipf's law, with more items on some days than on others, and of topics with one item. */
function publishBackground(
  random: Random,
  topics: readonly number[],
  newTopic: () => number,
  publish: Publish,
): void {
  for (let day = 0; day < sampleDays; day += 1) {
    const weights = topics.map((_, rank) => Math.exp(0.5 * normal(random)) / (rank + 4));
    for (const source of sampleSources) {
      for (let hour = day * 24; hour < day * 24 + 24; hour += 1) {
        const count = poisson(random, source.itemsPerDay * rhythm(source, hour));
        for (let index = 0; index < count; index += 1) {
          const topic = random() < singlePart ? newTopic() : (topics[weighted(random, weights)] ?? 0);
          publish(topic, source, hour + random());
        }
      }
    }
  }
}

function publishDecoy(random: Random, decoy: Decoy, publish: Publish): void {
  const { topic, kind, startHour, hours, items, sources } = decoy;
  switch (kind) {
    case "steady":
      for (let hour = 0; hour < sampleDays * 24; hour += 1) {
        for (const source of sources) {
          const count = poisson(random, (items / sources.length) * rhythm(source, hour));
          for (let index = 0; index < count; index += 1) publish(topic, source, hour + random());
        }
      }
      return;
    case "one-source flood":
      for (let index = 0; index < items; index += 1)
        publish(topic, pick(random, sources), startHour + random() * hours);
      // Perhaps another source reports it, once.
      for (let index = integer(random, 0, 1); index > 0; index -= 1)
        publish(topic, pick(random, sampleSources), startHour + random() * hours);
      return;
    case "daily rhythm":
      for (let day = 0; day < sampleDays; day += 1) {
        const count = poisson(random, items);
        for (let index = 0; index < count; index += 1)
          publish(topic, pick(random, sources), day * 24 + startHour + random() * hours);
      }
  }
}

/** When an item of a rise is published, as a part of the rise's time. */
const momentOf: Record<Rise["shape"], (random: Random) => number> = {
  // Many at once, then fewer and fewer.
  spike: (random) => Math.min(1, -Math.log(1 - random()) / 3),
  ramp: (random) => Math.sqrt(random()),
  "two humps": (random) => (random() < 0.5 ? 0 : 0.72) + 0.28 * random(),
  "slow burn": (random) => random() ** 0.8,
  echo: (random) => 0.2 + 0.8 * random(),
};

function publishRise(random: Random, rise: Rise, publish: Publish, common: readonly string[]): void {
  const { topic, shape, startHour, hours, items, sources } = rise;
  const weights = sources.map(({ itemsPerDay }) => Math.sqrt(itemsPerDay));
  const told: SampleItem[] = [];
  for (let index = 0; index < items; index += 1) {
    const isFirst = shape === "echo" && index < 2;
    const source = isFirst ? sources[0] : sources[weighted(random, weights)];
    if (source === undefined) continue;
    const boost = 1 + 3 * random();
    // In an echo, the other sources repeat the page or the words of an earlier item.
    const echoed = shape === "echo" && !isFirst && random() < 0.7 ? pick(random, told) : null;
    const copy =
      echoed === null
        ? {}
        : random() < 0.4
          ? { url: `${echoed.url}?utm_source=${source.host}` }
          : { title: editedHeadline(random, echoed.title, common) };
    const moment = isFirst ? 0.1 * random() : momentOf[shape](random);
    told.push(publish(topic, source, startHour + moment * hours, { isPlanted: true, boost, ...copy }));
  }
}
