import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startHttp } from "../support/http/servers.ts";
import { rss } from "../support/pipeline/feeds.ts";

const sizeBytes = 5 * 1024 * 1024 - 10_000;
/** The memory of the function that executes runs (lib/constructs/service-function.ts). */
const functionMiB = 512;

function largeFeed(): string {
  const words = "Words about coffee. ".repeat(20);
  const itemOf = (index: number) =>
    `<item><title>Story ${index}</title><link>https://a.example/${index}</link><description>${words}</description></item>`;
  const count = Math.floor(sizeBytes / itemOf(100_000).length);
  return rss(Array.from({ length: count }, (_, index) => itemOf(100_000 + index)).join(""));
}

it("a run reads 20 sources of 5 MB within the memory of its function, and blames none of them for its own work", async () => {
  const feed = largeFeed();
  expect(feed.length).toBeGreaterThan(sizeBytes - 20_000);
  // Four hosts, because a run asks a host for one source at a time.
  const ports = await Promise.all([1, 2, 3, 4].map(() => startHttp((_, response) => response.end(feed))));
  const script = new URL("../support/pipeline/read-large-sources.ts", import.meta.url).pathname;
  // Lambda gives the old generation 90% of a function's memory, and a semi-space 5%.
  const limits = [`--max-old-space-size=${functionMiB * 0.9}`, `--max-semi-space-size=${functionMiB * 0.05}`];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...limits.map((limit) => limit.replace(/\..*/, "")),
    script,
    ...ports.map((port) => `http://localhost:${port}`),
  ]);
  const { items, detail, maxRssMiB } = Object(JSON.parse(stdout));
  expect(detail).toBe("2000 items of 20 sources");
  expect(items).toBe(2_000);
  expect(maxRssMiB).toBeLessThan(functionMiB);
}, 180_000);
