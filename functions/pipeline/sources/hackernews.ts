import type { SourceOf } from "../../domain/source.ts";
import { dayMs, secondMs } from "../../domain/time.ts";
import { entryItems } from "./entry-items.ts";
import { acceptJson, countIn, listIn, parseJson, textIn } from "./json-document.ts";
import { perhapsHtml, plain } from "./plain-text.ts";
import type { SourceRequest } from "./source-request.ts";

const minPointsDefault = 50;
/** A story gets most of its points within a day. */
const windowDays = 2;

/**
 * Stories of Hacker News of the last two to three days, by Algolia's search (https://hn.algolia.com/api). A story without a
 * link leads to its discussion. The engagement is its points.
 */
export function hackernews(
  { query = "", minPoints = minPointsDefault }: SourceOf<"hackernews">,
  nowMs: number,
): SourceRequest {
  const name = query === "" ? "Hacker News" : `Hacker News (${query})`;
  // The window begins at midnight, so that the URL stays the same all day and a conditional request can get 304.
  const sinceSeconds = (Math.floor(nowMs / dayMs) - windowDays) * (dayMs / secondMs);
  const url = new URL("https://hn.algolia.com/api/v1/search_by_date");
  url.search = new URLSearchParams({
    query,
    tags: "story",
    numericFilters: `points>=${minPoints},created_at_i>=${sinceSeconds}`,
    hitsPerPage: "100",
  }).toString();
  return {
    name,
    urls: [url.href],
    accept: acceptJson,
    timeoutMs: 10_000,
    bytesMax: 2 * 1024 * 1024,
    read(text, origin) {
      const hits = listIn(name, parseJson(name, text), { list: "hits", fields: ["objectID", "title"] });
      const entries = hits.map((hit) => ({
        id: textIn(hit, "objectID"),
        title: perhapsHtml(textIn(hit, "title")),
        link: textIn(hit, "url") || `https://news.ycombinator.com/item?id=${textIn(hit, "objectID")}`,
        baseUrl: origin.url,
        summary: perhapsHtml(textIn(hit, "story_text")),
        date: textIn(hit, "created_at"),
        engagement: countIn(hit, "points"),
      }));
      return entryItems(entries, { ...origin, source: plain("Hacker News") });
    },
  };
}
