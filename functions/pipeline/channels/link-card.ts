import { decodeHTMLAttribute } from "entities";
import { FetchError } from "../../http/fetch-error.ts";
import { guardedFetch } from "../../http/guarded-fetch.ts";
import { decodeText } from "../sources/decode-text.ts";
import { plainParagraphs, plainTitle } from "../sources/plain-text.ts";
import { ChannelRejected, NotSent } from "./channel.ts";
import { fetchImages, type Image, type ImageRules } from "./images.ts";
import { isSuccess } from "./platform-request.ts";

/** What a platform shows of a page that a post links to. */
export interface LinkCard {
  url: string;
  title: string;
  /** Empty if the page has none. */
  description: string;
  /** Null if the page has none that the platform takes. */
  thumbnail: Image | null;
}

interface FetchLimits {
  timeoutMs: number;
  allowLoopback: boolean;
}

/** The head of a page is at its beginning. The rest is not read. */
const headBytesMax = 256 * 1_024;
const redirectsMax = 3;
const titleCharactersMax = 300;
const descriptionCharactersMax = 1_000;

/**
 * Makes the card of a link from its page, with two requests of half the time limit each. A card never fails: if the page
 * cannot be read, its title is the host of the link.
 */
export async function fetchLinkCard(
  url: string,
  rules: ImageRules,
  { timeoutMs, allowLoopback }: FetchLimits,
): Promise<LinkCard> {
  const limits = { timeoutMs: timeoutMs / 2, allowLoopback };
  const page = await pageAt(url, limits);
  return {
    url,
    title: page?.title || (URL.parse(url)?.host ?? url),
    description: page?.description ?? "",
    thumbnail: page?.imageUrl === undefined ? null : await thumbnailAt(page.imageUrl, rules, limits),
  };
}

interface PageHead {
  title: string;
  description: string;
  imageUrl?: string;
}

async function pageAt(url: string, limits: FetchLimits): Promise<PageHead | null> {
  const headers = {
    Accept: "text/html, application/xhtml+xml",
    "Accept-Encoding": "identity",
    "User-Agent": "ContentPipelineService-Channel/1.0",
  };
  try {
    const response = await guardedFetch(url, {
      ...limits,
      headers,
      maxBodyBytes: headBytesMax,
      maxRedirects: redirectsMax,
      allowHttp: true,
    });
    const type = response.headers["content-type"] ?? "";
    const isPage = isSuccess(response.status) && /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
    return isPage ? headIn(decodedPage(response.body, type), response.url) : null;
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  }
}

/** The body may be cut off: the part after the last ">" may end inside a character. */
function decodedPage(body: Buffer, contentType: string): string {
  const whole = body.subarray(0, body.lastIndexOf(">") + 1);
  const declared = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/i.exec(whole.toString("latin1", 0, 2_048));
  // The first charset counts: that of the header, else that of the page.
  return decodeText(whole, `${contentType}; charset=${declared?.[1] ?? "utf-8"}`);
}

/** Reads the Open Graph tags of a page (https://ogp.me), or the title and the description of a page without them. */
function headIn(html: string, pageUrl: string): PageHead {
  const head = html.split(/<\/head|<body/i, 1)[0] ?? "";
  const metas = metasIn(head);
  const first = (...names: string[]) =>
    names.map((name) => metas.get(name)?.trim() ?? "").find((value) => value !== "") ?? "";
  const titleElement = /<title(?:\s[^<>]{0,200})?>([^<]{1,2000})/i.exec(head)?.[1] ?? "";
  const image = first("og:image:secure_url", "og:image", "og:image:url", "twitter:image");
  const imageUrl = image === "" ? undefined : URL.parse(image, pageUrl)?.href;
  const title = first("og:title", "twitter:title");
  const description = first("og:description", "twitter:description", "description");
  return {
    title: plainTitle(
      title === "" ? { value: titleElement, mayBeHtml: true } : { value: title, mayBeHtml: false },
      titleCharactersMax,
    ),
    description: plainParagraphs({ value: description, mayBeHtml: false }, descriptionCharactersMax),
    ...(imageUrl !== undefined && { imageUrl }),
  };
}

const metaElementsMax = 200;
const metaCharactersMax = 4_000;

/** The contents of the `meta` elements by their names. The first one of a name counts. */
function metasIn(head: string): Map<string, string> {
  const metas = new Map<string, string>();
  for (const { index } of [...head.matchAll(/<meta\s/gi)].slice(0, metaElementsMax)) {
    const [element = ""] =
      /^<meta\s(?:"[^"]*"|'[^']*'|[^'"<>])*>/i.exec(head.slice(index, index + metaCharactersMax)) ?? [];
    const attributes = attributesIn(element);
    const name = (attributes.get("property") ?? attributes.get("name") ?? "").toLowerCase();
    if (name !== "" && !metas.has(name)) metas.set(name, attributes.get("content") ?? "");
  }
  return metas;
}

function attributesIn(element: string): Map<string, string> {
  const attribute = /([a-z][a-z:-]{0,30})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
  return new Map(
    Array.from(element.matchAll(attribute), ([, name = "", double, single, bare = ""]) => [
      name.toLowerCase(),
      decodeHTMLAttribute(double ?? single ?? bare),
    ]),
  );
}

/** Returns an image that the platform takes; null if there is none at the URL, or it cannot be fetched. */
async function thumbnailAt(url: string, rules: ImageRules, limits: FetchLimits): Promise<Image | null> {
  try {
    const [image = null] = await fetchImages([{ url, alt: "" }], rules, limits);
    return image;
  } catch (error) {
    if (error instanceof ChannelRejected || error instanceof NotSent) return null;
    throw error;
  }
}
