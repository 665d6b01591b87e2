import type { Channel } from "../../../../client/api.ts";

/** What each channel is called on the screen. */
export const channelNames: Record<Channel, string> = {
  feed: "Public feed",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  ghost: "Ghost",
  webhook: "Webhook",
  telegram: "Telegram",
  discord: "Discord",
  linkedin: "LinkedIn",
};

export const channels: readonly Channel[] = [
  "feed",
  "bluesky",
  "mastodon",
  "ghost",
  "webhook",
  "telegram",
  "discord",
  "linkedin",
];
