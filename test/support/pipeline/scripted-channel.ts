import type { Post } from "../../../functions/domain/post.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { Channel } from "../../../functions/pipeline/channels/channel.ts";
import {
  isSuccess,
  publicationError,
  requestPlatform,
  rethrowAsNotSent,
} from "../../../functions/pipeline/channels/platform-request.ts";
import type { ChannelUnderTest } from "./channel-under-test.ts";
import { startFakePlatform } from "./fake-platform.ts";

const token = "a-secret-of-the-brand";

interface SentPost {
  postId: string;
  content: Post["content"];
}

/** Starts a platform and a channel for it, which is repeatable if the platform knows idempotency keys. */
export async function startScriptedChannel(
  kind: Pick<Channel, "repeatable" | "repeatableForMs" | "postsPerMinute">,
): Promise<ChannelUnderTest> {
  const posts: SentPost[] = [];
  const { takeOrigin, fail, requests } = await startFakePlatform({
    publishes: () => true,
    answer({ headers, json }) {
      if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
      const sent = trusted<SentPost>(json);
      const isKnown = kind.repeatable && posts.some(({ postId }) => postId === sent.postId);
      if (!isKnown) posts.push(sent);
      return { status: 201 };
    },
    rateLimited: (seconds) => ({ status: 429, headers: { "Retry-After": String(seconds) } }),
    credentialsExpired: { status: 401 },
    rejected: { status: 422, json: { error: `Not allowed by ${token}` } },
    unavailable: { status: 503, headers: { "Retry-After": "1" } },
  });
  return {
    channel: { ...channelAt(takeOrigin), ...kind },
    credentials: { token },
    seen: async ({ id }) => posts.filter(({ postId }) => postId === id).map(({ content }) => content),
    asWritten: ({ content }) => content,
    fail,
    requests,
  };
}

function channelAt(origin: () => string): Pick<Channel, "publish" | "measure"> {
  return {
    async publish({ id: postId, content }, publishing) {
      const { credentials, nowMs } = publishing;
      if (credentials === null) throw new Error("no credentials");
      const headers = { Authorization: `Bearer ${String(credentials["token"])}` };
      const url = origin();
      const request = { method: "POST", headers, json: { postId, content } } as const;
      const response = await requestPlatform(url, request, publishing).catch(rethrowAsNotSent);
      if (isSuccess(response.status)) return { externalUrl: `${url}/${postId}` };
      const reason = trusted<{ error?: string } | undefined>(response.json)?.error;
      throw publicationError(response, {
        platform: "The platform",
        reason,
        lostStatuses: [401],
        credentials,
        nowMs,
      });
    },
    measure: async () => ({ reach: null, engagements: 2, clicks: null }),
  };
}
