import type { ChannelName } from "../../domain/channel.ts";
import type { ChannelLimits } from "../../domain/channel-limits.ts";
import { type ImageRules, imageTypesOfAll } from "./images.ts";

/** Every image that the service publishes. */
export const anyImage: ImageRules = { types: imageTypesOfAll, bytesMax: Number.POSITIVE_INFINITY };

/** The images that each channel takes. */
export const imageRules: Record<ChannelName, ImageRules> = {
  // The feed names the URL of an image.
  feed: anyImage,
  // The limit of a thumbnail, and that of images on servers without the newest lexicon (2 MB).
  bluesky: { types: ["image/jpeg", "image/png", "image/webp"], bytesMax: 1_000_000 },
  // What Mastodon takes by default. An instance may take less.
  mastodon: { types: imageTypesOfAll, bytesMax: 16 * 1_024 * 1_024 },
  // Ghost has no limit of its own for the size of an image.
  ghost: anyImage,
  // The endpoint gets the URL of an image.
  webhook: anyImage,
  // A photo has at most 10 MB. A GIF would lose its animation.
  telegram: { types: ["image/jpeg", "image/png", "image/webp"], bytesMax: 10_000_000 },
  // A server without boosts takes files of up to 10 MB.
  discord: { types: imageTypesOfAll, bytesMax: 10_000_000 },
  // LinkedIn also limits an image to 36 million pixels.
  linkedin: { types: ["image/jpeg", "image/png", "image/gif"], bytesMax: 10_000_000 },
};

/** The images that the brand's account takes. `limits` are its own, if the accounts of the channel have limits of their own. */
export function imageRulesOf(channel: ChannelName, limits: Partial<ChannelLimits> = {}): ImageRules {
  const { types, bytesMax } = imageRules[channel];
  const { imageTypes, imageBytesMax } = limits;
  return {
    types: types.filter((type) => imageTypes?.includes(type) ?? true),
    bytesMax: imageBytesMax ?? bytesMax,
  };
}
