import { readFileSync } from "node:fs";
import { parseFeed } from "feedsmith";
import * as z from "zod";
import { feedItems } from "../../../functions/pipeline/sources/feed.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";

const story = z.object({ language: z.string(), title: z.string(), sentences: z.array(z.string()) });
export type Story = z.infer<typeof story>;

/** 50 stories in 16 languages, with the sentences of their summaries one by one: nobody need guess where one ends. */
const stories = z
  .array(story)
  .parse(JSON.parse(readFileSync(new URL("stories.json", import.meta.url), "utf8")));

export interface StoryItem {
  story: Story;
  /** How the feed presents the story. */
  shape: string;
  /** As the service reads it from the feed. */
  item: SourceItem;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What stands between two sentences: nothing in Japanese and Chinese. */
export const spaceOf = ({ language }: Story) => (language === "ja" || language === "zh" ? "" : " ");
const textOf = (told: Story) => told.sentences.join(spaceOf(told));

const rss = (title: string, description: string | null) =>
  `<rss version="2.0"><channel><title>Tidings</title><link>https://tidings.example/</link><item>${title === "" ? "" : `<title>${escaped(title)}</title>`}<link>https://tidings.example/a</link>${description === null ? "" : `<description>${escaped(description)}</description>`}</item></channel></rss>`;
const atom = (type: string, title: string, summary: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Tidings</title><entry><id>1</id><title type="${type}">${escaped(title)}</title><link href="https://tidings.example/a"/><summary type="${type}">${escaped(summary)}</summary></entry></feed>`;
const json = (fields: Record<string, string>) =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Tidings",
    items: [{ id: "1", url: "https://tidings.example/a", ...fields }],
  });
const middleOf = (text: string) => text.slice(0, Math.floor(text.length / 2)).trimEnd();

/** The ways in which feeds present a story. Each returns the document of a feed. */
const shapes: Record<string, (told: Story) => string> = {
  "plain text": (told) => atom("text", told.title, textOf(told)),
  "no summary": ({ title }) => atom("html", escaped(title), ""),
  "a summary that repeats the title": (told) =>
    atom("text", told.title, [told.title, textOf(told)].join(/[.!?]$/.test(told.title) ? " " : ". ")),
  "HTML with a heading, a caption and line breaks": (told) =>
    rss(
      escaped(told.title),
      `<h3>In brief</h3><figure><img src="a.png" alt="x"><figcaption>Photo: T. Ito/Reuters</figcaption></figure><p>${told.sentences.map(escaped).join("<br>\n")}</p><script>let a = "<p>";</script>`,
    ),
  "a paragraph for each sentence": (told) =>
    rss(escaped(told.title), told.sentences.map((one) => `<p><em>${escaped(one)}</em></p>`).join("\n")),
  "a summary that is cut off": (told) => {
    const last = told.sentences.at(-1) ?? "";
    const cut = [...told.sentences.slice(0, -1), `${middleOf(last)} […]`].join(spaceOf(told));
    return rss(escaped(told.title), `<p>${escaped(cut)}</p>`);
  },
  "a title with markup": (told) =>
    atom("html", `<b>${escaped(told.title)}</b>`, `<p>${escaped(textOf(told))}</p><p>Comments</p>`),
  "a note without a title": (told) => json({ content_text: textOf(told) }),
  "a link back to the page": (told) =>
    rss(
      escaped(told.title),
      `<p>${escaped(textOf(told))}</p><p>The post <a href="x">${escaped(told.title)}</a> appeared first on Tidings.</p>`,
    ),
  "a title that is the cut beginning of the text": (told) =>
    atom("text", `${middleOf(told.sentences[0] ?? "")}…`, textOf(told)),
};

/** 500 items: each story in each shape. */
export const storyItems: readonly StoryItem[] = stories.flatMap((told) =>
  Object.entries(shapes).map(([shape, documentOf]) => {
    const [item] = feedItems(parseFeed(documentOf(told)), {
      url: "https://tidings.example/feed",
      nowMs: Date.UTC(2026, 10, 21),
      allowLoopback: false,
    });
    if (item === undefined) throw new Error(`no item: ${told.title}, ${shape}`);
    return { story: told, shape, item };
  }),
);
