import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Source } from "../../functions/domain/source.ts";
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

it("a host is asked for one source at a time, while other hosts are asked too", async () => {
  const fetching = new Map<string, number>();
  const most = new Map<string, number>();
  let atOnceMax = 0;
  const urls = [1, 2, 3, 4, 5, 6].flatMap((index) => [
    `https://a.example/${index}`,
    `https://b.example/${index}`,
  ]);
  const mixed: Source[] = [
    ...sources(urls),
    { type: "mastodon_trends", instance: "https://a.example", kind: "tags" },
    { type: "mastodon_trends", instance: "https://a.example", kind: "links" },
    { type: "wikipedia_pageviews", project: "de.wikipedia" },
    { type: "wikipedia_pageviews", project: "en.wikipedia" },
  ];
  await discover(mixed, async (source) => {
    const host = hostOf(source);
    fetching.set(host, (fetching.get(host) ?? 0) + 1);
    most.set(host, Math.max(most.get(host) ?? 0, fetching.get(host) ?? 0));
    atOnceMax = Math.max(atOnceMax, [...fetching.values()].filter((count) => count > 0).length);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    fetching.set(host, (fetching.get(host) ?? 0) - 1);
    return { parse: () => [] };
  });
  expect(Object.fromEntries(most)).toEqual({ "a.example": 1, "b.example": 1, "wikimedia.org": 1 });
  expect(atOnceMax).toBe(3);
});

it("a source with a note counts as read, and its note is in the detail", async () => {
  const found = await discover(sources(["https://a.example/", "https://b.example/"]), (source) =>
    hostOf(source) === "a.example"
      ? Promise.resolve({ parse: () => [], note: "a asked to wait" })
      : Promise.reject(new SourceError("b is down")),
  );
  expect(found.detail).toBe("0 items of 1 source; a asked to wait; b is down");
});

it("only the items of a source that was read are remembered", async () => {
  const remembered: string[] = [];
  const remember = (name: string) => async () => void remembered.push(name);
  await discover(sources(["https://a.example/", "https://b.example/"]), async (source) => {
    const name = hostOf(source);
    const parse = () => {
      if (name === "b.example") throw new SourceError("b is cut off");
      return [];
    };
    return { parse, remember: remember(name) };
  });
  expect(remembered).toEqual(["a.example"]);
});
