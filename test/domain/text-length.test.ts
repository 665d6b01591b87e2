import fc from "fast-check";
import { expect, it } from "vitest";
import {
  codePointCount,
  graphemeCount,
  mastodonCharacterCount,
  utf8ByteCount,
  utf16UnitCount,
} from "../../functions/domain/text-length.ts";
import { graphemeLists, urls } from "../support/pipeline/texts.ts";

it("any text of known graphemes, code points, UTF-16 units and bytes is counted right", () => {
  fc.assert(
    fc.property(graphemeLists(60), (list) => {
      const text = list.join("");
      const codePoints = Array.from(text, (one) => one.codePointAt(0) ?? 0);
      const sum = (sizeOf: (codePoint: number) => number) =>
        codePoints.reduce((total, codePoint) => total + sizeOf(codePoint), 0);
      expect(graphemeCount(text)).toBe(list.length);
      expect(codePointCount(text)).toBe(codePoints.length);
      expect(utf16UnitCount(text)).toBe(sum((one) => (one > 0xffff ? 2 : 1)));
      expect(utf8ByteCount(text)).toBe(
        sum((one) => (one > 0xffff ? 4 : one > 0x7ff ? 3 : one > 0x7f ? 2 : 1)),
      );
    }),
  );
});

it("any text counts as many graphemes as the platform's segmenter finds, also where the shortcut for common letters applies", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const unit = fc.constantFrom(...Array.from("a \n\r\t\u0301\u200d🇨한éя“—日ー\u3099"));
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(graphemeCount(text)).toBe([...segmenter.segment(text)].length);
    }),
  );
});

it("Mastodon counts every URL of a text as 23 characters, or as many as its instance says, and everything else by grapheme", () => {
  const words = fc.array(fc.oneof(graphemeLists(5), urls), { maxLength: 8 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 50 }), (parts, perUrl) => {
      const text = parts.map((part) => (typeof part === "string" ? part : part.join(""))).join(" ");
      const lengths = parts.map((part) => (typeof part === "string" ? perUrl : part.length));
      const expected = lengths.reduce((sum, length) => sum + length, 0) + Math.max(0, parts.length - 1);
      expect(mastodonCharacterCount(text, perUrl)).toBe(expected);
    }),
  );
});

it.each([
  ["no URL", 6],
  ["(https://example.com/a)", 25],
  ["See https://example.com/a.", 28],
  ["https://example.com/a_(b)", 23],
  ["https://example.com日本", 25],
  ["「https://example.com/」", 25],
  ["https://example.com/a,https://example.com/b", 23],
  ["example.com/a", 13],
  ["https://localhost/a", 19],
  ["ftp://example.com/a", 19],
  ["Xhttps://example.com/a", 22],
  ["@user@mastodon.social", 5],
  ["Thanks @some.user@social.example.com!", 18],
  ["mail@example.com", 16],
  ["@user", 5],
  ["https://mastodon.social/@user@example.com", 23],
])("Mastodon counts %j as %i characters", (text, count) => {
  expect(mastodonCharacterCount(text, 23)).toBe(count);
});

it("a hostile text of the greatest length is counted in less than 100 ms", () => {
  for (const part of [
    "https://",
    "https://a.bc/(",
    "https://a.bc/!",
    "https://a.bc?!",
    "@a@",
    "@a.",
    "a.b-",
  ]) {
    const text = part.repeat(10_000 / part.length);
    mastodonCharacterCount("warm up", 23);
    const startedMs = performance.now();
    mastodonCharacterCount(text, 23);
    expect(performance.now() - startedMs, part).toBeLessThan(100);
  }
});
