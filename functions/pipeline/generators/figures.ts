/** The figures of a text, each with the units that stand beside it. */
export type Figures = ReadonlyMap<string, ReadonlySet<string>>;

/** Digits of any script. */
const anyDigit = /\p{Nd}/gu;

const separator = String.raw`[.,'’\u00a0\u2009\u202f]`;
const numeral = new RegExp(String.raw`\d(?:(?:\d|${separator}(?=\d))*\d)?`, "g");
/** A space between groups of three digits. */
const spacedGroups = /(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)/g;

/** Normalizes a text for the comparison of figures: digits of every script, full-width forms, fractions. */
function comparable(text: string): string {
  return text.normalize("NFKC").replaceAll(anyDigit, asciiDigit);
}

function asciiDigit(digit: string): string {
  if (/\d/.test(digit)) return digit;
  // The digits of a script follow each other from its zero, so the zero is as far away as the value.
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Returns the value of a figure in one spelling: 1,000 and 1.000 are 1000; 3,50 is 3.5. Each part of a date is a figure. */
function spellings(figure: string): string[] {
  const plain = figure.replaceAll(/['’\u00a0\u2009\u202f]/g, "");
  if (/^\d{1,3}(?:,\d{3})+$/.test(plain) || /^\d{1,3}(?:\.\d{3})+$/.test(plain))
    return [whole(plain.replaceAll(/[.,]/g, ""))];
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(plain)) return [decimal(plain.replaceAll(",", ""))];
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(plain)) return [decimal(plain.replaceAll(".", "").replace(",", "."))];
  if (/^\d+[.,]\d+$/.test(plain)) return [decimal(plain.replace(",", "."))];
  return plain.split(/[.,]/).map(whole);
}

const whole = (digits: string) => digits.replace(/^0+(?=\d)/, "");
const decimal = (digits: string) => whole(digits.replace(/\.?0+$/, ""));

/** Words and signs that change what a figure says, by the sign that stands for them. */
const units: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "% percent prozent pct procent",
    "$ usd dollar dollars us$",
    "€ eur euro euros",
    "£ gbp pound pounds",
    "k thousand tausend mille mil",
    "m million millions millionen mio millones milione milioni",
    "bn billion billions milliarde milliarden mrd milliard milliards b",
    "tn trillion trillions billionen",
    "万 萬",
    "億 亿",
  ].flatMap((line) => {
    const [sign = "", ...words] = line.split(" ");
    return [sign, ...words].map((word) => [word, sign]);
  }),
);

/** The units directly before and behind a figure. */
function unitsBeside(before: string, behind: string): string[] {
  const left = /(?:us\$|[$€£]|\b(?:usd|eur|gbp))\s?$/i.exec(before)?.[0] ?? "";
  const right = [...behind.matchAll(/[\s-]?([%$€£万萬億亿]|\p{L}+)\.?/giuy)].slice(0, 2);
  return [left, ...right.map(([, word = ""]) => word)]
    .map((word) => units[word.trim().toLowerCase()])
    .filter((unit) => unit !== undefined);
}

/** Finds the figures of a text. Words for numbers do not count. */
export function figuresOf(text: string): Figures {
  const found = new Map<string, Set<string>>();
  const read = comparable(text);
  const joined = read.replaceAll(spacedGroups, (groups) => groups.replaceAll(" ", ""));
  // A space may stand between two groups of digits, or between two figures.
  for (const reading of new Set([read, joined])) {
    for (const { 0: figure, index } of reading.matchAll(numeral)) {
      const end = index + figure.length;
      const beside = unitsBeside(reading.slice(Math.max(0, index - 5), index), reading.slice(end, end + 30));
      for (const value of spellings(figure))
        found.set(value, new Set([...(found.get(value) ?? []), ...beside]));
    }
  }
  return found;
}

/** The figures of a text that its source does not have, and those that have another unit there. */
export function unknownFigures(text: string, source: string): { invented: string[]; inOtherUnits: string[] } {
  const known = figuresOf(source);
  const joined = comparable(text).replaceAll(spacedGroups, (groups) => {
    const together = groups.replaceAll(" ", "");
    return known.has(together) ? together : groups;
  });
  const said = [...figuresOf(joined.replaceAll(spacedGroups, (groups) => groups.replaceAll(" ", " | ")))];
  return {
    invented: said.filter(([figure]) => !known.has(figure)).map(([figure]) => figure),
    inOtherUnits: said
      .filter(([figure, beside]) => {
        const there = known.get(figure);
        return there !== undefined && [...beside].some((unit) => !there.has(unit));
      })
      .map(([figure]) => figure),
  };
}
