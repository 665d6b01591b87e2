import type { Random } from "../faults/seeded-random.ts";

const words =
  "market small coffee roasters open second season after quiet winter towns along river report more visitors than last year while growers say that prices hold and new harvest looks good for those who planted early café Zürich naïve façade 東京".split(
    " ",
  );
const tags = ["coffee", "SmallBusiness", "travel", "Zürich", "news", "SlowFood", "spring2026", "design"];

function pick(list: readonly string[], random: Random): string {
  return list[Math.floor(random() * list.length)] ?? "";
}

/** A headline and mostly a sentence after it: 60 to 290 characters, as a post's text is. */
export function articleText(random: Random): string {
  const sentence = (many: number) => {
    const text = Array.from({ length: many }, () => pick(words, random)).join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const headline = sentence(8 + Math.floor(random() * 6));
  return random() < 0.85 ? `${headline} ${sentence(12 + Math.floor(random() * 20))}` : headline;
}

export function hashtagsOf(random: Random): string[] {
  const start = Math.floor(random() * tags.length);
  return tags.slice(start, start + Math.floor(random() * 5));
}
