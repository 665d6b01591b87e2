import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { openFetchSource } from "../../functions/pipeline/sources/fetch-source.ts";
import { hostOf } from "../../functions/pipeline/sources/requests.ts";
import { SourceError } from "../../functions/pipeline/sources/source.ts";
import { discover } from "../../functions/pipeline/stages/discover.ts";
import { startHttp } from "../support/http/servers.ts";
import { item, nowMs, rss } from "../support/pipeline/feeds.ts";

const sources = (urls: readonly string[]) => urls.map((url) => ({ type: "feed" as const, url }));
const fetchSource = openFetchSource({ nowMs: () => nowMs, allowLoopback: true });

it("at most four sources are fetched at a time, and none is fetched while another one is parsed", async () => {
  let fetching = 0;
  let fetchingMax = 0;
  const fetchingWhileParsing: number[] = [];
  const urls = Array.from({ length: 20 }, (_, index) => `https://${index}.example/feed`);
  await discover(sources(urls), async () => {
    fetching += 1;
    fetchingMax = Math.max(fetchingMax, fetching);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    fetching -= 1;
    return {
      parse() {
        fetchingWhileParsing.push(fetching);
        return [];
      },
    };
  });
  expect(fetchingMax).toBe(4);
  expect(fetchingWhileParsing).toEqual(urls.map(() => 0));
});

it("an error names a source without the query, the user and the fragment of its URL", async () => {
  const port = await startHttp((request, response) => {
    const isLoop = request.url?.startsWith("/loop") === true;
    response.writeHead(isLoop ? 302 : 500, isLoop ? { location: "/loop?token=next-secret" } : {}).end();
  });
  const origin = `http://localhost:${port}`;
  const urls = [
    `${origin}/down?token=secret#secret`,
    `${origin}/loop?token=secret`,
    "https://user:secret@a.example/feed?token=secret",
    "https://secret.invalid-host..example/feed?token=secret",
  ];
  const error = await discover(sources(urls), fetchSource).catch((reason: unknown) => reason);
  const message = error instanceof Error ? error.message : "";
  expect(message).toContain(`${origin}/down responded with status 500`);
  expect(message).toContain(`${origin}/loop could not be read`);
  expect(message).toContain("https://a.example/feed could not be read");
  expect(message).not.toMatch(/token|user:|:secret|next-secret|#/);
});

it("a source that cannot be read does not stop the ones that are fetched with it", async () => {
  const port = await startHttp((_, response) => response.end(rss(item(""))));
  const found = await discover(sources(["https://bad.example/", `http://localhost:${port}/`]), (source) =>
    hostOf(source) === "bad.example" ? Promise.reject(new SourceError("bad is down")) : fetchSource(source),
  );
  expect(found.items).toHaveLength(1);
  expect(found.detail).toBe("1 item of 1 source; bad is down");
});
