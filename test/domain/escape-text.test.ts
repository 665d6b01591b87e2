import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escaped } from "../../functions/domain/escape-text.ts";
import { readLittleText } from "../support/pipeline/platforms/little-text.ts";

describe("a text with the markup of Discord", () => {
  it.each([
    ["*a* _b_ ~~c~~ `d` ||e||", String.raw`\*a\* \_b\_ \~\~c\~\~ \`d\` \|\|e\|\|`],
    ["# no heading\n> no quote\n  - no list", "\\# no heading\n\\> no quote\n  \\- no list"],
    ["a\n\n> no quote\n\n\n# no heading", "a\n\n\\> no quote\n\n\n\\# no heading"],
    ["a # b > c - d", "a # b > c - d"],
    [
      "<@1> <#2> <:smile:3> [a](https://example.com)",
      String.raw`\<@1> \<#2> \<:smile:3> \[a](https://example.com)`,
    ],
    [String.raw`C:\new`, String.raw`C:\\new`],
  ])("%j is escaped", (text, expected) => {
    expect(escaped(text, "discord")).toBe(expected);
  });

  it("keeps its URLs, which would lead elsewhere with a backslash", () => {
    const url = "https://example.com/a_b_c?d=*e*";
    expect(escaped(`_a_ ${url} _b_`, "discord")).toBe(String.raw`\_a\_ ${url} \_b\_`);
  });

  it("shows every character that was written, once Discord has removed the escapes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("ab*_~`|<>[]()#-\\ \n")) }), (text) => {
        expect(escaped(text, "discord").replaceAll(/\\([\\*_~`|<[>#-])/g, "$1")).toBe(text);
      }),
    );
  });
});

describe("a text with the mentions of Telegram", () => {
  it.each([
    ["@acme and @b_c", "@\u2060acme and @\u2060b_c"],
    ["(@acme)", "(@\u2060acme)"],
    ["ada@example.com, é@a", "ada@example.com, é@a"],
    ["*a* _b_ [c](d) <b> # @ @", "*a* _b_ [c](d) <b> # @ @"],
    ["https://example.com/@acme @acme", "https://example.com/@acme @\u2060acme"],
  ])("%j names nobody, and everything else stays", (text, expected) => {
    expect(escaped(text, "telegram")).toBe(expected);
  });
});

describe("a text with the markup of LinkedIn", () => {
  it.each([
    ["a (b) [c] {d} <e> f|g", String.raw`a \(b\) \[c\] \{d\} \<e\> f\|g`],
    ["*a* _b_ ~c~ @d", String.raw`\*a\* \_b\_ \~c\~ \@d`],
    [String.raw`C:\new`, String.raw`C:\\new`],
    ["@[Acme](urn:li:organization:1)", String.raw`\@\[Acme\]\(urn:li:organization:1\)`],
    ["{hashtag|#|a}", String.raw`\{hashtag\|\#\|a\}`],
    ["https://example.com/a_(b)#c", String.raw`https://example.com/a\_\(b\)\#c`],
  ])("%j is escaped, also within URLs", (text, expected) => {
    expect(escaped(text, "linkedin")).toBe(expected);
  });

  it.each([
    ["#coffee #Käse", "#coffee #Käse", ["coffee", "Käse"]],
    ["(#coffee, #茶)", String.raw`\(#coffee, #茶\)`, ["coffee", "茶"]],
    ["#cold_brew", String.raw`{hashtag|\#|cold\_brew}`, ["cold_brew"]],
    ["C# #1 a#b ##c", String.raw`C\# \#1 a\#b \#\#c`, []],
  ])("%j keeps its hashtags", (text, expected, hashtags) => {
    expect(escaped(text, "linkedin")).toBe(expected);
    expect(readLittleText(expected)).toEqual({ text, hashtags, mentions: [] });
  });

  it("is shown by LinkedIn as it was written, to its end, and mentions nobody", () => {
    const characters = fc.constantFrom(
      ...Array.from("ab1é\\|{}@[]()<>#*_~ \n"),
      "#a",
      "@[a](urn:li:person:1)",
      "#a_b",
    );
    fc.assert(
      fc.property(fc.string({ unit: characters }), (text) => {
        expect(readLittleText(escaped(text, "linkedin"))).toMatchObject({ text, mentions: [] });
      }),
    );
  });
});

it("a text without markup stays as it is", () => {
  expect(escaped("*a* <b>", undefined)).toBe("*a* <b>");
});
