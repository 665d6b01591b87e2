import { limitsOf } from "../../../domain/channel-limits.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";
import { isSuccess, requestPlatform } from "../platform-request.ts";
import { lostStatuses, webhookUrlIn } from "./webhook-url.ts";

/** Reads the webhook, which tells its name and its channel. https://discord.com/developers/docs/resources/webhook */
export const verifyDiscord: Verify = async (credentials, limits) => {
  try {
    const { status, json } = await requestPlatform(webhookUrlIn(credentials), {}, limits);
    if (lostStatuses.includes(status))
      return {
        outcome: "rejected",
        reason: `Discord does not know this webhook: it returned status ${status}.`,
      };
    const [id, name, guildId, channelId] = ["id", "name", "guild_id", "channel_id"].map((field) =>
      fieldOf(json, field),
    );
    if (!isSuccess(status) || typeof id !== "string")
      return { outcome: "unavailable", reason: `Discord returned status ${status} instead of the webhook.` };
    const isInServer = typeof guildId === "string" && typeof channelId === "string";
    const url = isInServer ? `https://discord.com/channels/${guildId}/${channelId}` : null;
    const account = { id, name: typeof name === "string" ? name : id, url };
    return { outcome: "verified", account, limits: limitsOf("discord") };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { outcome: "unavailable", reason: `Discord could not be reached: ${error.message}.` };
  }
};
