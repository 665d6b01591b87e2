import { expect, it } from "vitest";
import { facetsOf } from "../../../functions/pipeline/channels/bluesky/facets.ts";

const handles = new Map([["alice.example", "did:plc:alice"]]);

/** Each facet as the part of the text that it marks, and what it is. */
async function marked(text: string): Promise<[string, string][]> {
  const facets = await facetsOf(text, async (handle) => handles.get(handle) ?? null);
  return facets.map(({ index, features: [feature] }) => {
    const { $type, ...value } = feature ?? { $type: "" };
    const part = Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString("utf8");
    return [part, `${$type.replace("app.bsky.richtext.facet#", "")} ${Object.values(value).join()}`];
  });
}

it.each<[string, [string, string][]]>([
  [
    "👩‍👩‍👧 Käse 茶 #茶 @alice.example",
    [
      ["#茶", "tag 茶"],
      ["@alice.example", "mention did:plc:alice"],
    ],
  ],
  ["See https://example.com/a?b=c#d.", [["https://example.com/a?b=c#d", "link https://example.com/a?b=c#d"]]],
  ["(https://example.com/a_(b))", [["https://example.com/a_(b)", "link https://example.com/a_(b)"]]],
  ["“https://example.com/”", []],
  [
    "http://example.com, or (see https://example.org)!",
    [
      ["http://example.com", "link http://example.com"],
      ["https://example.org", "link https://example.org"],
    ],
  ],
  ["ftp://example.com example.com mailto:a@b.example", []],
  [
    "@Alice.Example, (@alice.example) @alice.example.",
    [
      ["@Alice.Example", "mention did:plc:alice"],
      ["@alice.example", "mention did:plc:alice"],
      ["@alice.example", "mention did:plc:alice"],
    ],
  ],
  ["@nobody.example @everyone @alice.example@mastodon.example x@alice.example", []],
  [
    "#one #two_2 #2026 #ＡＩ ＃日本 a#no ##no",
    [
      ["#one", "tag one"],
      ["#two_2", "tag two_2"],
      ["#ＡＩ", "tag ＡＩ"],
      ["＃日本", "tag 日本"],
    ],
  ],
  [`#${"a".repeat(64)} #${"b".repeat(65)}`, [[`#${"a".repeat(64)}`, `tag ${"a".repeat(64)}`]]],
  [
    "https://example.com/#tag @alice.example\n#line",
    [
      ["https://example.com/#tag", "link https://example.com/#tag"],
      ["@alice.example", "mention did:plc:alice"],
      ["#line", "tag line"],
    ],
  ],
])("the facets of %j mark its links, mentions and hashtags by UTF-8 bytes", async (text, expected) => {
  expect(await marked(text)).toEqual(expected);
});

it("a hostile text of 3,000 bytes is read in milliseconds", async () => {
  for (const part of ["@a", "@a.", "#1", "(https://", "https://)", "@alice.", ")", "# "]) {
    const startedAtMs = performance.now();
    await facetsOf(part.repeat(3_000 / part.length), async () => null);
    await facetsOf(`https://${part.repeat(2_900 / part.length)}`, async () => null);
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  }
});
