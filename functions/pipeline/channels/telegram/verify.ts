import { limitsOf } from "../../../domain/channel-limits.ts";
import type { Verification } from "../../../domain/connection.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";
import { isSuccess, saidReason } from "../platform-request.ts";
import { callTelegram, isLost, reasonIn, type TelegramApi, telegramCredentialsIn } from "./bot-api.ts";

/**
 * Reads the chat, and the bot as a member of it, which tells whether it may post. The token begins with the bot's id.
 * https://core.telegram.org/bots/api#getchatmember
 */
export function verifyTelegram(api: TelegramApi): Verify {
  return async (credentials, limits) => {
    const { apiUrl } = api;
    const { botToken, chatId } = telegramCredentialsIn(credentials);
    const ask = (method: string, parameters: object) =>
      callTelegram({ apiUrl }, { credentials, method }, { json: { chat_id: chatId, ...parameters } }, limits);
    try {
      const responses = await Promise.all([
        ask("getChat", {}),
        ask("getChatMember", { user_id: Number.parseInt(botToken, 10) }),
      ]);
      const failed = responses.find(isLost) ?? responses.find(({ status }) => !isSuccess(status));
      if (failed !== undefined) {
        const said = saidReason(reasonIn(failed), { botToken });
        const reason = `Telegram returned status ${failed.status}${said === "" ? "." : `: ${said}`}`;
        return { outcome: isLost(failed) ? "rejected" : "unavailable", reason };
      }
      const [chat, member] = responses.map(({ json }) => fieldOf(json, "result"));
      return verified(chat, member);
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { outcome: "unavailable", reason: `Telegram could not be reached: ${error.message}.` };
    }
  };
}

function verified(chat: unknown, member: unknown): Verification {
  const [id, title, username] = ["id", "title", "username"].map((field) => fieldOf(chat, field));
  if (typeof id !== "number")
    return { outcome: "unavailable", reason: "Telegram returned something else than the chat." };
  if (!mayPost(chat, member))
    return {
      outcome: "rejected",
      reason: "The bot may not post in this chat. Make it an administrator that may post messages.",
    };
  const atName = typeof username === "string" ? `@${username}` : null;
  const name = typeof title === "string" ? title : (atName ?? String(id));
  const url = typeof username === "string" ? `https://t.me/${encodeURIComponent(username)}` : null;
  return { outcome: "verified", account: { id: String(id), name, url }, limits: limitsOf("telegram") };
}

/** Whether a member may post in a chat. In a channel only administrators can, and only those with this right. */
function mayPost(chat: unknown, member: unknown): boolean {
  const isChannel = fieldOf(chat, "type") === "channel";
  switch (fieldOf(member, "status")) {
    case "creator":
      return true;
    case "administrator":
      return !isChannel || fieldOf(member, "can_post_messages") === true;
    case "member":
      return !isChannel && fieldOf(fieldOf(chat, "permissions"), "can_send_messages") !== false;
    case "restricted":
      return fieldOf(member, "is_member") === true && fieldOf(member, "can_send_messages") === true;
    default:
      return false;
  }
}
