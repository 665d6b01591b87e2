import { graphemeCount, truncate } from "../truncate.ts";
import type { Generate, GenerationRequest } from "./generator.ts";
import { toHashtags } from "./hashtags.ts";
import { withParameters } from "./link.ts";

type Tone = "casual" | "formal" | "plain";

/** What a post may begin with, by the brand's voice; the variant chooses. */
const openings: Record<Tone, [string, ...string[]]> = {
  plain: ["", "", "In the news: "],
  casual: ["", "Worth a read: ", "Have you seen this? "],
  formal: ["", "In brief: ", "Reported today: "],
};

/** Less than this of a summary is a torso that says nothing. */
const summaryCharactersMin = 40;

/** A post made of what the source says: the title and, where it fits, the summary's first sentence. */
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

/** The voice is the customer's prose; what it asks for is recognized by its commonest words. */
function toneOf(voice: string | null): Tone {
  if (voice === null) return "plain";
  if (/\b(casual|friendly|fun|informal|playful|warm|witty|young)\b/i.test(voice)) return "casual";
  return /\b(formal|corporate|neutral|professional|serious|sober)\b/i.test(voice) ? "formal" : "plain";
}

function firstSentence(summary: string, title: string): string {
  // Many feeds repeat the title as the summary's beginning.
  const rest = summary.startsWith(title) ? summary.slice(title.length).replace(/^[\s.:–—-]+/u, "") : summary;
  const [first] = new Intl.Segmenter("en", { granularity: "sentence" }).segment(rest);
  return first?.segment.trim() ?? "";
}

function asSentence(text: string): string {
  return /[.!?…。！？:]["'”’)]?$/u.test(text) ? text : `${text}.`;
}
