import type { Channel } from "../../../../client/api.ts";
import { isChannel } from "../../content/channels.ts";

/** What a text limit counts. `weighted` is Mastodon's rule: graphemes, but a URL counts as 23. */
type TextUnit = "graphemes" | "code_points" | "utf16_units" | "weighted";

/** How a channel publishes and counts the text of a post. */
export interface ChannelRules {
  unit: TextUnit;
  textMax: number;
  /** The limit of a post with pictures, if it differs. */
  textMaxWithPictures?: number;
  /** The limit in UTF-8 bytes, if the channel has one too. */
  bytesMax?: number;
  /** Where the hashtags are published: at the end of the text, or in a separate field. */
  hashtags: "text" | "field";
  /** Where the link is published. A post with pictures has no card, so its link is in the text. */
  link: "text" | "field" | "card";
  /** The markup whose characters the channel escapes. The escapes count. */
  markup?: "telegram" | "discord" | "linkedin";
}

/** The rules of `functions/domain/channel-text.ts`. A test compares the two. */
export const channelRules: Record<Channel, ChannelRules> = {
  feed: { unit: "graphemes", textMax: 500, hashtags: "field", link: "field" },
  bluesky: {
    unit: "graphemes",
    textMax: 300,
    bytesMax: 3_000,
    hashtags: "text",
    link: "card",
  },
  mastodon: { unit: "weighted", textMax: 500, hashtags: "text", link: "text" },
  ghost: { unit: "code_points", textMax: 10_000, hashtags: "field", link: "field" },
  webhook: { unit: "code_points", textMax: 10_000, hashtags: "field", link: "field" },
  telegram: {
    unit: "utf16_units",
    textMax: 4_096,
    textMaxWithPictures: 1_024,
    hashtags: "text",
    link: "text",
    markup: "telegram",
  },
  discord: {
    unit: "utf16_units",
    textMax: 2_000,
    hashtags: "text",
    link: "text",
    markup: "discord",
  },
  linkedin: {
    unit: "utf16_units",
    textMax: 3_000,
    hashtags: "text",
    link: "card",
    markup: "linkedin",
  },
};

/** The rules of a channel. An unknown channel has the rules of the feed. */
export const rulesOf = (channel: string): ChannelRules =>
  isChannel(channel) ? channelRules[channel] : channelRules.feed;
