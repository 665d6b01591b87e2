import { openFetchSource } from "../../../functions/pipeline/sources/fetch-source.ts";
import { discover } from "../../../functions/pipeline/stages/discover.ts";

/**
 * A process that reads 20 sources below some URLs, as a run does, and prints what it found and how much memory it took. The
 * limits of the heap are those that Lambda gives a function of 512 MiB.
 */
const bases = process.argv.slice(2);
const sources = Array.from({ length: 20 }, (_, index) => ({
  type: "feed" as const,
  url: `${bases[index % bases.length]}/${index}`,
}));
const found = await discover(sources, openFetchSource({ nowMs: Date.now, allowLoopback: true }));
const maxRssMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ items: found.items.length, detail: found.detail, maxRssMiB }));
