/** The channels that posts can go to. */
export const channelNames = ["feed"] as const;
export type ChannelName = (typeof channelNames)[number];
