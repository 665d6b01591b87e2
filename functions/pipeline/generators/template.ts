import { wholeSentences } from "../sentences.ts";
import { truncateToFit } from "../truncate.ts";
import type { Generate, GeneratedContent, GenerationRequest } from "./generator.ts";
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
 * that sentence begins with the title, it stands for both. Where a channel counts hashtags and link with the text, the last
 * hashtags are left out before the title is cut, and a link that leaves no room for the title is left out too.
 */
export const generateFromTemplate: Generate = (request) => {
  const { candidate, brand, fits, variant } = request;
  const { title, summary, source } = candidate.item;
  const opening = openingOf(request);
  const link = linkThatFits(
    withParameters(candidate.item.url, brand.utm),
    `${opening}${asSentence(title)}`,
    fits,
  );
  const all = toHashtags([...brand.hashtags, ...candidate.topics]);
  // The first choice has all hashtags, the last one has none.
  const choices = Array.from({ length: all.length + 1 }, (_, left) => all.slice(0, all.length - left));

  const texts = bodies(title, summary).map((body) => `${opening}${body}`);
  const whole = choices
    .values()
    .map((hashtags) => ({ text: texts.find((text) => fits({ text, link, hashtags })), link, hashtags }))
    .find(hasText);
  const content = whole ?? withCutTitle(`${opening}${title}`, link, choices, fits);
  const credited = { ...content, text: `${content.text} (${source})` };
  const chosen = variant % 2 === 1 && fits(credited) ? credited : content;
  return { ...chosen, isShortened: whole === undefined || link === null };
};

function hasText(
  content: Omit<GeneratedContent, "text"> & { text: string | undefined },
): content is GeneratedContent {
  return content.text !== undefined;
}

/** The link, or null if it leaves no room for the headline, which would fit without it. */
function linkThatFits(link: string, headline: string, fits: GenerationRequest["fits"]): string | null {
  const fitsWith = (text: string, chosen: string | null) => fits({ text, link: chosen, hashtags: [] });
  const hasRoom = fitsWith(headline, link) || (fitsWith("…", link) && !fitsWith(headline, null));
  return hasRoom ? link : null;
}

/** The content with as much of the title as fits, and as many hashtags as do not shorten it. */
function withCutTitle(
  title: string,
  link: string | null,
  choices: readonly string[][],
  fits: GenerationRequest["fits"],
): GeneratedContent {
  let longest: GeneratedContent = { text: "", link, hashtags: [] };
  for (const hashtags of choices) {
    const text = truncateToFit(title, (cut) => fits({ text: cut, link, hashtags })) ?? "";
    if (text.length > longest.text.length) longest = { text, link, hashtags };
  }
  return longest;
}

/** The beginning of the text that the brand's voice and the variant choose. */
function openingOf({ candidate, brand, variant }: GenerationRequest): string {
  const choices = openings[toneOf(brand.voice)];
  // The openings are English: before a title in another script they read like a mistake.
  return /^\P{L}*\p{sc=Latin}/u.test(candidate.item.title) ? (choices[variant % choices.length] ?? "") : "";
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
