import * as z from "zod/mini";
import type { ConnectableChannel } from "../../domain/channel.ts";
import { textUnits } from "../../domain/channel-text.ts";
import { connectionStatuses, storedConnectionStatuses } from "../../domain/connection.ts";
import { channel } from "./channel.ts";
import { blueskyCredentials } from "./channels/bluesky.ts";
import { discordCredentials } from "./channels/discord.ts";
import { ghostCredentials } from "./channels/ghost.ts";
import { linkedinCredentials } from "./channels/linkedin.ts";
import { mastodonCredentials } from "./channels/mastodon.ts";
import { telegramCredentials } from "./channels/telegram.ts";
import { webhookCredentials } from "./channels/webhook.ts";
import { failure } from "./failure.ts";
import { commaSeparated, createdQuery, page, timestamp } from "./fields.ts";

export const connectionStatus = z.enum(connectionStatuses);
export const channelAccount = z.object({ id: z.string(), name: z.string(), url: z.nullable(z.string()) });
export const channelLimits = z.object({ text: z.int(), unit: z.enum(textUnits), images: z.int() });

export const brandChannel = z.object({
  channel,
  status: connectionStatus,
  account: z.nullable(channelAccount),
  limits: channelLimits,
  checkedAt: z.nullable(timestamp),
  error: z.nullable(failure),
});

export const brandChannels = z.array(brandChannel);

export const storedConnectionStatus = z.enum(storedConnectionStatuses);

export const connection = z.object({
  brandId: z.string(),
  ...brandChannel.shape,
  status: storedConnectionStatus,
});

export const connectionPage = page(connection);

export const connectionsQuery = z.object({
  status: z.optional(commaSeparated(storedConnectionStatuses)),
  ...createdQuery,
});

/** The body that connects each channel: its credentials and settings. */
export const credentialsByChannel = {
  bluesky: blueskyCredentials,
  mastodon: mastodonCredentials,
  ghost: ghostCredentials,
  webhook: webhookCredentials,
  telegram: telegramCredentials,
  discord: discordCredentials,
  linkedin: linkedinCredentials,
} as const satisfies Record<ConnectableChannel, z.ZodMiniType>;

/** The body that connects any channel. */
export const channelCredentials = z.union([
  blueskyCredentials,
  mastodonCredentials,
  ghostCredentials,
  webhookCredentials,
  telegramCredentials,
  discordCredentials,
  linkedinCredentials,
]);
