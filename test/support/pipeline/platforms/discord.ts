import { trusted } from "../../../../functions/domain/trusted.ts";
import {
  base64Of,
  formIn,
  type PlatformCall,
  type PlatformRules,
  startFakePlatform,
} from "../fake-platform.ts";

/** A message in the channel of the webhook. */
interface DiscordMessage {
  id: string;
  content: string;
  images: { alt: string; base64: string }[];
}

/** Starts a platform that does what `discordRules` says. */
export async function startDiscord(token: string) {
  const { rules, messages } = discordRules(token);
  return { ...(await startFakePlatform(rules)), messages };
}

/**
 * Returns a platform that executes a webhook as Discord documents it: 2,000 characters, a form or JSON, and no mention of
 * anybody. https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function discordRules(token: string): { rules: PlatformRules; messages: DiscordMessage[] } {
  const messages: DiscordMessage[] = [];
  const path = `/api/webhooks/1/${token}`;
  const rules: PlatformRules = {
    publishes: ({ method }) => method === "POST",
    async answer(call) {
      const [target = ""] = call.path.split("?");
      if (!target.startsWith(path))
        return { status: 401, json: { message: "Invalid Webhook Token", code: 50_027 } };
      if (call.method === "GET" && target === path)
        return { status: 200, json: { id: "1", name: "Acme", guild_id: "7", channel_id: "8", token } };
      if (call.method === "GET") {
        const message = messages.find(({ id }) => target.endsWith(`/messages/${id}`));
        const reactions = [{ count: 2 }, { count: 1 }];
        return message === undefined ? { status: 404 } : { status: 200, json: { ...message, reactions } };
      }
      return execute(await executionIn(call));
    },
    rateLimited: (seconds) => ({
      status: 429,
      json: { message: "You are being rate limited.", retry_after: seconds },
    }),
    credentialsExpired: { status: 404, json: { message: "Unknown Webhook", code: 10_015 } },
    rejected: { status: 400, json: { message: `Invalid Form Body of ${token}`, code: 50_035 } },
    unavailable: { status: 503, headers: { "Retry-After": "1" } },
  };

  function execute({ content, allowed_mentions, images }: Execution) {
    const isValid = content.length <= 2_000 && (content !== "" || images.length > 0);
    if (!isValid || JSON.stringify(allowed_mentions) !== '{"parse":[]}')
      return { status: 400, json: { message: "Invalid Form Body", code: 50_035 } };
    const id = String(messages.length + 1);
    messages.push({ id, content, images });
    return { status: 200, json: { id, channel_id: "8", content } };
  }

  return { rules, messages };
}

interface Execution {
  content: string;
  allowed_mentions: unknown;
  images: DiscordMessage["images"];
}

async function executionIn(call: PlatformCall): Promise<Execution> {
  if (call.json !== undefined) return { ...trusted<Execution>(call.json), images: [] };
  const form = await formIn(call);
  const message = trusted<Execution & { attachments: { id: number; description: string }[] }>(
    JSON.parse(trusted<string>(form.get("payload_json"))),
  );
  const images = await Promise.all(
    message.attachments.map(async ({ id, description }) => {
      const file = trusted<File>(form.get(`files[${id}]`));
      return { alt: description, base64: await base64Of(file) };
    }),
  );
  return { ...message, images };
}
