import type { ChannelName } from "../../domain/channel.ts";
import { blueskyChannel } from "./bluesky/bluesky.ts";
import type { Channel } from "./channel.ts";
import { discordChannel } from "./discord/discord.ts";
import { feedChannel } from "./feed/feed.ts";
import { ghostChannel } from "./ghost/ghost.ts";
import { linkedinChannel } from "./linkedin/linkedin.ts";
import { mastodonChannel } from "./mastodon/mastodon.ts";
import { telegramChannel } from "./telegram/telegram.ts";
import { webhookChannel } from "./webhook/webhook.ts";

export const channels: Record<ChannelName, Channel> = {
  feed: feedChannel,
  bluesky: blueskyChannel,
  mastodon: mastodonChannel,
  ghost: ghostChannel,
  webhook: webhookChannel,
  telegram: telegramChannel({ apiUrl: "https://api.telegram.org" }),
  discord: discordChannel,
  linkedin: linkedinChannel({ apiUrl: "https://api.linkedin.com" }),
};
