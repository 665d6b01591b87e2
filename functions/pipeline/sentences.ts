import { graphemeCount } from "../domain/text-length.ts";

let segmenter: Intl.Segmenter | undefined;

/** Created on first use: it would slow down a cold start. */
function segmentsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Closing quotes and brackets that can follow the mark at the end of a sentence. */
const closers = `["'”’“»›)\\]」』】）]*`;
const endMark = new RegExp(`[.!?…。！？｡।॥۔؟։።။។]${closers}$`, "u");
const ellipsis = new RegExp(`(?:…|\\.\\.\\.|\\[\\.\\.\\.?\\]|\\[…\\])${closers}$`, "u");

/** Abbreviations, without their last dot, that a sentence cannot end with. None of them is also a word. */
const neverLast = new Set(
  `dr mr mrs ms mx prof rev st sr sra srta dra gov capt lt sgt hr nr pp vs cf approx e.g i.e viz dept z.b bzw d.h u.a
  vgl evtl ggf inkl zzgl mme mlle mgr p.ex c.-à-d núm pág uds dott dhr mevr bijv d.w.z t.ex bl.a f.eks m.in tzw tj ул гл см
  т.е напр डॉ श्री प्रो`.split(/\s+/),
);

/** Other abbreviations of more than three letters, or that are not capitalized. Some are words too. */
const abbreviated = new Set(
  `hon gov gen rep sen col art fig vol ca est al abs env sig ing avv arch mw np ul jr inc ltd corp bros etc ecc usw etw bsp str sept
  janv févr juil mio mrd tsd tys tel ext ave blvd min max std им млн млрд тыс руб гг др пр`.split(/\s+/),
);

/**
 * The beginnings of a paragraph that leads back to the source and says nothing.
 */
const boilerplate =
  /^(?:read (?:more|the (?:full|rest))|continue reading|click here|the post .{1,300} (?:appeared first|first appeared) on|submitted by|weiterlesen|lire la suite|leer más|続きを読む)/iu;
const address = /https?:\/\/|\bwww\.|\S@\S+\.\S/iu;

/** A text without a mark at its end is taken for a sentence only from this length on: a shorter one is a label. */
const unmarkedCharactersMin = 40;

/** Scripts of languages that mark the end of a sentence by a space or not at all. */
const unmarkedScript = /^[\p{sc=Thai}\p{sc=Lao}]/u;

/**
 * The whole sentences of a text, in their order. A boundary that may be none, such as the dot of an abbreviation, is passed
 * over, so a result may have two sentences, but none is cut. Headings, and what the text has only the beginning of, are left
 * out.
 * @param text its paragraphs are separated by line feeds
 */
export function wholeSentences(text: string): string[] {
  const paragraphs = text.split("\n").filter((paragraph) => paragraph.trim() !== "");
  return paragraphs
    .flatMap((paragraph) => sentencesOf(paragraph.trim(), paragraphs.length === 1))
    .filter((sentence) => !boilerplate.test(sentence) && !address.test(sentence));
}

function sentencesOf(paragraph: string, isAlone: boolean): string[] {
  const segments = segmentsOf(paragraph);
  const sentences: string[] = [];
  let sentence = "";
  for (const [index, segment] of segments.entries()) {
    sentence += segment;
    if (!endsBefore(sentence, segments[index + 1] ?? null)) continue;
    sentences.push(sentence.trim());
    sentence = "";
  }
  const isWhole = sentences.length === 0 && isUnmarkedSentence(paragraph, isAlone);
  return isWhole ? [paragraph] : sentences;
}

/** Whether a text that is followed by `next` (null: by nothing) is a whole sentence, or several. */
function endsBefore(spaced: string, next: string | null): boolean {
  const text = spaced.trimEnd();
  if (!endMark.test(text) || ellipsis.test(text) || !isBalanced(text)) return false;
  const lastWord = /[^\s("'“„«‘’]+(?=\.$)/u.exec(text)?.[0];
  if (lastWord !== undefined && neverLast.has(lastWord.toLowerCase())) return false;
  if (next === null) return true;
  if (/^["'“„«‘(]*\p{Ll}/u.test(next)) return false;
  // Without a space behind it, a quote is part of a longer sentence: “……。”他说。
  if (text === spaced && /["'”’»」』]$/u.test(text)) return false;
  return lastWord === undefined || !mayBeAbbreviated(lastWord);
}

/**
 * Whether a dot after a word may belong to the word: "U.S", an initial, "Co", "Gen", "Hrsg", "3" ("am 3. Mai"), "XIV".
 * To be wrong costs little: two sentences stay together.
 */
function mayBeAbbreviated(word: string): boolean {
  return (
    abbreviated.has(word.toLowerCase()) ||
    /[\p{L}\p{M}]\.\p{L}/u.test(word) ||
    /^\p{Lu}\p{L}{0,2}$/u.test(word) ||
    /^\p{L}\p{M}*$/u.test(word) ||
    /^\p{N}{1,2}$/u.test(word) ||
    /^[IVXLC]+$/.test(word) ||
    /^[bcdfghjklmnpqrstvwxz]+$/i.test(word)
  );
}

/** Whether all quotes and brackets that a text opens are closed. A bracket that only closes is a list's "1)". */
function isBalanced(text: string): boolean {
  const count = (marks: RegExp) => text.match(marks)?.length ?? 0;
  // German closes with the quote that English opens with.
  const quotesAreEven = count(/"/g) % 2 === 0 && count(/[“”„‟]/g) % 2 === 0;
  return quotesAreEven && count(/[([{（「『【]/g) <= count(/[)\]}）」』】]/g) && count(/«/g) === count(/»/g);
}

function isUnmarkedSentence(paragraph: string, isAlone: boolean): boolean {
  if (!isBalanced(paragraph) || ellipsis.test(paragraph)) return false;
  if (unmarkedScript.test(paragraph)) return true;
  return (
    isAlone && graphemeCount(paragraph) >= unmarkedCharactersMin && /[\p{L}\p{M}\p{N}]$/u.test(paragraph)
  );
}
