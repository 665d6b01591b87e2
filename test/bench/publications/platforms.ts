import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { trusted } from "../../../functions/domain/trusted.ts";
import { listen } from "../../../lib/demo/listen.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { callOf, sendReply } from "../../support/pipeline/fake-platform.ts";
import { discordRules } from "../../support/pipeline/platforms/discord.ts";
import { preciseNowMs } from "../webhooks/precise-now.ts";
import { discordLimits, openRateWindow } from "./rate-window.ts";

/** A post that a platform has taken. */
export interface TakenPost {
  /** What identifies the post: its `Idempotency-Key`, or the text of the message. */
  mark: string;
  /** When the head of the request was received, in epoch milliseconds. */
  atMs: number;
}

export interface Platforms {
  /** The credentials that connect the endpoint with a number. */
  endpoint: (number: number) => { url: string };
  /** The credentials that connect the Discord server with a number. */
  discord: (number: number) => { webhookUrl: string };
  taken: TakenPost[];
  /** How many posts were rejected, because the platform's rate limit was exceeded. */
  rejected: () => number;
  close: () => void;
}

/** What a platform that rejected a post asks to wait for. */
const retryAfterSeconds = 2;

/** Serves endpoints that accept every post, and Discord servers that keep the documented rate limits, on loopback. */
export async function startPlatforms(tls: ServiceFile["tls"]): Promise<Platforms> {
  const taken: TakenPost[] = [];
  const discords = new Map<string, ReturnType<typeof openDiscord>>();
  let rejected = 0;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = preciseNowMs();
    const call = await callOf(request);
    const discord = discords.get(call.path.split(/[/?]/)[4] ?? "");
    if (discord === undefined) {
      if (call.headers["x-service-event"] === "channel.post")
        taken.push({ mark: String(call.headers["idempotency-key"]), atMs });
      return sendReply(response, { status: 204 });
    }
    const { rules, mayTake } = discord;
    if (!rules.publishes(call)) return sendReply(response, await rules.answer(call));
    if (!mayTake(atMs)) {
      rejected += 1;
      return sendReply(response, rules.rateLimited(retryAfterSeconds));
    }
    taken.push({ mark: trusted<{ content: string }>(call.json).content, atMs });
    return sendReply(response, await rules.answer(call));
  }

  const server = createServer(
    { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    (request, response) => void receive(request, response).catch(() => response.destroy()),
  );
  const origin = `https://localhost:${await listen(server)}`;
  return {
    endpoint: (number) => ({ url: `${origin}/in/${number}` }),
    discord(number) {
      const token = `token-${number}`;
      discords.set(token, openDiscord(token));
      return { webhookUrl: `${origin}/api/webhooks/1/${token}` };
    },
    taken,
    rejected: () => rejected,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function openDiscord(token: string) {
  return { rules: discordRules(token).rules, mayTake: openRateWindow(discordLimits) };
}
