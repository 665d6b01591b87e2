import { trusted } from "../../../functions/domain/trusted.ts";
import { webhookChannel } from "../../../functions/pipeline/channels/webhook/webhook.ts";
import { startFakePlatform } from "../../support/pipeline/fake-platform.ts";
import { channelConformance } from "./conformance.ts";

type SentPost = Readonly<Record<"postId" | "text" | "link" | "hashtags" | "media", unknown>>;

channelConformance(
  "the channel webhook, to an endpoint that ignores an Idempotency-Key that it has already accepted",
  async () => {
    const posts = new Map<string, SentPost>();
    const { takeOrigin, fail, requests } = await startFakePlatform({
      publishes: () => true,
      answer({ headers, json }) {
        const key = String(headers["idempotency-key"]);
        if (!posts.has(key)) posts.set(key, trusted<{ data: SentPost }>(json).data);
        return { status: 202 };
      },
      rateLimited: (seconds) => ({ status: 429, headers: { "Retry-After": String(seconds) } }),
      credentialsExpired: { status: 410 },
      rejected: { status: 422 },
      unavailable: { status: 503, headers: { "Retry-After": "1" } },
    });
    return {
      channel: webhookChannel,
      get credentials() {
        return { url: `${takeOrigin()}/in?token=hidden`, secret: "whsec_channel" };
      },
      seen: async ({ id }) =>
        [...posts.values()]
          .filter(({ postId }) => postId === id)
          .map(({ text, link, hashtags, media }) => ({ text, link, hashtags, media })),
      asWritten: ({ content }) => content,
      fail,
      requests,
    };
  },
  { name: "webhook", repeatable: true },
);
