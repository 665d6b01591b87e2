import { truncateToFit } from "../truncate.ts";
import { withoutAddresses } from "./addresses.ts";
import type { Generate, GeneratedContent, GenerationRequest, Written } from "./generator.ts";
import { toHashtags } from "./hashtags.ts";
import { asSentence } from "./headline.ts";
import { withParameters } from "./link.ts";
import { bodiesOf, habitsOf } from "./post-shapes.ts";

type Tone = "casual" | "formal" | "plain";

/** The openings of a post, by the brand's voice. The variant chooses one. They promise nothing and ask nothing. */
const openings: Record<Tone, [string, ...string[]]> = {
  plain: ["", "", "In the news: "],
  casual: ["", "Worth a read: ", "Good to know: "],
  formal: ["", "In brief: ", "For the record: "],
};

/** The template as a generator. It always writes, and at once. */
export const generateFromTemplate: Generate = (request) =>
  Promise.resolve({
    outcome: "written",
    content: writeFromTemplate(request),
    isDoubtful: false,
    tokens: null,
  });

/**
 * Writes a post from its source, in a shape that the channel's readers know: the title and, if it fits, the first whole
 * sentence of the summary that says more. That sentence replaces the title if it begins with the title, or answers a title
 * that asks. Where a channel counts hashtags and link with the text, the last hashtags are left out before the title is cut,
 * and a link that leaves no room for the title is left out too. No channel finds an address in the text.
 */
export function writeFromTemplate(request: GenerationRequest): Written {
  const { candidate, brand, channel, fits, variant } = request;
  const { summary } = candidate.item;
  const source = withoutAddresses(candidate.item.source);
  // A title can be an address and nothing else.
  const title = withoutAddresses(candidate.item.title) || withoutAddresses(summary) || source;
  const opening = openingOf(request);
  const link = linkThatFits(
    withParameters(candidate.item.url, brand.utm),
    `${opening}${asSentence(title)}`,
    fits,
  );
  const all = toHashtags([...brand.hashtags, ...candidate.topics]).slice(0, habitsOf[channel].hashtagsMax);
  // The first choice has all hashtags, the last one has none.
  const choices = Array.from({ length: all.length + 1 }, (_, left) => all.slice(0, all.length - left));

  const bodies = bodiesOf({ title, summary, source }, channel, variant);
  const texts = bodies.map(({ text, takesOpening }) => (takesOpening ? `${opening}${text}` : text));
  const whole = choices
    .values()
    .map((hashtags) => ({ text: texts.find((text) => fits({ text, link, hashtags })), link, hashtags }))
    .find(hasText);
  const content = whole ?? withCutTitle(`${opening}${title}`, link, choices, fits);
  const credit = source === "" ? "" : ` (${source})`;
  const credited = { ...content, text: `${content.text}${credit}` };
  const isCredited = credit !== "" && content.text.endsWith(credit);
  const chosen = variant % 2 === 1 && !isCredited && fits(credited) ? credited : content;
  return { ...chosen, isShortened: whole === undefined || link === null };
}

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

/** Recognizes the tone of a voice, which is free text, by common words in it. */
function toneOf(voice: string | null): Tone {
  if (voice === null) return "plain";
  if (/\b(casual|friendly|fun|informal|playful|warm|witty|young)\b/i.test(voice)) return "casual";
  return /\b(formal|corporate|neutral|professional|serious|sober)\b/i.test(voice) ? "formal" : "plain";
}
