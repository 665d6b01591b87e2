import type { ConnectableChannel } from "../../domain/channel.ts";
import { secondMs } from "../../domain/time.ts";
import { verifyBluesky } from "./bluesky/verify.ts";
import type { Verify } from "./channel.ts";
import { verifyDiscord } from "./discord/verify.ts";
import { verifyGhost } from "./ghost/verify.ts";
import { verifyLinkedin } from "./linkedin/verify.ts";
import { verifyMastodon } from "./mastodon/verify.ts";
import { verifyTelegram } from "./telegram/verify.ts";
import { verifyWebhook } from "./webhook/verify.ts";

/** A client waits for the result, for ten seconds at most: this is the limit for resolving a name, and again for the request. */
export const verifyTimeoutMs = 4 * secondMs;

/** How the credentials of each channel are verified. `channels` is another list, so that no endpoint bundles code that publishes. */
export const verifiers: Record<ConnectableChannel, Verify> = {
  bluesky: verifyBluesky,
  mastodon: verifyMastodon,
  ghost: verifyGhost,
  webhook: verifyWebhook,
  telegram: verifyTelegram({ apiUrl: "https://api.telegram.org" }),
  discord: verifyDiscord,
  linkedin: verifyLinkedin({ apiUrl: "https://api.linkedin.com" }),
};
