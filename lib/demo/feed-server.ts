import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { listen } from "./listen.ts";

const hourMs = 3_600_000;

/** Serves a sample feed on loopback as if its newest item had just come out; answers with its URL. */
export async function serveFeed(
  file: string,
): Promise<{ url: string; itemCount: number; close: () => void }> {
  const sample = readFileSync(file, "utf8");
  const dates = [...sample.matchAll(/<pubDate>([^<]+)<\/pubDate>/g)].map(([, date]) =>
    Date.parse(date ?? ""),
  );
  const shiftMs = Date.now() - hourMs - Math.max(...dates.filter(Number.isFinite));
  const feed = sample.replaceAll(/<pubDate>([^<]+)<\/pubDate>/g, (whole, date: string) => {
    const epochMs = Date.parse(date);
    return Number.isFinite(epochMs)
      ? `<pubDate>${new Date(epochMs + shiftMs).toUTCString()}</pubDate>`
      : whole;
  });
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/rss+xml; charset=utf-8");
    response.end(feed);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/news.xml`,
    itemCount: dates.length,
    close: () => server.close(),
  };
}
