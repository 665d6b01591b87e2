import type { Channel } from "../../../client/api.ts";

/** What each channel is called on the screen. */
export const channelNames: Record<Channel, string> = {
  feed: "Feed",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  ghost: "Ghost",
  webhook: "Webhook",
  telegram: "Telegram",
  discord: "Discord",
  linkedin: "LinkedIn",
};

export const isChannel = (name: string): name is Channel => Object.hasOwn(channelNames, name);

export const channels: readonly Channel[] = Object.keys(channelNames).filter(isChannel);

/** The name of a channel, for people. A channel that the dashboard does not know yet has its own name. */
export const channelName = (channel: string): string =>
  isChannel(channel) ? channelNames[channel] : channel;
