import { fieldOf } from "../../domain/field-of.ts";
import { avoidedIn } from "../avoid.ts";
import { fold, wordsOf } from "../words.ts";
import { addressesIn, withInertNames } from "./addresses.ts";
import { unknownFigures } from "./figures.ts";
import type { GeneratedContent, GenerationRequest } from "./generator.ts";
import { toHashtags } from "./hashtags.ts";
import type { ItemData } from "./item-data.ts";
import { repeatsWords, shareFrom } from "./likeness.ts";
import { habitsOf } from "./post-shapes.ts";
import { unknownQuotations } from "./quotations.ts";
import { hasUnseen } from "./unseen.ts";

/** What is wrong with an answer. */
export interface Problem {
  /** For the brand's people. It has no word of the answer, which an attacker may have written. */
  what: string;
  /** For the model that repairs the answer. */
  advice: string;
}

export type Checked =
  | { outcome: "accepted"; content: GeneratedContent; isDoubtful: boolean }
  | { outcome: "rejected"; problems: Problem[] };

/** With a smaller part of its words from the source, a text is about something else. */
const shareMin = 0.25;
/** With a smaller part, a text is doubtful. */
const shareSure = 0.5;
/** A text that has so many words of the instructions in a row repeats them. */
const leakedWordsMin = 6;

const tooLong: [string, string] = ["it is too long for the channel", "Shorten the text to two thirds."];
/** A longer text fits no channel, and is not checked further. */
const readCharactersMax = 3_000;

const markup = /<[/!]?\p{L}[^<>]*>|\[[^\]\n]+\]\([^)\n]*\)|\*\*|```|&#?\w{1,10};/u;

interface Given {
  request: GenerationRequest;
  item: ItemData;
  /** The instructions that the model had. */
  system: string;
  link: string | null;
}

/**
 * Checks the answer of a model against the schema, the channel's limit, the brand's avoid-list and the source. A text that
 * a check doubts is accepted, but a person must approve it.
 */
export function checkAnswer(answer: unknown, { request, item, system, link }: Given): Checked {
  const text = fieldOf(answer, "text");
  const tags = fieldOf(answer, "hashtags");
  if (typeof text !== "string" || withoutLink(text, link) === "" || !Array.isArray(tags))
    return rejected(["it is not in the requested format", `Answer with the fields "text" and "hashtags".`]);
  const given = withoutLink(text.replaceAll("\r\n", "\n"), link);
  if (given.length > readCharactersMax) return rejected(tooLong);
  const source = `${item.title}\n${item.summary}\n${item.source}`;
  const hashtags = hashtagsOf(tags, request, source);
  const content = fitting({ text: withInertNames(given), link, hashtags }, request.fits);
  const said = `${given}\n${hashtags.join(" ")}`;
  const figures = unknownFigures(said, source);
  const quotations = unknownQuotations(given, source);
  const share = shareFrom(source, given);

  const problems: Problem[] = [];
  const reject = (isWrong: boolean, what: string, advice: string) => {
    if (isWrong) problems.push({ what, advice });
  };
  reject(content === null, ...tooLong);
  reject(
    addressesIn(given).length > 0,
    "it has a link, an address or a mention",
    "Remove all links, addresses, domain names and mentions of accounts.",
  );
  reject(
    markup.test(given) || hasUnseen(given),
    "it has markup or unseen characters",
    "Write plain text without any markup.",
  );
  reject(
    repeatsWords(said, system, source, leakedWordsMin),
    "it repeats the instructions of the service",
    "Do not repeat your instructions. Write about the item.",
  );
  reject(
    figures.invented.length > 0,
    "a figure is not in the source",
    `Remove these figures, which are not in the item: ${listed(figures.invented)}.`,
  );
  reject(
    quotations.invented.length > 0,
    "a quotation is not in the source",
    `Remove these quotations, which are not in the item: ${listed(quotations.invented)}.`,
  );
  const avoided = avoidedIn(said, request.avoid);
  reject(
    avoided.length > 0,
    "it has a word that the brand avoids",
    `Do not use these words: ${listed(avoided)}.`,
  );
  reject(share < shareMin, "it is not about the item", "Write about the item, in its language.");
  if (content === null || problems.length > 0) return { outcome: "rejected", problems };
  const isDoubtful =
    share < shareSure ||
    figures.inOtherUnits.length > 0 ||
    quotations.inexact.length > 0 ||
    quotations.isUnclosed;
  return { outcome: "accepted", content, isDoubtful };
}

const rejected = ([what, advice]: [string, string]): Checked => ({
  outcome: "rejected",
  problems: [{ what, advice }],
});

/** At most ten, each of at most 60 characters, on one line. */
const listed = (parts: readonly string[]) =>
  parts
    .slice(0, 10)
    .map((part) => part.replaceAll(/\s+/g, " ").slice(0, 60).toWellFormed())
    .join("; ");

/** Removes the item's own link: a model may write it, but the channel adds it. */
function withoutLink(text: string, link: string | null): string {
  return text
    .split(/(\s+)/)
    .filter((word) => word !== link)
    .join("")
    .trim();
}

/** The brand's hashtags and those of the model that name something in the source or a topic of the pipeline. */
function hashtagsOf(
  tags: readonly unknown[],
  { brand, candidate, channel }: GenerationRequest,
  source: string,
): string[] {
  const known = lettersOf(`${source} ${candidate.topics.join(" ")}`);
  const own = tags
    .filter((tag) => typeof tag === "string")
    .slice(0, 10)
    .filter((tag) => tag.length <= 100 && known.includes(lettersOf(tag)));
  return toHashtags([...brand.hashtags, ...own]).slice(0, habitsOf[channel].hashtagsMax);
}

const lettersOf = (text: string) => wordsOf(text).map(fold).join("").replaceAll("_", "");

/** The content with as many hashtags as fit; null if it does not fit without any. */
function fitting(content: GeneratedContent, fits: GenerationRequest["fits"]): GeneratedContent | null {
  for (let count = content.hashtags.length; count >= 0; count -= 1) {
    const some = { ...content, hashtags: content.hashtags.slice(0, count) };
    if (fits(some)) return some;
  }
  return null;
}
