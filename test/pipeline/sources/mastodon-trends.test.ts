import { expect, it } from "vitest";
import type { SourceOf } from "../../../functions/domain/source.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { nowMs } from "../../support/pipeline/feeds.ts";
import { startSource } from "../../support/pipeline/source-under-test.ts";
import { sourceConformance } from "./conformance.ts";

const startOfDay = Date.UTC(2026, 10, 21);
/** The uses of seven days. Its numbers are strings. */
const history = (...uses: number[]) =>
  uses.map((count, index) => ({
    day: String(startOfDay / 1000 - index * 86_400),
    accounts: String(Math.ceil(count / 2)),
    uses: String(count),
  }));

const tag = (name: string) => ({
  id: "1",
  name,
  url: `https://social.example/tags/${encodeURIComponent(name)}`,
  history: history(13, 40, 9, 0, 0, 0, 0),
});
const link = (title: string, index: number, fields: object = {}) => ({
  url: `https://tidings.example/${index}`,
  title,
  description: "What the page says.",
  type: "link",
  author_name: "",
  provider_name: "Tidings",
  html: "",
  width: 400,
  height: 225,
  image: "https://files.social.example/preview/1.jpeg",
  image_description: "A cup",
  embed_url: "",
  published_at: null,
  history: history(7, 23, 0, 0, 0, 0, 0),
  ...fields,
});
const status = (content: string, index: number, fields: object = {}) => ({
  id: String(108_910_940 + index),
  created_at: isoTime(nowMs - index * 60_000),
  in_reply_to_id: null,
  sensitive: false,
  spoiler_text: "",
  visibility: "public",
  language: "en",
  uri: `https://social.example/users/mia/statuses/${index}`,
  url: `https://social.example/@mia/${index}`,
  replies_count: 2,
  reblogs_count: 10,
  favourites_count: 30,
  content,
  account: { id: "1", acct: "mia", display_name: "Mia" },
  media_attachments: [],
  ...fields,
});

const trends = (kind: SourceOf<"mastodon_trends">["kind"]) => ({
  source: { type: "mastodon_trends" as const, instance: "https://social.example", kind },
  name: `Mastodon trends of social.example (${kind})`,
  empty: null,
  limitMiB: 2,
});

sourceConformance("mastodon_trends (links)", {
  ...trends("links"),
  documentOf: (titles) => JSON.stringify(titles.map((title, index) => link(title, index))),
  changed: JSON.stringify({ links: [link("A title", 1)] }),
});
sourceConformance("mastodon_trends (statuses)", {
  ...trends("statuses"),
  documentOf: (titles) => JSON.stringify(titles.map((title, index) => status(`<p>${title}</p>`, index))),
  changed: JSON.stringify([{ post: { text: "Hello" } }]),
});

it("a trending tag has the uses of two days as its engagement, and the start of the newer day as its date", async () => {
  const { calls, read } = await startSource(() => ({ body: JSON.stringify([tag("coffee"), tag("Käse")]) }));
  const { items } = await read(trends("tags").source);
  expect(items).toMatchObject([
    {
      id: "coffee",
      title: "#coffee",
      url: "https://social.example/tags/coffee",
      source: "social.example",
      publishedAt: "2026-11-21T00:00:00.000Z",
      engagement: 53,
    },
    { title: "#Käse", engagement: 53 },
  ]);
  expect(calls[0]?.url).toBe("https://social.example/api/v1/trends/tags?limit=20");
});

it("a trending link has its image with a description, and its own date if it has one", async () => {
  const dated = link("Dated", 2, { published_at: "2026-11-20T10:00:00.000Z", image: null });
  const { read } = await startSource(() => ({ body: JSON.stringify([link("Undated", 1), dated]) }));
  expect((await read(trends("links").source)).items).toMatchObject([
    {
      title: "Undated",
      summary: "What the page says.",
      publishedAt: "2026-11-21T00:00:00.000Z",
      image: { url: "https://files.social.example/preview/1.jpeg", alt: "A cup" },
      engagement: 30,
    },
    { title: "Dated", publishedAt: "2026-11-20T10:00:00.000Z", image: null },
  ]);
});

it("a trending post gets its first sentence as its title, and is left out if it is behind a warning", async () => {
  const image = {
    id: "1",
    type: "image",
    url: "https://files.social.example/1.jpeg",
    description: "A quarry",
  };
  const statuses = [
    status("<p>The ferry is back. It sails from Monday on.</p>", 1, { media_attachments: [image] }),
    status("<p>Not for everybody.</p>", 2, { sensitive: true }),
    status("<p>Behind a warning.</p>", 3, { spoiler_text: "News" }),
  ];
  const { read } = await startSource(() => ({ body: JSON.stringify(statuses) }));
  expect((await read(trends("statuses").source)).items).toEqual([
    {
      id: "108910941",
      title: "The ferry is back.",
      url: "https://social.example/@mia/1",
      summary: "The ferry is back. It sails from Monday on.",
      publishedAt: isoTime(nowMs - 60_000),
      source: "social.example",
      image: { url: "https://files.social.example/1.jpeg", alt: "A quarry" },
      engagement: 42,
    },
  ]);
});

it("a trend without valid numbers becomes an item without engagement and date", async () => {
  const odd = [
    { ...tag("coffee"), history: [{ day: "soon", uses: "many" }] },
    { ...tag("tea"), history: null },
  ];
  const { read } = await startSource(() => ({ body: JSON.stringify(odd) }));
  expect((await read(trends("tags").source)).items).toMatchObject([
    { title: "#coffee", publishedAt: null, engagement: null },
    { title: "#tea", publishedAt: null, engagement: null },
  ]);
});
