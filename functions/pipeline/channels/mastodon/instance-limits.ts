import { type ChannelLimits, limitsOf } from "../../../domain/channel-limits.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { graphemeCount } from "../../../domain/text-length.ts";

/**
 * The limits that an instance names in its configuration, or those of the channel where it names none. The content warning
 * of a post counts as a part of its text. https://docs.joinmastodon.org/entities/Instance/#configuration
 */
export function limitsIn(instance: unknown, contentWarning: string | null): ChannelLimits {
  const configuration = fieldOf(instance, "configuration");
  const statuses = fieldOf(configuration, "statuses");
  const media = fieldOf(configuration, "media_attachments");
  const usual = limitsOf("mastodon");
  const text = integerIn(statuses, "max_characters", 1) ?? usual.text;
  const charactersPerUrl = integerIn(statuses, "characters_reserved_per_url", 1);
  const imageBytesMax = integerIn(media, "image_size_limit", 1);
  const types = fieldOf(media, "supported_mime_types");
  const imageTypes = Array.isArray(types)
    ? types.filter((type) => typeof type === "string" && /^image\/[\w.+-]{1,60}$/.test(type)).slice(0, 20)
    : undefined;
  return {
    ...usual,
    text: Math.max(1, text - graphemeCount(contentWarning ?? "")),
    // A post has no more images than the channel publishes by default.
    images: Math.min(usual.images, integerIn(statuses, "max_media_attachments", 0) ?? usual.images),
    ...(charactersPerUrl !== undefined && { charactersPerUrl }),
    ...(imageBytesMax !== undefined && { imageBytesMax }),
    ...(imageTypes !== undefined && { imageTypes }),
  };
}

function integerIn(value: unknown, name: string, min: number): number | undefined {
  const number = fieldOf(value, name);
  return typeof number === "number" && Number.isSafeInteger(number) && number >= min ? number : undefined;
}
