import { mentions, rememberingWords, searchedItem, toPhrase } from "./phrases.ts";
import type { Candidate } from "./rank.ts";

/**
 * Leaves out the stories that a brand avoids. It avoids a story if any report of it mentions an avoided word or phrase in its
 * title or summary: a post is made of one report, but its readers find the others.
 */
export function withoutAvoided<Story extends Candidate>(
  candidates: readonly Story[],
  avoid: readonly string[],
): { candidates: readonly Story[]; avoided: number } {
  if (avoid.length === 0) return { candidates, avoided: 0 };
  const compare = rememberingWords();
  const phrases = avoid.map((text) => toPhrase(text, compare));
  const isAvoided = (text: { title: string; summary: string }) => {
    const { title, summary } = searchedItem(text, compare);
    return phrases.some((phrase) => mentions(title, phrase) || mentions(summary, phrase));
  };
  const left = candidates.filter(({ members }) => !members.some(isAvoided));
  return { candidates: left, avoided: candidates.length - left.length };
}

/** Returns the words and phrases of an avoid-list that a text mentions, as the list has them. */
export function avoidedIn(text: string, avoid: readonly string[]): string[] {
  if (avoid.length === 0) return [];
  const compare = rememberingWords();
  const { title: searched } = searchedItem({ title: text, summary: "" }, compare);
  return avoid.filter((phrase) => mentions(searched, toPhrase(phrase, compare)));
}
