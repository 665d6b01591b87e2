import { perhapsHtml, plainParagraphs, plainTitle } from "../sources/plain-text.ts";
import type { SourceItem } from "../sources/source.ts";
import { withoutAddresses } from "./addresses.ts";
import { withoutUnseen } from "./unseen.ts";

const titleCharactersMax = 300;
const summaryCharactersMax = 1_000;
const sourceCharactersMax = 100;

/** What a model reads of an item, and all that its text may say. */
export interface ItemData {
  title: string;
  summary: string;
  source: string;
}

/** Returns the text of an item for a model: without markup, URLs, email addresses and unseen characters, and of bounded length. */
export function itemData({ title, summary, source }: SourceItem): ItemData {
  return {
    title: cleaned(plainTitle(perhapsHtml(title), titleCharactersMax)),
    summary: cleaned(plainParagraphs(perhapsHtml(summary), summaryCharactersMax)),
    source: cleaned(plainTitle(perhapsHtml(source), sourceCharactersMax)),
  };
}

const cleaned = (text: string) => withoutUnseen(withoutAddresses(text));

/** Angle brackets and their look-alikes. Without them no text can end its own element. */
const brackets = /[<>\uff1c\uff1e\ufe64\ufe65\u2039\u203a\u3008\u3009\u27e8\u27e9\u2329\u232a]/gu;

const inert = (text: string) => text.replaceAll(brackets, "|");

/** The item between two marks that nothing in it can imitate. */
export function delimited({ title, summary, source }: ItemData): string {
  return `<item>
<title>${inert(title)}</title>
<summary>${inert(summary)}</summary>
<source>${inert(source)}</source>
</item>`;
}
