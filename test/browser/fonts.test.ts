import { expect, it } from "vitest";
import { newPage } from "./support/open-page.ts";

/** A code point without a character, so the browser draws its box for missing glyphs. */
const missing = "\u0378";

/** Draws each text on a canvas of its own. Returns a digest of its pixels, how many it has, its width and whether it has colours. */
async function drawn(texts: readonly string[], font = "32px system-ui") {
  const page = await newPage();
  return page.evaluate(
    ([all, fontOfCanvas]) =>
      all.map((text) => {
        const canvas = document.createElement("canvas");
        canvas.width = 200;
        canvas.height = 60;
        const context = canvas.getContext("2d");
        if (context === null) throw new Error("no canvas");
        context.font = fontOfCanvas;
        context.fillText(text, 10, 40);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const channel = (offset: number) => data.filter((_, at) => at % 4 === offset);
        const opacities = channel(3);
        return {
          width: context.measureText(text).width,
          digest: opacities.reduce((sum, value, at) => (sum * 31 + value * at) % 1_000_000_007, 7),
          ink: opacities.reduce((sum, value) => sum + value, 0),
          isColoured: channel(0).join() !== channel(2).join(),
        };
      }),
    [[...texts], font] as const,
  );
}

it("letters of Latin, Cyrillic, Greek, Arabic, Han, kana and Hangul each have a glyph of their own", async () => {
  const letters = Array.from("aßđщΩعش日本語漢给們あアん한국어");
  const [box, ...glyphs] = await drawn([missing, ...letters]);
  expect(letters.filter((_, at) => glyphs[at]?.digest === box?.digest)).toEqual([]);
  expect(letters.filter((_, at) => glyphs[at]?.ink === 0)).toEqual([]);
  expect(new Set(glyphs.map(({ digest }) => digest)).size).toBe(letters.length);
});

it("emoji are in colour, and a sequence of several code points is one picture", async () => {
  const emoji = [
    "\u{1F600}",
    "\u2615\uFE0F",
    "\u{1F469}\u{1F3FD}\u200D\u{1F680}",
    "\u{1F3F3}\uFE0F\u200D\u{1F308}",
    "\u{1F1E8}\u{1F1ED}",
  ];
  const [single, ...others] = await drawn(emoji);
  expect(others.map(({ width }) => Math.round(width))).toEqual(
    others.map(() => Math.round(single?.width ?? 0)),
  );
  expect([single, ...others].map((one) => one?.isColoured)).toEqual(emoji.map(() => true));
  expect(new Set([single, ...others].map((one) => one?.digest)).size).toBe(emoji.length);
});

it("bold text is bolder in Latin and Han, and code has letters of one width", async () => {
  const inkOf = async (text: string, font: string) => {
    const [one] = await drawn([text], font);
    return one?.ink ?? 0;
  };
  for (const text of ["Pipeline", "日本語"])
    expect(await inkOf(text, "bold 32px system-ui")).toBeGreaterThan(await inkOf(text, "32px system-ui"));
  const widths = (await drawn(["iiii", "MMMM"], "32px monospace")).map(({ width }) => width);
  expect(widths[0]).toBe(widths[1]);
});
