import { trusted } from "../../../../functions/domain/trusted.ts";
import {
  base64Of,
  formIn,
  type PlatformCall,
  type PlatformReply,
  startFakePlatform,
} from "../fake-platform.ts";

/** A message in the chat. */
interface TelegramMessage {
  message_id: number;
  text: string;
  /** The names that Telegram makes links of, and notifies. */
  mentions: string[];
  images: string[];
  /** The address whose preview is below the text. */
  preview: string | null;
}

/** The chat of the bot, and the bot as a member of it. https://core.telegram.org/bots/api#chatfullinfo, #chatmember */
export interface TelegramState {
  chat: Readonly<Record<string, unknown>> & { id: number };
  member: Readonly<Record<string, unknown>>;
}

const publicChannel: TelegramState = {
  chat: { id: -1001234567890, type: "channel", title: "Acme News", username: "acme_news" },
  member: { status: "administrator", can_post_messages: true },
};

const failure = (status: number, description: string, parameters?: object): PlatformReply => ({
  status,
  json: { ok: false, error_code: status, description, ...(parameters !== undefined && { parameters }) },
});

const success = (result: unknown): PlatformReply => ({ status: 200, json: { ok: true, result } });

/**
 * Starts a platform that behaves as the documentation of the Bot API says: one bot and one chat, 4,096 characters of a
 * text, 1,024 of a caption, 2 to 10 photos in an album. https://core.telegram.org/bots/api
 */
export async function startTelegram(botToken: string, { chat, member } = publicChannel) {
  const messages: TelegramMessage[] = [];
  const platform = await startFakePlatform({
    publishes: ({ path }) => /\/send\w+$/.test(path),
    async answer(call) {
      const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(call.path) ?? [];
      if (token === undefined || !/^\d+:[\w-]{35}$/.test(token)) return failure(404, "Not Found");
      if (token !== botToken) return failure(401, "Unauthorized");
      const { fields, photos } = await parametersOf(call);
      if (!isOfChat(fields["chat_id"])) return failure(400, "Bad Request: chat not found");
      return answerTo(method, fields, photos);
    },
    rateLimited: (seconds) =>
      failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
    credentialsExpired: failure(403, "Forbidden: bot was kicked from the channel chat"),
    rejected: failure(400, `Bad Request: wrong file identifier of ${botToken}`),
    // The proxy before the API.
    unavailable: { status: 503, headers: { "Retry-After": "1" } },
  });

  const isOfChat = (id: unknown) =>
    String(id) === String(chat.id) || String(id).toLowerCase() === `@${String(chat["username"])}`;

  function answerTo(method: string, fields: Fields, photos: Photos): PlatformReply {
    if ("parse_mode" in fields) throw new Error("this platform reads no markup");
    switch (method) {
      case "getChat":
        return success(chat);
      case "getChatMember":
        return String(fields["user_id"]) === botToken.split(":")[0]
          ? success({ user: { id: fields["user_id"], is_bot: true }, ...member })
          : failure(400, "Bad Request: user not found");
      case "sendMessage":
        return sendMessage(fields);
      case "sendPhoto":
        return sendPhotos(fields["caption"], [photos["photo"]]);
      case "sendMediaGroup":
        return sendMediaGroup(fields, photos);
      default:
        return failure(404, "Not Found: method not found");
    }
  }

  function sendMessage({ text, link_preview_options: preview }: Fields): PlatformReply {
    if (typeof text !== "string" || text === "") return failure(400, "Bad Request: message text is empty");
    if (text.length > 4_096) return failure(400, "Bad Request: message is too long");
    return success(added(text, [], trusted<{ url?: string } | undefined>(preview)?.url ?? null));
  }

  function sendPhotos(caption: unknown, images: readonly (string | undefined)[]): PlatformReply {
    const text = typeof caption === "string" ? caption : "";
    if (text.length > 1_024) return failure(400, "Bad Request: message caption is too long");
    const known = images.filter((image) => image !== undefined);
    if (known.length < images.length) return failure(400, "Bad Request: wrong file identifier");
    if (!known.every(isPhoto)) return failure(400, "Bad Request: IMAGE_PROCESS_FAILED");
    return success(added(text, known, null));
  }

  function sendMediaGroup({ media }: Fields, photos: Photos): PlatformReply {
    const group = trusted<{ type: string; media: string; caption?: string }[]>(JSON.parse(String(media)));
    if (group.length < 2 || group.length > 10)
      return failure(400, "Bad Request: there must be 2 to 10 items in an album");
    const files = group.map(({ media: name }) => photos[name.replace("attach://", "")]);
    const { status, json } = sendPhotos(group[0]?.caption, files);
    if (status !== 200) return { status, json };
    const first = trusted<{ result: object }>(json).result;
    return success(group.map((_, index) => (index === 0 ? first : { ...first, message_id: 1_000 + index })));
  }

  function added(text: string, images: string[], preview: string | null): object {
    const message_id = messages.length + 1;
    messages.push({ message_id, text, mentions: mentionsIn(text), images, preview });
    return { message_id, date: 0, chat, text };
  }

  return { ...platform, messages };
}

type Fields = Readonly<Record<string, unknown>>;
/** As base64. */
type Photos = Readonly<Record<string, string>>;

async function parametersOf(call: PlatformCall): Promise<{ fields: Fields; photos: Photos }> {
  if (call.json !== undefined) return { fields: trusted<Fields>(call.json), photos: {} };
  const fields: Record<string, unknown> = {};
  const photos: Record<string, string> = {};
  for (const [name, value] of (await formIn(call)).entries()) {
    if (typeof value === "string") fields[name] = value;
    else photos[name] = await base64Of(value);
  }
  return { fields, photos };
}

/** Whether an image is a PNG, a JPEG or a WebP. */
const isPhoto = (base64: string) => /^(?:iVBORw0KGgo|\/9j\/|UklGR)/.test(base64);

/** A name is a mention outside of URLs, if no letter or digit is before its "@". */
function mentionsIn(text: string): string[] {
  const outside = text.replaceAll(/https?:\/\/\S+/g, " ");
  return [...outside.matchAll(/(?<![\p{L}\p{N}_])@([A-Za-z0-9_]{2,32})/gu)].map(([name]) => name);
}
