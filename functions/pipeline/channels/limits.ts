import type { ChannelName } from "../../domain/channel.ts";
import { textRules } from "../../domain/channel-text.ts";
import type { ChannelLimits } from "../../domain/connection.ts";

/** How many images of a post each channel publishes. */
const images: Record<ChannelName, number> = { feed: 0, webhook: 4, discord: 4 };

/** What a channel takes, if the brand's account has no limits of its own. */
export function limitsOf(channel: ChannelName): ChannelLimits {
  const { limit, unit } = textRules[channel];
  return { text: limit, unit, images: images[channel] };
}
