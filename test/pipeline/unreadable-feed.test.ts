import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { SourceError } from "../../functions/pipeline/sources/source.ts";
import { item, itemsOf, problemOf, read, rss } from "../support/pipeline/feeds.ts";

it("a feed that cannot be read has an error with its URL and the reason", async () => {
  expect(await problemOf("nothing here", {}, 404)).toBe("responded with status 404");
  expect(await problemOf("<!DOCTYPE html><html><body>Hello</body></html>")).toBe(
    "is a web page, not a feed: give the address of its RSS, Atom or JSON feed",
  );
  expect(await problemOf("")).toBe("is not a well-formed RSS, Atom or JSON feed");
  expect(await problemOf('{"items":')).toBe("is not a well-formed RSS, Atom or JSON feed");
  expect(await problemOf('<rss version="2.0"><channel><item><title>cut o')).toBe(
    "is not a well-formed RSS, Atom or JSON feed",
  );
  expect(await problemOf('<rss version="2.0"><channel><item><title>x</link></item></channel></rss>')).toBe(
    "is not a well-formed RSS, Atom or JSON feed",
  );
  expect(await problemOf(rss(""))).toBe("is a feed without any item that has a title and a link");
  expect(await problemOf("x", { "Content-Encoding": "compress" })).toContain("could not be decompressed");
  expect(await problemOf("not gzip", { "Content-Encoding": "br" })).toContain("could not be decompressed");
});

it("a feed at a private address is blocked", async () => {
  await expect(read("http://10.0.0.1/feed")).rejects.toThrow(
    "http://10.0.0.1/feed could not be read: the URL must point to a public address",
  );
});

it("a feed is too large as sent or after decompression", async () => {
  const large = Buffer.alloc(5 * 1024 * 1024 + 1, " ");
  expect(await problemOf(large)).toContain("is larger than 5242880 bytes");
  expect(await problemOf(gzipSync(large), { "Content-Encoding": "gzip" })).toContain("is larger than 5 MiB");
});

const million = 1_000_000;

it("the feed source does not expand entities that multiply", async () => {
  const entities = Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index};`.repeat(10)}">`,
  );
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY lol0 "lol">${entities.join("")}]>`;
  const startedMs = performance.now();
  const [first] = await itemsOf(
    rss(item("<description>&lol10;</description>")).replace('<?xml version="1.0"?>', bomb),
  );
  expect(first?.summary).toBe("&lol10;");
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

it("the feed source does not include a file of the machine", async () => {
  const document = rss(item("<description>&file;</description>")).replace(
    '<?xml version="1.0"?>',
    '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/hostname">]>',
  );
  expect(await problemOf(document)).toBe("is not a well-formed RSS, Atom or JSON feed");
});

it.each<[string, string]>([
  ["nested elements", rss("<a>".repeat(million / 3))],
  ["unclosed comments", rss("<!--".repeat(million / 4))],
  ["brackets in a name", rss(item(`<author>${"(".repeat(million)}</author>`))],
  [
    "attributes",
    rss(`<item ${Array.from({ length: million / 20 }, (_, index) => `a${index}="1"`).join(" ")}/>`),
  ],
  ["nested JSON arrays", `{"version":"https://jsonfeed.org/version/1.1","items":${"[".repeat(million)}`],
  [
    "unclosed tags in a text",
    rss(item(`<description><![CDATA[${"<script>".repeat(million / 8)}]]></description>`)),
  ],
  [
    "opening brackets in a text",
    rss(item(`<description><![CDATA[${"<a ".repeat(million / 3)}>]]></description>`)),
  ],
  ["items", rss(item("").repeat(million / 25))],
])(
  "the feed source ends within the time of a test for a hostile document with many %s",
  async (_, document) => {
    const outcome = await itemsOf(document).catch((error: unknown) => error);
    expect(Array.isArray(outcome) || outcome instanceof SourceError).toBe(true);
  },
);
