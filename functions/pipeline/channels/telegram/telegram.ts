import { composed } from "../../../domain/channel-text.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import type { Post } from "../../../domain/post.ts";
import { secondMs } from "../../../domain/time.ts";
import type { Channel, Published, Publishing } from "../channel.ts";
import { imageRules } from "../image-rules.ts";
import { fetchImages, type Image } from "../images.ts";
import { multipartBody } from "../multipart.ts";
import { isSuccess, type PlatformRequest, publicationError, rethrowAsNotSent } from "../platform-request.ts";
import { callTelegram, isLost, reasonIn, type TelegramApi, telegramCredentialsIn } from "./bot-api.ts";

/** A chat of Telegram in which a bot posts: a channel, a group or a person. */
export function telegramChannel(api: TelegramApi): Channel {
  return {
    // The Bot API has no idempotency key.
    repeatable: false,
    // Telegram takes 20 messages a minute in a group, and an album counts as several.
    postsPerMinute: 15,
    publish: (post, publishing) => publish(api, post, publishing),
    // The Bot API tells neither views nor reactions of a message.
    measure: async () => ({ reach: null, engagements: null, clicks: null }),
  };
}

async function publish(api: TelegramApi, post: Post, publishing: Publishing): Promise<Published> {
  const { credentials, nowMs } = publishing;
  if (credentials === null) throw new Error("the channel telegram needs credentials");
  const { botToken, chatId } = telegramCredentialsIn(credentials);
  const images = await fetchImages(post.content.media, imageRules.telegram, publishing);
  const { method, ...request } = await messageOf(post, chatId, images);
  const response = await callTelegram(api, { credentials, method }, request, publishing).catch(
    rethrowAsNotSent,
  );
  const { status, json } = response;
  if (!isSuccess(status)) {
    const retryAfter = Number(fieldOf(fieldOf(json, "parameters"), "retry_after"));
    throw publicationError(response, {
      platform: "Telegram",
      reason: reasonIn(response),
      lostStatuses: isLost(response) ? [status] : [],
      ...(retryAfter > 0 && { retryAfterMs: retryAfter * secondMs }),
      credentials: { botToken },
      nowMs,
    });
  }
  const result = fieldOf(json, "result");
  return { externalUrl: urlOf(Array.isArray(result) ? result[0] : result) };
}

/** The method that sends a post, and its parameters. Without `parse_mode`, Telegram reads no markup. */
async function messageOf(
  { content }: Post,
  chatId: string | number,
  images: readonly Image[],
): Promise<{ method: string } & Pick<PlatformRequest, "json" | "body" | "headers">> {
  const { text } = composed(content, "telegram");
  const [image, ...more] = images;
  if (image === undefined) {
    const { link } = content;
    const preview = link === null ? {} : { link_preview_options: { url: link } };
    return { method: "sendMessage", json: { chat_id: chatId, text, ...preview } };
  }
  const chat = { chat_id: String(chatId) };
  if (more.length === 0)
    return { method: "sendPhoto", ...multipartBody({ ...chat, caption: text }, { photo: image }) };
  const media = images.map((_, index) => ({
    type: "photo",
    media: `attach://photo${index}`,
    // The only caption of an album is shown below all of its photos.
    ...(index === 0 && { caption: text }),
  }));
  const files = Object.fromEntries(images.map((one, index) => [`photo${index}`, one]));
  return {
    method: "sendMediaGroup",
    ...multipartBody({ ...chat, media: JSON.stringify(media) }, files),
  };
}

/** Supergroups and channels have ids with this prefix, and links to their messages go without it. */
const longIdPrefix = "-100";

/** Where readers see a message; null in a basic group and in a chat with a person, which have no such address. */
function urlOf(message: unknown): string | null {
  const [messageId, chat] = [fieldOf(message, "message_id"), fieldOf(message, "chat")];
  const [type, username, id] = ["type", "username", "id"].map((field) => fieldOf(chat, field));
  if (typeof messageId !== "number" || (type !== "channel" && type !== "supergroup")) return null;
  if (typeof username === "string") return `https://t.me/${encodeURIComponent(username)}/${messageId}`;
  const chatId = String(id);
  if (!chatId.startsWith(longIdPrefix)) return null;
  return `https://t.me/c/${chatId.slice(longIdPrefix.length)}/${messageId}`;
}
