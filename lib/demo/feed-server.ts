import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listen } from "./listen.ts";

const sampleFile = join(import.meta.dirname, "news.rss.xml");
const hourMs = 3_600_000;

/**
 * Serves a sample feed of real-world size on loopback. Its newest item is always one hour old. Uses the wanted port if it is
 * free, so a pipeline can read the feed after a restart; else any free port.
 */
export async function serveFeed(wantedPort = 0): Promise<{ url: string; close: () => void }> {
  const sample = readFileSync(sampleFile, "utf8");
  const dates = [...sample.matchAll(/<pubDate>([^<]+)<\/pubDate>/g)].map(([, date]) =>
    Date.parse(date ?? ""),
  );
  const newestMs = Math.max(...dates.filter(Number.isFinite));
  const server = createServer((_request, response) => {
    const shiftMs = Date.now() - hourMs - newestMs;
    response.setHeader("Content-Type", "application/rss+xml; charset=utf-8");
    response.end(
      sample.replaceAll(/<pubDate>([^<]+)<\/pubDate>/g, (whole, date: string) => {
        const epochMs = Date.parse(date);
        return Number.isFinite(epochMs)
          ? `<pubDate>${new Date(epochMs + shiftMs).toUTCString()}</pubDate>`
          : whole;
      }),
    );
  });
  const port = await listen(server, wantedPort).catch(() => listen(server));
  return {
    url: `http://127.0.0.1:${port}/news.xml`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
