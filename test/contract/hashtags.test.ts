import { expect, it } from "vitest";
import { newBrand } from "../../functions/contract/schemas/brand.ts";
import { postChanges } from "../../functions/contract/schemas/post.ts";

function inBrand(tag: string): string[] | null {
  const parsed = newBrand.safeParse({ name: "A", timezone: "UTC", settings: { hashtags: [tag] } });
  return parsed.success ? (parsed.data.settings.hashtags ?? null) : null;
}

function inPost(tag: string): string[] | null {
  const parsed = postChanges.safeParse({ hashtags: [tag] });
  return parsed.success ? (parsed.data.hashtags ?? null) : null;
}

it.each(["coffee", "कॉफ़ी", "กาแฟ", "cafe\u0301", "咖啡", "a_1", "قهوة"])(
  "a brand accepts the hashtag %j that a post accepts, with its accents composed",
  (tag) => {
    expect(inBrand(tag)).toEqual([tag.normalize("NFC")]);
    expect(inPost(tag)).toEqual([tag.normalize("NFC")]);
  },
);

it.each(["two words", "2026", "#", "", "a-b", "x".repeat(61)])(
  "a brand rejects the hashtag %j that a post rejects",
  (tag) => {
    expect(inBrand(tag)).toBeNull();
    expect(inPost(tag)).toBeNull();
  },
);
