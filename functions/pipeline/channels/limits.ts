import type { ChannelName } from "../../domain/channel.ts";

/** How long a text each channel takes, in graphemes. */
export const channelLimits: Record<ChannelName, { maxCharacters: number }> = {
  feed: { maxCharacters: 500 },
};
