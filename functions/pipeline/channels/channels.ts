import type { ChannelName } from "../../domain/channel.ts";
import type { Channel } from "./channel.ts";
import { feedChannel } from "./feed.ts";

export const channels: Record<ChannelName, Channel> = { feed: feedChannel };
