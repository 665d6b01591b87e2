import type { Channel } from "../../../../client/api.ts";

/** What each channel is called on the screen. */
const names: Record<Channel, string> = {
  feed: "Feed",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  ghost: "Ghost",
  webhook: "Webhook",
  telegram: "Telegram",
  discord: "Discord",
  linkedin: "LinkedIn",
};

export const isChannel = (name: string): name is Channel => Object.hasOwn(names, name);

/** The name of a channel, for people. */
export const channelName = (channel: string) => (isChannel(channel) ? names[channel] : channel);
