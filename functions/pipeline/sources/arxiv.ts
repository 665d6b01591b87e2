import type { SourceOf } from "../../domain/source.ts";
import { entryItems } from "./entry-items.ts";
import { acceptFeed, readFeed } from "./feed.ts";
import { feedEntries } from "./feed-entries.ts";
import { plain } from "./plain-text.ts";
import type { SourceRequest } from "./source-request.ts";

/** What every description begins with (https://info.arxiv.org/help/rss_specifications.html). */
const preamble = /^\s*arXiv:\S+\s+Announce Type:\s*(\S+)\s*(?:Abstract:\s*)?/i;

/**
 * The new papers of a category of arXiv, by its daily feed. The feed has no papers at weekends. New versions of earlier papers
 * (announced as "replace") are left out.
 */
export function arxiv({ category }: SourceOf<"arxiv">): SourceRequest {
  const name = `arXiv ${category}`;
  return {
    name,
    urls: [`https://rss.arxiv.org/rss/${category}`],
    accept: acceptFeed,
    timeoutMs: 10_000,
    // The largest categories announce some 1,000 papers on a day, with abstracts of up to 2 kB.
    bytesMax: 5 * 1024 * 1024,
    read: (text, origin) =>
      readFeed(name, text, (parsed) => {
        const { entries } = feedEntries(parsed, origin.url);
        const papers = entries
          .filter(({ summary }) => !isReplacement(summary.value))
          // The abstract is plain text, in which "<" is a sign of mathematics.
          .map((entry) => ({ ...entry, summary: plain(entry.summary.value.replace(preamble, "")) }));
        return entryItems(papers, { ...origin, source: plain(name) });
      }),
  };
}

function isReplacement(description: string): boolean {
  return /^replace/i.test(preamble.exec(description)?.[1] ?? "");
}
