import { fieldOf, textOf } from "../../../domain/field-of.ts";
import { trusted } from "../../../domain/trusted.ts";
import type { Credentials } from "../channel.ts";
import { type PlatformRequest, type PlatformResponse, requestPlatform } from "../platform-request.ts";

/** Where Telegram's Bot API is. */
export interface TelegramApi {
  /** Without a trailing slash. Read before each attempt. */
  readonly apiUrl: string;
}

/** What `telegramCredentials` has parsed. */
interface TelegramCredentials {
  botToken: string;
  chatId: string | number;
}

export const telegramCredentialsIn = (credentials: Credentials): TelegramCredentials =>
  trusted<TelegramCredentials>(credentials);

/**
 * Calls a method of the Bot API. The URL holds the token: no error and no message may contain it.
 * @throws {FetchError} when Telegram gives no response; its message names the host only
 */
export function callTelegram(
  { apiUrl }: TelegramApi,
  { credentials, method }: { credentials: Credentials; method: string },
  request: Pick<PlatformRequest, "json" | "body" | "headers">,
  limits: { timeoutMs: number; allowLoopback: boolean },
): Promise<PlatformResponse> {
  const { botToken } = telegramCredentialsIn(credentials);
  return requestPlatform(`${apiUrl}/bot${botToken}/${method}`, { method: "POST", ...request }, limits);
}

/** The token is wrong (401, or 404 if it never was one), or the chat has removed the bot (403). */
const lostStatuses: readonly number[] = [401, 403, 404];

/** What Telegram says with status 400 about a chat in which the bot cannot post. Other errors have this status too. */
const lostDescription =
  /chat not found|need administrator rights|not enough rights to send text|have no rights to send|member list is inaccessible|upgraded to a supergroup/i;

/** Whether Telegram says that the bot cannot post in the chat, whatever the post is. */
export function isLost({ status, json }: PlatformResponse): boolean {
  if (lostStatuses.includes(status)) return true;
  return status === 400 && lostDescription.test(textOf(json, "description"));
}

/** What Telegram says about a failure. A group that became a supergroup has another id. */
export function reasonIn({ json }: PlatformResponse): string | undefined {
  const description = fieldOf(json, "description");
  if (typeof description !== "string") return undefined;
  const newId = fieldOf(fieldOf(json, "parameters"), "migrate_to_chat_id");
  return typeof newId === "number" ? `${description}. Its chatId is now ${newId}` : description;
}
