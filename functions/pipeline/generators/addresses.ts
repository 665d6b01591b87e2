/** A character without width. No channel links a domain name or a mention that has it, and readers see no difference. */
const wordJoiner = "\u2060";

// Browsers and people read these look-alikes as the ASCII character: full-width forms, U+2024 and the like.
const dot = String.raw`[.\uff0e\u2024]`;
const slash = String.raw`[/\uff0f\u2044\u2215]`;
const colon = String.raw`[:\uff1a\u2236\ufe55]`;
const at = String.raw`[@\uff20\ufe6b]`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const untilSpace = String.raw`[^\s<>"“”„«»()（）「」『』]*`;

/** A URL of any scheme, "www.…" or an email address. */
const fullAddress = new RegExp(
  [
    String.raw`[\p{sc=Latin}\p{N}+.-]{1,30}\s?${colon}\s?${slash}{1,3}${untilSpace}`,
    String.raw`(?<![\p{L}\p{N}])(?:mailto|javascript|data|tel)${colon}${untilSpace}`,
    String.raw`(?<![\p{L}\p{N}])www\d?${dot}${untilSpace}`,
    String.raw`[\p{L}\p{N}._%+-]{1,64}${at}${label}(?:${dot}${label})+`,
  ].join("|"),
  "giu",
);

/** A domain name, also in the middle of a path. Many of them are names of companies and programs: Booking.com, Node.js. */
const domainName = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_])(?:${label}(?:${dot}|。))+(?:xn--[a-z0-9-]{2,59}|[\p{L}\p{M}]{2,24})(?![\p{L}\p{M}\p{N}])`,
  "giu",
);
const mention = new RegExp(String.raw`(?<![\p{L}\p{N}_])(${at})(?=[\p{L}\p{N}_])`, "giu");
const anyDot = new RegExp(`${dot}|。`, "gu");

/** Addresses that are written so that only people read them: "evil[.]example", "evil dot com". */
const disguised =
  /[\p{L}\p{N}]\s?[[({](?:\.|dot|punkt)[\])}]\s?[\p{L}\p{N}]|[\p{L}\p{N}]\s(?:dot|punkt)\s(?:com|net|org|io|ai|app|dev|info|example)(?![\p{L}\p{N}])/iu;

/** Endings of file names that are not top-level domains: "Node.js" is not an address. */
const fileEndings = new Set([
  "js",
  "mjs",
  "ts",
  "tsx",
  "jsx",
  "json",
  "css",
  "html",
  "xml",
  "csv",
  "txt",
  "pdf",
]);

/**
 * The text of a source without its addresses, for a post whose only link is that of its item. URLs and email addresses are
 * removed. A domain name or a mention stays readable, but no channel makes a link of it.
 */
export function withoutAddresses(text: string): string {
  return withInertNames(text.replaceAll(fullAddress, ""))
    .replaceAll(/[ \t]{2,}/g, " ")
    .replaceAll(/\s*[(（[]\s*[)）\]]/g, "")
    .trim();
}

/** The same text for readers, in which no channel makes a link of a domain name or a mention. */
export function withInertNames(text: string): string {
  return text
    .replaceAll(domainName, (name) => name.replaceAll(anyDot, (one) => `${one}${wordJoiner}`))
    .replaceAll(mention, `$1${wordJoiner}`);
}

/** Whether a text has a URL or an email address. */
export function hasFullAddress(text: string): boolean {
  return text.search(fullAddress) !== -1;
}

/** With a dot behind it, this is an abbreviation, such as "z.B." or "m.in.". */
const abbreviation = /^\p{L}\.\p{L}{1,3}$/u;

/** Returns the addresses and mentions of a text, as they are written. */
export function addressesIn(text: string): string[] {
  const domains = [...text.matchAll(domainName)]
    .filter(({ 0: name, index }) => {
      const ending = name.split(anyDot).at(-1)?.toLowerCase() ?? "";
      const isAbbreviation = abbreviation.test(name) && text.charAt(index + name.length) === ".";
      return !name.includes("。") && !fileEndings.has(ending) && !isAbbreviation;
    })
    .map(([name]) => name);
  const hidden = disguised.exec(text)?.[0];
  return [
    ...(text.match(fullAddress) ?? []),
    ...domains,
    ...(text.match(mention) ?? []),
    ...(hidden === undefined ? [] : [hidden]),
  ];
}
