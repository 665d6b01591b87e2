import { fieldOf } from "../../../domain/field-of.ts";
import type { Facet } from "./facets.ts";

export const postCollection = "app.bsky.feed.post";

/** What is shown below a text. `thumb` and `image` are blobs, as `uploadBlob` returns them. */
export type Embed =
  | { $type: "app.bsky.embed.images"; images: { image: unknown; alt: string }[] }
  | {
      $type: "app.bsky.embed.external";
      external: { uri: string; title: string; description: string; thumb?: unknown };
    };

/** A post as Bluesky stores it. https://docs.bsky.app/docs/advanced-guides/posts */
export interface PostRecord {
  $type: typeof postCollection;
  text: string;
  /** ISO 8601. The same in every attempt. */
  createdAt: string;
  facets?: Facet[];
  langs?: readonly string[];
  embed?: Embed;
}

/**
 * Whether a stored record is the post: it has the same text, link and descriptions of images. The title, the description and
 * the thumbnail of a card are not compared: they come from the linked page, which may have changed.
 */
export function isSamePost(stored: unknown, record: PostRecord): boolean {
  return (
    fieldOf(stored, "text") === record.text && ownPartOf(fieldOf(stored, "embed")) === ownPartOf(record.embed)
  );
}

/** The part of an embed that the post itself has, as text that can be compared. */
function ownPartOf(embed: unknown): string {
  const images = fieldOf(embed, "images");
  if (Array.isArray(images)) return JSON.stringify(images.map((image) => fieldOf(image, "alt")));
  return JSON.stringify(fieldOf(fieldOf(embed, "external"), "uri") ?? null);
}
