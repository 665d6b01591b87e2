import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Post } from "../../../functions/domain/post.ts";
import { secondMs } from "../../../functions/domain/time.ts";
import { guardedFetch } from "../../../functions/http/guarded-fetch.ts";
import {
  type Channel,
  ChannelRejected,
  CredentialsInvalid,
  NotSent,
} from "../../../functions/pipeline/channels/channel.ts";
import { rethrowAsNotSent } from "../../../functions/pipeline/channels/not-sent.ts";
import { startHttps, startTcp, trustedCertificate } from "../http/servers.ts";
import type { ChannelUnderTest, Fault } from "./channel-under-test.ts";

const token = "a-secret-of-the-brand";

/** One for all tests of a file: a process that trusts several of one name can take the wrong one. */
const certificateOfFile = trustedCertificate();

interface Platform {
  url: string;
  /** Its connections are never secured. */
  silentUrl: string;
  posts: { postId: string; content: Post["content"] }[];
  faults: { fault: Fault; retryAfterSeconds: number }[];
  requests: number;
}

/** Starts a platform and a channel for it, which is repeatable if the platform knows idempotency keys. */
export async function startScriptedChannel(
  kind: Pick<Channel, "repeatable" | "repeatableForMs" | "postsPerMinute">,
): Promise<ChannelUnderTest> {
  const { repeatable } = kind;
  const certificate = await certificateOfFile;
  const platform: Platform = { url: "", silentUrl: "", posts: [], faults: [], requests: 0 };
  const port = await startHttps(certificate, (request, response) => void answer(request, response));
  platform.url = `https://localhost:${port}`;
  platform.silentUrl = `https://localhost:${await startTcp(() => {})}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { postId, ...content } = JSON.parse(await text(request));
    const { fault, retryAfterSeconds } = platform.faults.shift() ?? { fault: null, retryAfterSeconds: 0 };
    const send = (status: number) => void response.writeHead(status).end();
    platform.requests += 1;
    const publish = () => {
      const isKnown = repeatable && platform.posts.some((post) => post.postId === postId);
      if (!isKnown) platform.posts.push({ postId, content });
    };
    switch (fault) {
      case "rate_limited":
        return void response.writeHead(429, { "Retry-After": retryAfterSeconds }).end();
      case "credentials_expired":
        return send(401);
      case "refused":
        return send(422);
      case "unavailable":
        return send(503);
      case "timeout_lost":
        return;
      case "timeout_published":
        return publish();
      case "reset_published":
        publish();
        return void request.socket.destroy();
      case "error_published":
        publish();
        return send(500);
      case "no_connection":
      case "connect_timeout":
      case null:
        if (request.headers.authorization !== `Bearer ${token}`) return send(401);
        publish();
        return send(201);
    }
  }

  return {
    channel: { ...channelOf(platform), ...kind },
    credentials: { token },
    seen: async ({ id }) =>
      platform.posts.filter(({ postId }) => postId === id).map(({ content }) => content),
    asWritten: ({ content }) => content,
    fail(fault, { times = 1, retryAfterSeconds = 60 } = {}) {
      for (let count = 0; count < times; count += 1) platform.faults.push({ fault, retryAfterSeconds });
    },
    requests: () => platform.requests,
  };
}

function channelOf(platform: Platform): Pick<Channel, "publish" | "measure"> {
  /** The address for the next request: a fault of the connection happens before the platform can answer. */
  const target = () => {
    const fault = platform.faults[0]?.fault;
    if (fault !== "no_connection" && fault !== "connect_timeout") return platform.url;
    platform.faults.shift();
    // Nothing listens at port 1.
    return fault === "no_connection" ? "https://localhost:1" : platform.silentUrl;
  };
  return {
    async publish(post, { credentials }) {
      const { status, headers } = await guardedFetch(target(), {
        method: "POST",
        headers: { Authorization: `Bearer ${String(credentials?.["token"])}` },
        body: JSON.stringify({ postId: post.id, ...post.content }),
        timeoutMs: 300,
        maxBodyBytes: 1_024,
        allowLoopback: true,
      }).catch(rethrowAsNotSent);
      if (status === 201) return { externalUrl: `${platform.url}/${post.id}` };
      if (status === 401) throw new CredentialsInvalid("The platform no longer accepts the token.");
      if (status === 422) throw new ChannelRejected("channel_refused", "The platform refused the post.");
      if (status === 503) throw new NotSent("The platform is not available.");
      if (status === 429) {
        const retryAfterMs = Number(headers["retry-after"]) * secondMs;
        throw new NotSent("The platform takes no more posts at the moment.", { retryAfterMs });
      }
      throw new Error(`the platform answered ${status}`);
    },
    measure: async () => ({ reach: null, engagements: 2, clicks: null }),
  };
}
