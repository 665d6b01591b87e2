import { createServer, type Server } from "node:http";
import { hourMs } from "../../../functions/domain/time.ts";
import { escapeXml } from "../../../functions/pipeline/escape-xml.ts";
import { listen } from "../../../lib/demo/listen.ts";
import { type Story, storyItems } from "../../support/pipeline/story-items.ts";

const itemsPerSource = 50;
/** The items of real feeds have HTML of some kB. */
const htmlBytes = 4_000;

export interface BenchFeeds {
  urls: string[];
  /** Gives every feed new items, so that nothing of it is known. */
  change(): void;
  /** How many responses had no document, because nothing had changed. */
  unchanged(): number;
  close(): void;
}

/** Starts feeds of 50 items on a port each, so that each is a host of its own. Each tells whether it has changed. */
export async function startFeeds(count: number): Promise<BenchFeeds> {
  const stories = [...new Map(storyItems.map(({ story }) => [story.title, story])).values()];
  let version = 1;
  let unchanged = 0;
  const servers: Server[] = [];
  const urls: string[] = [];
  for (let source = 0; source < count; source += 1) {
    const server = createServer((request, response) => {
      const etag = `"v${version}"`;
      if (request.headers["if-none-match"] === etag) {
        unchanged += 1;
        response.writeHead(304).end();
      } else {
        response.writeHead(200, { "Content-Type": "application/rss+xml", ETag: etag });
        response.end(feedOf(stories, source, version));
      }
    });
    servers.push(server);
    urls.push(`http://localhost:${await listen(server)}/feed.xml`);
  }
  return {
    urls,
    change() {
      version += 1;
    },
    unchanged: () => unchanged,
    close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function feedOf(stories: readonly Story[], source: number, version: number): string {
  const items = Array.from({ length: itemsPerSource }, (_, index) => {
    const told = stories[(index * 7 + source) % stories.length];
    const title = `${told?.title ?? ""} ${version}${source}${index}`;
    const html = `<p>${told?.sentences.join("</p><p>") ?? ""}</p>`;
    const filler = "<p>More about it.</p>".repeat(Math.ceil((htmlBytes - html.length) / 21));
    const link = `https://tidings.example/${version}/${source}/${index}`;
    const date = new Date(Date.now() - index * hourMs).toUTCString();
    return `<item><title>${escapeXml(title)}</title><link>${link}</link><pubDate>${date}</pubDate><description>${escapeXml(html + filler)}</description></item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Source ${source}</title><link>https://tidings.example/</link>${items.join("")}</channel></rss>`;
}
