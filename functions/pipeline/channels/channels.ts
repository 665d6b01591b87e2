import type { ChannelName } from "../../domain/channel.ts";
import type { Channel } from "./channel.ts";
import { feedChannel } from "./feed.ts";
import { webhookChannel } from "./webhook/webhook.ts";

export const channels: Record<ChannelName, Channel> = { feed: feedChannel, webhook: webhookChannel };
