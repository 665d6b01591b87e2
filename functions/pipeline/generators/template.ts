import { graphemeCount, truncate } from "../truncate.ts";
import type { Generate, GenerationRequest } from "./generator.ts";
import { toHashtags } from "./hashtags.ts";
import { withParameters } from "./link.ts";

type Tone = "casual" | "formal" | "plain";

/** The openings of a post, by the brand's voice. The variant chooses one. */
const openings: Record<Tone, [string, ...string[]]> = {
  plain: ["", "", "In the news: "],
  casual: ["", "Worth a read: ", "Have you seen this? "],
  formal: ["", "In brief: ", "Reported today: "],
};

/** A shorter part of a summary says nothing. */
const summaryCharactersMin = 40;

/** Generates a post from its source: the title and, if it fits, the first sentence of the summary. */
export const generateFromTemplate: Generate = ({ candidate, brand, channel, variant }) => ({
  text: textOf({ candidate, brand, channel, variant }),
  link: withParameters(candidate.item.url, brand.utm),
  hashtags: toHashtags([...brand.hashtags, ...candidate.topics]),
});

function textOf({ candidate, brand, channel, variant }: GenerationRequest): string {
  const { title, summary, source } = candidate.item;
  const choices = openings[toneOf(brand.voice)];
  const opening = choices[variant % choices.length] ?? "";
  const sentence = firstSentence(summary, title);
  const headline = asSentence(`${opening}${title}`);
  const credit = variant % 2 === 1 ? ` (${source})` : "";

  const spare = channel.maxCharacters - graphemeCount(headline) - 1;
  const hasRoom = sentence !== "" && spare >= Math.min(summaryCharactersMin, graphemeCount(sentence));
  const text = hasRoom
    ? `${headline} ${truncate(sentence, spare)}`
    : truncate(headline, channel.maxCharacters);
  const fitsCredit = graphemeCount(text) + graphemeCount(credit) <= channel.maxCharacters;
  return fitsCredit ? `${text}${credit}` : text;
}

/** Recognizes the tone of a voice, which is free text, by common words in it. */
function toneOf(voice: string | null): Tone {
  if (voice === null) return "plain";
  if (/\b(casual|friendly|fun|informal|playful|warm|witty|young)\b/i.test(voice)) return "casual";
  return /\b(formal|corporate|neutral|professional|serious|sober)\b/i.test(voice) ? "formal" : "plain";
}

function firstSentence(summary: string, title: string): string {
  // Many feeds repeat the title at the start of the summary.
  const rest = summary.startsWith(title) ? summary.slice(title.length).replace(/^[\s.:–—-]+/u, "") : summary;
  const [first] = new Intl.Segmenter("en", { granularity: "sentence" }).segment(rest);
  return first?.segment.trim() ?? "";
}

function asSentence(text: string): string {
  return /[.!?…。！？:]["'”’)]?$/u.test(text) ? text : `${text}.`;
}
