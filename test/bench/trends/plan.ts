import type { Random } from "../../support/faults/seeded-random.ts";
import { integer, pick, pickSome } from "./random.ts";
import { type SampleSource, sampleSources } from "./sources.ts";

export const sampleDays = 14;
/** The days before are the past that every method needs. Days are numbered from 0. */
export const firstRiseDay = 3;

const riseShapes = ["spike", "ramp", "two humps", "slow burn", "echo"] as const;
type RiseShape = (typeof riseShapes)[number];
type DecoyKind = "steady" | "one-source flood" | "daily rhythm";

/** A topic that rises: in some sources, within some hours. */
export interface Rise {
  topic: number;
  shape: RiseShape;
  startHour: number;
  hours: number;
  items: number;
  sources: SampleSource[];
}

/** A topic that has many items, and does not rise. */
export interface Decoy {
  topic: number;
  kind: DecoyKind;
  /** Of a flood: when it begins, how long it lasts and how many items it has. Of the others: items per day. */
  startHour: number;
  hours: number;
  items: number;
  sources: SampleSource[];
}

/** How long a rise of each shape lasts (hours), and how many items it has. */
const extents: Record<RiseShape, { hours: [number, number]; items: [number, number] }> = {
  spike: { hours: [8, 18], items: [14, 30] },
  ramp: { hours: [48, 72], items: [24, 45] },
  "two humps": { hours: [60, 84], items: [24, 40] },
  "slow burn": { hours: [96, 132], items: [36, 60] },
  echo: { hours: [20, 36], items: [12, 26] },
};

/**
 * Four rises of each shape: two of topics that nobody has written about, and two of topics with a past. Spread over the days,
 * so that some four go on at a time.
 */
export function planRises(random: Random, known: readonly number[], newTopic: () => number): Rise[] {
  const places = pickSome(random, [...riseShapes, ...riseShapes, ...riseShapes, ...riseShapes], 20);
  const past = pickSome(random, known, 10);
  const counts = new Map<RiseShape, number>();
  return places.map((shape, place) => {
    const { hours: hoursRange, items: itemsRange } = extents[shape];
    const hours = integer(random, ...hoursRange);
    const latest = sampleDays * 24 - hours - 6;
    const spread = (place / places.length) * (latest - firstRiseDay * 24);
    const count = counts.get(shape) ?? 0;
    counts.set(shape, count + 1);
    return {
      topic: count % 2 === 0 ? newTopic() : (past.pop() ?? newTopic()),
      shape,
      startHour: Math.max(firstRiseDay * 24, Math.floor(firstRiseDay * 24 + spread + integer(random, -6, 6))),
      hours,
      items: integer(random, ...itemsRange),
      sources: pickSome(random, sampleSources, integer(random, 4, 8)),
    };
  });
}

export function planDecoys(random: Random, known: readonly number[], newTopic: () => number): Decoy[] {
  const past = pickSome(random, known, 4);
  const steady = Array.from({ length: 7 }, (): Decoy => {
    const sources = pickSome(random, sampleSources, integer(random, 4, 8));
    const always = { startHour: 0, hours: sampleDays * 24 };
    return { topic: newTopic(), kind: "steady", ...always, items: integer(random, 8, 22), sources };
  });
  const floods = Array.from({ length: 7 }, (_, index): Decoy => {
    const startHour = integer(random, firstRiseDay * 24, sampleDays * 24 - 24);
    const extent = { startHour, hours: integer(random, 5, 18), items: integer(random, 14, 40) };
    const topic = index < 3 ? (past.pop() ?? newTopic()) : newTopic();
    return { topic, kind: "one-source flood", ...extent, sources: [pick(random, sampleSources)] };
  });
  const daily = Array.from({ length: 6 }, (): Decoy => {
    const sources = pickSome(random, sampleSources, integer(random, 3, 6));
    const extent = { startHour: integer(random, 5, 20), hours: 3, items: integer(random, 6, 14) };
    return { topic: newTopic(), kind: "daily rhythm", ...extent, sources };
  });
  return [...steady, ...floods, ...daily];
}
