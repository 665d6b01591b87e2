import type { ChannelName } from "../../domain/channel.ts";

/** The longest text of each channel, in graphemes. */
export const channelLimits: Record<ChannelName, { maxCharacters: number }> = {
  feed: { maxCharacters: 500 },
};
