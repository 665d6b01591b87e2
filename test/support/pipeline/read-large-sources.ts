import { guardedFetch } from "../../../functions/http/guarded-fetch.ts";
import { fetchFeed } from "../../../functions/pipeline/sources/feed.ts";
import { discover } from "../../../functions/pipeline/stages/discover.ts";

/**
 * A process that reads 20 sources below a URL, as a run does, and prints what it found and how much memory it took. The
 * limits of the heap are those that Lambda gives a function of 512 MiB.
 */
const [base = ""] = process.argv.slice(2);
const sources = Array.from({ length: 20 }, (_, index) => ({
  type: "feed" as const,
  url: `${base}/${index}`,
}));
const found = await discover(sources, ({ url }) =>
  fetchFeed(url, {
    fetch: (target, options) => guardedFetch(target, { ...options, allowLoopback: true }),
    nowMs: Date.now(),
  }),
);
const maxRssMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ items: found.items.length, detail: found.detail, maxRssMiB }));
