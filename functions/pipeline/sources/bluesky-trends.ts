import { entryItems } from "./entry-items.ts";
import { acceptJson, countIn, listIn, parseJson, textIn } from "./json-document.ts";
import { perhapsHtml, plain } from "./plain-text.ts";
import type { SourceRequest } from "./source-request.ts";

const name = "Bluesky trends";

/**
 * What Bluesky counts as trending. The engagement is the number of posts. The method `app.bsky.unspecced.getTrends` is in a
 * namespace that Bluesky may change at any time. Then the source cannot be read, and its error says what has changed.
 */
export function blueskyTrends(): SourceRequest {
  return {
    name,
    urls: ["https://public.api.bsky.app/xrpc/app.bsky.unspecced.getTrends?limit=25"],
    accept: acceptJson,
    timeoutMs: 10_000,
    bytesMax: 1024 * 1024,
    read(text, origin) {
      const trends = listIn(name, parseJson(name, text), {
        list: "trends",
        fields: ["topic", "displayName", "link"],
      });
      const entries = trends.map((trend) => ({
        id: textIn(trend, "link"),
        title: perhapsHtml(textIn(trend, "displayName")),
        link: textIn(trend, "link"),
        baseUrl: "https://bsky.app",
        summary: perhapsHtml(textIn(trend, "description")),
        date: textIn(trend, "startedAt"),
        engagement: countIn(trend, "postCount"),
      }));
      return entryItems(entries, { ...origin, source: plain("Bluesky") });
    },
  };
}
