import type { AnyFeed } from "feedsmith";
import { imageBytesMaxOfAll, imageTypesOfAll } from "../channels/images.ts";
import { type FeedText, perhapsHtml, plain } from "./plain-text.ts";

/** An image that a feed names for an entry, unchanged: its URL may be relative, and its description empty. */
export interface FeedImage {
  url: string;
  description: FeedText;
}

type Parsed<Format extends AnyFeed["format"]> = Extract<AnyFeed, { format: Format }>["feed"];
type Item<Feed extends { items?: unknown[] }> = NonNullable<Feed["items"]>[number];
type Media = NonNullable<Item<Parsed<"rss">>["media"]>;

/** A file that may be the image of an entry. */
interface File {
  url?: string | undefined;
  type?: string | undefined;
  /** Media RSS: "image", "video" and so on. */
  medium?: string | undefined;
  bytes?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  description?: FeedText | undefined;
}

/** Smaller images are icons, or count readers. */
const sideMin = 100;
/** Wider images are often too large for a channel. */
const preferredWidthMax = 2_000;

/**
 * Returns the image of an entry, the best first: the widest of Media RSS, an enclosure, the thumbnail of a video, the
 * image of an episode; null if the entry names none that a channel could take.
 */
export function imageOf({
  media,
  files = [],
  covers = [],
}: {
  media?: Media | undefined;
  files?: readonly File[] | undefined;
  covers?: readonly (string | undefined)[];
}): FeedImage | null {
  const found =
    mediaFiles(media).filter(isImage).toSorted(widestFirst).find(isUsable) ??
    files.filter(isImage).find(isUsable) ??
    thumbnails(media).find(isUsable) ??
    covers.map((url) => ({ url })).find(isUsable);
  return found?.url === undefined ? null : { url: found.url, description: plain(), ...described(found) };
}

const described = ({ description }: File) => description !== undefined && { description };

const widestFirst = (one: File, other: File) => preferredWidth(other) - preferredWidth(one);
const preferredWidth = ({ width = 0 }: File) => (width <= preferredWidthMax ? width : 0);

function isImage({ url = "", type = "", medium }: File): boolean {
  return type === "" ? medium === "image" || (medium === undefined && hasImageName(url)) : isImageType(type);
}

const hasImageName = (url: string) => /\.(?:jpe?g|png|gif|webp)(?:$|[?#])/i.test(url);

function isImageType(type: string): boolean {
  const [name = ""] = type.toLowerCase().split(";");
  return name.trim() === "image/jpg" || imageTypesOfAll.some((known) => known === name.trim());
}

function isUsable({ url = "", bytes = 0, width, height }: File): boolean {
  return url.trim() !== "" && bytes <= imageBytesMaxOfAll && isLarge(width) && isLarge(height);
}

/** Some feeds write 0 for a side that they do not know. */
const isLarge = (side = 0) => side === 0 || side >= sideMin;

/** The files of Media RSS. A description belongs to a file, else to its group, else to the entry. */
function mediaFiles(media: Media | undefined): File[] {
  const groups = media?.groups ?? [];
  const contents = [
    ...(media?.contents ?? []).map((content) => ({ content, of: [content, media] })),
    ...groups.flatMap((group) =>
      (group.contents ?? []).map((content) => ({ content, of: [content, group, media] })),
    ),
  ];
  return contents.map(({ content, of }) => ({
    url: content.url,
    type: content.type,
    medium: content.medium,
    bytes: content.fileSize,
    width: content.width,
    height: content.height,
    description: descriptionOf(of),
  }));
}

function thumbnails(media: Media | undefined): File[] {
  const groups = media?.groups ?? [];
  const parts = [
    media,
    ...(media?.contents ?? []),
    ...groups,
    ...groups.flatMap(({ contents = [] }) => contents),
  ];
  return parts.flatMap((part) =>
    (part?.thumbnails ?? []).map(({ url, width, height }) => ({
      url,
      width,
      height,
      description: descriptionOf([part, media]),
    })),
  );
}

function descriptionOf(
  parts: readonly (Pick<Media, "title" | "description"> | undefined)[],
): FeedText | undefined {
  const text = parts.flatMap((part) => [part?.description, part?.title]).find((one) => one !== undefined);
  // Feeds do not always say that their text is HTML.
  return text === undefined ? undefined : perhapsHtml(text.value);
}
