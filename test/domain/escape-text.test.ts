import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escaped } from "../../functions/domain/escape-text.ts";

describe("a text with the markup of Discord", () => {
  it.each([
    ["*a* _b_ ~~c~~ `d` ||e||", String.raw`\*a\* \_b\_ \~\~c\~\~ \`d\` \|\|e\|\|`],
    ["# no heading\n> no quote\n  - no list", "\\# no heading\n\\> no quote\n  \\- no list"],
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

it("a text without markup stays as it is", () => {
  expect(escaped("*a* <b>", undefined)).toBe("*a* <b>");
});
