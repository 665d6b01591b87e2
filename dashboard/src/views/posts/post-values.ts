import type { Post, PostChanges } from "../../../../client/api.ts";

/** What a person can change in a post. */
export interface PostValues {
  text: string;
  link: string | null;
  /** Without `#`. */
  hashtags: string[];
  media: { url: string; alt: string }[];
  /** An ISO instant; null for no time. */
  scheduledAt: string | null;
}

export type PostField = keyof PostValues;

/** What a channel publishes of a post. */
export type PostContent = Omit<PostValues, "scheduledAt">;

const postFields = ["text", "link", "hashtags", "media", "scheduledAt"] as const;

/** The names of the fields on the screen. */
export const fieldNames: Record<PostField, string> = {
  text: "Text",
  link: "Link",
  hashtags: "Hashtags",
  media: "Pictures",
  scheduledAt: "Time",
};

export function valuesOf({ content, scheduledAt }: Pick<Post, "content" | "scheduledAt">): PostValues {
  const { text, link, hashtags, media } = content;
  return { text, link, hashtags, media: media.map(({ url, alt }) => ({ url, alt })), scheduledAt };
}

/** The fields in which two versions differ. */
export function differingFields(one: PostValues, other: PostValues): PostField[] {
  return postFields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/** The request that turns one version into another. It has only the fields that differ, so it undoes no other change. */
export function changesBetween(from: PostValues, to: PostValues): PostChanges {
  const changes: PostChanges = {};
  for (const field of differingFields(from, to)) set(changes, field, to);
  return changes;
}

/** A version with the changes of two people. */
interface Merged {
  values: PostValues;
  /** The fields that both people changed, to different values. `values` has mine. */
  conflicts: PostField[];
}

/** Combines what I changed with what someone else changed in the meantime. Where both changed a field, mine stays. */
export function merged(base: PostValues, mine: PostValues, theirs: PostValues): Merged {
  const byMe = differingFields(base, mine);
  const values: PostValues = { ...theirs };
  for (const field of byMe) set(values, field, mine);
  const conflicts = differingFields(base, theirs)
    .filter((field) => byMe.includes(field))
    .filter((field) => differingFields(mine, theirs).includes(field));
  return { values, conflicts };
}

function set<Field extends PostField>(
  target: Partial<Pick<PostValues, Field>>,
  field: Field,
  source: PostValues,
): void {
  target[field] = source[field];
}

/** Hashtags in a line, each with `#`. */
export const hashtagLine = (hashtags: readonly string[]) => hashtags.map((tag) => `#${tag}`).join(" ");

/** The hashtags of a line that someone typed: separated by spaces or commas, with or without `#`. */
export function hashtagsOf(line: string): string[] {
  const tags = line.split(/[\s,;]+/).map((tag) => tag.replace(/^[#＃]+/, "").normalize("NFC"));
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
