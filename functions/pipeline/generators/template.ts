import { wholeSentences } from "../sentences.ts";
import { graphemeCount, truncate } from "../truncate.ts";
import type { Generate, GenerationRequest } from "./generator.ts";
import { toHashtags } from "./hashtags.ts";
import { asSentence, beginsWithTitle, isCut, joined, relationToTitle } from "./headline.ts";
import { withParameters } from "./link.ts";

type Tone = "casual" | "formal" | "plain";

/** The openings of a post, by the brand's voice. The variant chooses one. */
const openings: Record<Tone, [string, ...string[]]> = {
  plain: ["", "", "In the news: "],
  casual: ["", "Worth a read: ", "Have you seen this? "],
  formal: ["", "In brief: ", "Reported today: "],
};

/**
 * Generates a post from its source: the title and, if it fits, the first whole sentence of the summary that says more. If
 * that sentence begins with the title, it stands for both. Nothing is cut, unless the title alone is too long.
 */
export const generateFromTemplate: Generate = ({ candidate, brand, channel, variant }) => ({
  text: textOf({ candidate, brand, channel, variant }),
  link: withParameters(candidate.item.url, brand.utm),
  hashtags: toHashtags([...brand.hashtags, ...candidate.topics]),
});

function textOf({ candidate, brand, channel, variant }: GenerationRequest): string {
  const { title, summary, source } = candidate.item;
  const choices = openings[toneOf(brand.voice)];
  // The openings are English: before a title in another script they read like a mistake.
  const opening = /^\P{L}*\p{sc=Latin}/u.test(title) ? (choices[variant % choices.length] ?? "") : "";
  const credit = variant % 2 === 1 ? ` (${source})` : "";
  const fits = (text: string) => graphemeCount(text) <= channel.maxCharacters;

  const text =
    bodies(title, summary)
      .map((body) => `${opening}${body}`)
      .find(fits) ?? truncate(`${opening}${title}`, channel.maxCharacters);
  return fits(`${text}${credit}`) ? `${text}${credit}` : text;
}

/** What a post can say, the best first: the first one that fits is used. */
function bodies(title: string, summary: string): string[] {
  const headline = asSentence(title);
  const sentences = wholeSentences(summary);
  const [first] = sentences;
  if (first !== undefined && isCut(title) && beginsWithTitle(summary, title)) return [first, headline];
  for (const sentence of sentences) {
    const relation = relationToTitle(sentence, title);
    if (relation === "continues") return [sentence, headline];
    if (relation === "adds") return [joined(headline, sentence), headline];
  }
  return [headline];
}

/** Recognizes the tone of a voice, which is free text, by common words in it. */
function toneOf(voice: string | null): Tone {
  if (voice === null) return "plain";
  if (/\b(casual|friendly|fun|informal|playful|warm|witty|young)\b/i.test(voice)) return "casual";
  return /\b(formal|corporate|neutral|professional|serious|sober)\b/i.test(voice) ? "formal" : "plain";
}
