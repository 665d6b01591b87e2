import type { ChannelName } from "../../domain/channel.ts";
import { graphemeCount } from "../../domain/text-length.ts";
import { wholeSentences } from "../sentences.ts";
import { stopWords } from "../stop-words.ts";
import { fold, wordsOf } from "../words.ts";
import { hasFullAddress, withoutAddresses } from "./addresses.ts";
import { asSentence, beginsWithTitle, isCut, joined, relationToTitle } from "./headline.ts";

/**
 * How a post tells its item.
 * - story: the headline and a key sentence, in one paragraph
 * - stacked: the headline, and the key sentence in a paragraph of its own
 * - quote: the headline, and the source's sentence in quotation marks with the name of the source
 * - headline: the headline alone, where the channel shows more of the item below it
 */
type Shape = "story" | "stacked" | "quote" | "headline";

interface Habits {
  /** The shapes of neighbouring posts, in turn. */
  shapes: readonly [Shape, ...Shape[]];
  /** How many hashtags readers expect. A hashtag leads nowhere on Discord. */
  hashtagsMax: number;
}

/** What readers of each channel are used to. */
export const habitsOf: Record<ChannelName, Habits> = {
  feed: { shapes: ["story", "stacked"], hashtagsMax: 5 },
  bluesky: { shapes: ["story", "quote", "headline"], hashtagsMax: 3 },
  mastodon: { shapes: ["story", "stacked", "quote"], hashtagsMax: 5 },
  ghost: { shapes: ["stacked", "quote"], hashtagsMax: 5 },
  webhook: { shapes: ["story"], hashtagsMax: 5 },
  telegram: { shapes: ["stacked", "story", "quote"], hashtagsMax: 3 },
  discord: { shapes: ["stacked", "quote"], hashtagsMax: 0 },
  linkedin: { shapes: ["stacked", "quote"], hashtagsMax: 3 },
};

interface Told {
  /** Without addresses. */
  title: string;
  /** As the source has it. */
  summary: string;
  /** The name of the source; empty if it has none that can be shown. */
  source: string;
}

const plain = (text: string) => ({ text, takesOpening: true });

/** What a post can say, the best first: the first one that fits is used. A body may begin with an opening if it says so. */
export function bodiesOf(
  { title, summary, source }: Told,
  channel: ChannelName,
  variant: number,
): { text: string; takesOpening: boolean }[] {
  const headline = asSentence(title);
  // A sentence that leads to an address says nothing without it.
  const sentences = wholeSentences(summary)
    .filter((sentence) => !hasFullAddress(sentence))
    .map(withoutAddresses);
  const [first] = sentences;
  if (first !== undefined && isCut(title) && beginsWithTitle(summary, title))
    return [plain(first), plain(headline)];
  for (const sentence of sentences) {
    const relation = relationToTitle(sentence, title);
    if (relation === "continues") return [plain(sentence), plain(headline)];
    if (relation === "adds") {
      if (answers(sentence, title)) return [plain(sentence), plain(headline)];
      const shapes = habitsOf[channel].shapes;
      const shape = shapes[variant % shapes.length] ?? "story";
      const shaped = inShape(shape, headline, sentence, source);
      return [...shaped, plain(joined(headline, sentence)), plain(headline)];
    }
  }
  return [plain(headline)];
}

function inShape(
  shape: Shape,
  headline: string,
  sentence: string,
  source: string,
): { text: string; takesOpening: boolean }[] {
  switch (shape) {
    case "story":
      return [];
    case "stacked":
      return [{ text: `${headline}\n\n${sentence}`, takesOpening: true }];
    case "quote":
      // A quotation within the quotation would need other marks, and one without its source would be the brand's.
      if (/["“”„«»「」『』]/u.test(sentence) || source === "") return [];
      return [{ text: `${headline}\n\n“${sentence}” (${source})`, takesOpening: false }];
    case "headline":
      return [{ text: headline, takesOpening: true }];
  }
}

/** A sentence that begins so needs the one before it. */
const leaning =
  /^(?:and|but|or|so|it|its|this|that|these|those|they|their|he|she|his|her|we|then|there|here)\b/i;
const answerCharactersMin = 40;

/** Whether a sentence says by itself what the title only asks. */
function answers(sentence: string, title: string): boolean {
  if (!/[?？]["'”’)]*$/u.test(title) || /[?？]["'”’)]*$/u.test(sentence)) return false;
  if (leaning.test(sentence) || graphemeCount(sentence) < answerCharactersMin) return false;
  const said = new Set(wordsOf(sentence).map(fold));
  return wordsOf(title)
    .map(fold)
    .some((word) => said.has(word) && word.length >= 4 && !stopWords.has(word));
}
