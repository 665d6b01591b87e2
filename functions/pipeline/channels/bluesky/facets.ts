import { graphemeCount, utf8ByteCount } from "../../../domain/text-length.ts";

/** A part of a text that is a link, a mention or a hashtag, by its UTF-8 bytes. */
export interface Facet {
  index: { byteStart: number; byteEnd: number };
  features: readonly Readonly<Record<"$type", string> & Record<string, string>>[];
}

const facetType = "app.bsky.richtext.facet";
/** What the lexicon takes for a hashtag. */
const hashtagGraphemesMax = 64;
const hashtagBytesMax = 640;

/**
 * Links with a scheme, handles, and hashtags that begin a word. A handle is a domain name. A hashtag has a letter.
 * https://docs.bsky.app/docs/advanced-guides/post-richtext
 */
const entity = new RegExp(
  [
    String.raw`(?<=^|[\s(])(?<url>https?://[^\s<>]+)`,
    String.raw`(?<=^|[\s(])@(?<handle>(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?)(?![\w.-]*[\w@])`,
    String.raw`(?<=^|[\s(])[#＃](?<hashtag>(?=[\p{N}\p{M}_]*\p{L})[\p{L}\p{M}\p{N}_]+)`,
  ].join("|"),
  "giu",
);

/**
 * Finds the links, mentions and hashtags of a text. A mention whose handle nobody has stays plain text.
 * @param resolve returns the id of the account with a handle; null if there is none
 */
export async function facetsOf(
  text: string,
  resolve: (handle: string) => Promise<string | null>,
): Promise<Facet[]> {
  const found = await Promise.all(
    Array.from(text.matchAll(entity), async ({ 0: whole, index, groups = {} }): Promise<Facet | null> => {
      const { url, handle, hashtag } = groups;
      const facet = (written: string, type: string, value: Record<string, string>): Facet => {
        const byteStart = utf8ByteCount(text.slice(0, index));
        return {
          index: { byteStart, byteEnd: byteStart + utf8ByteCount(written) },
          features: [{ $type: `${facetType}#${type}`, ...value }],
        };
      };
      if (url !== undefined) {
        const uri = withoutPunctuation(url);
        return URL.canParse(uri) ? facet(uri, "link", { uri }) : null;
      }
      if (handle !== undefined) {
        const did = await resolve(handle.toLowerCase());
        return did === null ? null : facet(whole, "mention", { did });
      }
      const tag = hashtag ?? "";
      const isTooLong = graphemeCount(tag) > hashtagGraphemesMax || utf8ByteCount(tag) > hashtagBytesMax;
      return isTooLong ? null : facet(whole, "tag", { tag });
    }),
  );
  return found.filter((facet) => facet !== null);
}

/** Removes punctuation that ends the sentence, and closing parentheses that were opened before the URL. */
function withoutPunctuation(url: string): string {
  let unopened = url.split(")").length - url.split("(").length;
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!punctuation.includes(last)) break;
  }
  return url.slice(0, end);
}

const punctuation = ".,;:!?\"'»”’";
