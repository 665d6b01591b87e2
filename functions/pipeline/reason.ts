import { pluralize } from "../domain/pluralize.ts";
import type { PostReason } from "../domain/post-reason.ts";
import { dayMs, hourMs } from "../domain/time.ts";
import { type RankedCandidate, rounded } from "./rank.ts";
import type { Selected } from "./select-diverse.ts";
import { truncate } from "./truncate.ts";

const namedTopicsMax = 3;
const titleCharactersMax = 100;

/** Says why a candidate was selected, as of `nowMs`. At most some 600 characters. */
export function reasonFor({ candidate, repetition }: Selected<RankedCandidate>, nowMs: number): PostReason {
  const { score, terms, topics, sources } = candidate;
  const trend = candidate.trend && {
    ...candidate.trend,
    title: truncate(candidate.trend.title, titleCharactersMax),
  };
  const parts = [
    ...(topics.length > 0 ? [`matches ${namedTopics(topics)}`] : []),
    `reported by ${sources.length === 1 ? "one source" : `${sources.length} sources`}`,
    ...(trend === undefined ? [] : [`part of the trend “${trend.title}”`]),
    ageOf(candidate, nowMs),
  ];
  const text = `${parts.join("; ")}.`;
  return {
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    score,
    terms: { ...terms, repetition: rounded(repetition) },
    trend: trend ?? null,
  };
}

function namedTopics(topics: readonly string[]): string {
  const [first = "", ...others] = topics;
  if (others.length === 0) return `the topic ${first}`;
  const named = topics.slice(0, namedTopicsMax);
  const left = topics.length - named.length;
  if (left > 0) return `the topics ${named.join(", ")} and ${left} more`;
  return `the topics ${named.slice(0, -1).join(", ")} and ${named.at(-1) ?? ""}`;
}

/** The age of the latest report. */
function ageOf({ members }: RankedCandidate, nowMs: number): string {
  const times = members.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [Date.parse(publishedAt)]));
  if (times.length === 0) return "without a date";
  const ageMs = nowMs - Math.max(...times);
  if (ageMs < hourMs) return "less than an hour old";
  if (ageMs < 2 * dayMs) return `${pluralize(Math.floor(ageMs / hourMs), "hour")} old`;
  return `${pluralize(Math.floor(ageMs / dayMs), "day")} old`;
}
