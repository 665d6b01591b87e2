/** The channels that posts can go to. */
export const channelNames = [
  "feed",
  "bluesky",
  "mastodon",
  "ghost",
  "webhook",
  "telegram",
  "discord",
  "linkedin",
] as const;
export type ChannelName = (typeof channelNames)[number];

/** A channel that a brand must connect first. The feed belongs to the service, so it is always connected. */
export type ConnectableChannel = Exclude<ChannelName, "feed">;

export function isConnectable(channel: ChannelName): channel is ConnectableChannel {
  return channel !== "feed";
}
