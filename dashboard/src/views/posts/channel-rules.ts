import type { Channel } from "../../../../client/api.ts";

/** What the limit of a text counts. `weighted` is Mastodon's way: graphemes, but a URL counts as 23. */
type TextUnit = "graphemes" | "code_points" | "utf16_units" | "weighted";

/** How a channel takes the text of a post. */
export interface ChannelRules {
  /** The channel's name for people. */
  name: string;
  unit: TextUnit;
  textMax: number;
  /** The limit of a post with pictures, where it is another one. */
  textMaxWithPictures?: number;
  /** How many bytes the text may have in UTF-8, where the channel limits them too. */
  bytesMax?: number;
  /** Where the hashtags are published: at the end of the text, or in a field of their own. */
  hashtags: "text" | "field";
  /** Where the link is published. A post with pictures has no card: its link is then in the text. */
  link: "text" | "field" | "card";
  /** The markup whose characters the channel escapes. The escapes count. */
  markup?: "telegram" | "discord" | "linkedin";
}

/** The rules of `functions/domain/channel-text.ts`. A test compares the two. */
export const channelRules: Record<Channel, ChannelRules> = {
  feed: { name: "Feed", unit: "graphemes", textMax: 500, hashtags: "field", link: "field" },
  bluesky: {
    name: "Bluesky",
    unit: "graphemes",
    textMax: 300,
    bytesMax: 3_000,
    hashtags: "text",
    link: "card",
  },
  mastodon: { name: "Mastodon", unit: "weighted", textMax: 500, hashtags: "text", link: "text" },
  ghost: { name: "Ghost", unit: "code_points", textMax: 10_000, hashtags: "field", link: "field" },
  webhook: { name: "Webhook", unit: "code_points", textMax: 10_000, hashtags: "field", link: "field" },
  telegram: {
    name: "Telegram",
    unit: "utf16_units",
    textMax: 4_096,
    textMaxWithPictures: 1_024,
    hashtags: "text",
    link: "text",
    markup: "telegram",
  },
  discord: {
    name: "Discord",
    unit: "utf16_units",
    textMax: 2_000,
    hashtags: "text",
    link: "text",
    markup: "discord",
  },
  linkedin: {
    name: "LinkedIn",
    unit: "utf16_units",
    textMax: 3_000,
    hashtags: "text",
    link: "card",
    markup: "linkedin",
  },
};

function isChannel(channel: string): channel is Channel {
  return Object.hasOwn(channelRules, channel);
}

/** The rules of a channel. One that the dashboard does not know yet is treated like the feed. */
export const rulesOf = (channel: string): ChannelRules =>
  isChannel(channel) ? channelRules[channel] : { ...channelRules.feed, name: channel };

/** What a channel is called on the screen. */
export const channelName = (channel: string): string => rulesOf(channel).name;
