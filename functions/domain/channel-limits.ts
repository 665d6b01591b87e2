import type { ChannelName } from "./channel.ts";
import { type TextUnit, textRules } from "./channel-text.ts";

/** What a channel takes: the length of a text, and the number of images of a post. */
export interface ChannelLimits {
  text: number;
  unit: TextUnit;
  images: number;
  /** How long a URL counts, if the unit is `weighted`. Clients do not see it. @default 23 */
  charactersPerUrl?: number;
  /** The media types of the images that the account takes. Clients do not see it. @default those of the channel */
  imageTypes?: readonly string[];
  /** How many bytes an image may have. Clients do not see it. @default as many as the channel takes */
  imageBytesMax?: number;
}

/** How many images of a post each channel publishes. */
const images: Record<ChannelName, number> = {
  feed: 4,
  bluesky: 4,
  mastodon: 4,
  ghost: 4,
  webhook: 4,
  telegram: 4,
  discord: 4,
  linkedin: 4,
};

/** What a channel takes, if the brand's account has no limits of its own. */
export function limitsOf(channel: ChannelName): ChannelLimits {
  const { limit, unit } = textRules[channel];
  return { text: limit, unit, images: images[channel] };
}

/** Whether the accounts of a channel have limits of their own: each instance of Mastodon has others. */
export function variesByAccount(channel: ChannelName): channel is "mastodon" {
  return channel === "mastodon";
}
