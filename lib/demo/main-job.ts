import { setTimeout as sleep } from "node:timers/promises";
import { asText, type Json, listAt, valueAt } from "../emulator/json.ts";
import type { ServiceFile } from "../local/service-file.ts";
import { type ApiResponse, openApi } from "./api.ts";
import type { ChannelEndpoint } from "./channel.ts";

/** Reports a finished step: its name, its result and its duration. */
export type Report = (step: string, result: string, tookMs: number) => void;

/** A subscriber's endpoint, and the deliveries that it received. */
export interface Receiver {
  url: string;
  received: {
    /** The event's id. */
    id: string;
    type: string;
    attempt: number;
    /** Whether its signature is valid. */
    verified: boolean;
    /** The status of the response. */
    status: number;
    body: string;
  }[];
}

export interface Job {
  brandId: string;
  runId: string;
  /** The post in the feed. */
  postId: string;
  /** The post at the brand's own endpoint. */
  channelPostId: string;
}

const aggregator = "Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)";
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

interface JobInputs {
  feedUrl: string;
  channel: ChannelEndpoint;
  receiver: Receiver;
  /** The secret of the subscription. */
  secret: string;
}

/**
 * Does the main job up to the signed event: brand, channel, pipeline, subscription, run, approval, publication on both
 * channels, delivery.
 */
export async function publishOnBoth(
  service: ServiceFile,
  { feedUrl, channel, receiver, secret }: JobInputs,
  report: Report,
): Promise<Job> {
  const call = openApi(service);
  const key = service.keys.write;
  const step = stepper(report);
  const brandId = await step("A client creates a brand", async () => {
    const settings = {
      valuePerClick: 0.5,
      currency: "EUR",
      hashtags: ["AcmeDaily"],
      utm: {
        utm_source: "feed",
        utm_medium: "social",
      },
    };
    const brand = { name: "Acme Daily", timezone: "Europe/Zurich", settings };
    const id = idOf(expectStatus(await call("POST", "/v1/brands", { key, body: brand }), 201), "id");
    return { value: id, result: id };
  });
  await step("connects the brand's own endpoint as a second channel", async () => {
    const body = { url: channel.url, secret: channel.secret };
    const path = `/v1/brands/${brandId}/channels/webhook`;
    const { json } = expectStatus(await call("PUT", path, { key, body }), 200);
    return {
      value: null,
      result: `webhook at ${textOf(json, "account", "name")}: ${textOf(json, "status")}`,
    };
  });
  const pipelineId = await step("and creates a pipeline that reads a feed", async () => {
    const pipeline = {
      name: "Morning news",
      status: "active",
      postsPerRun: 3,
      channels: ["feed", "webhook"],
      sources: [
        {
          type: "feed",
          url: feedUrl,
        },
      ],
      topics: ["coffee", "cycling"],
    };
    const path = `/v1/brands/${brandId}/pipelines`;
    const id = idOf(expectStatus(await call("POST", path, { key, body: pipeline }), 201), "id");
    return { value: id, result: id };
  });
  await step("A subscriber subscribes to events", async () => {
    const events = ["pipeline.run.completed", "post.scheduled", "post.published"];
    const body = { url: receiver.url, events, secret };
    const id = idOf(expectStatus(await call("POST", "/v1/webhooks", { key, body }), 201), "id");
    return { value: id, result: id };
  });
  const runId = await step("The client triggers a run", async () => {
    const run = expectStatus(await call("POST", `/v1/pipelines/${pipelineId}/runs`, { key }), 202);
    return { value: idOf(run, "runId"), result: `${idOf(run, "runId")}, ${textOf(run.json, "status")}` };
  });
  const postIds = await step("The run reads the feed and makes posts for both channels", async () => {
    const run = await until(async () => {
      const { json } = await call("GET", `/v1/runs/${runId}`, { key });
      return ["succeeded", "failed"].includes(textOf(json, "status")) ? json : null;
    });
    if (valueAt(run, "status") !== "succeeded")
      throw new Error(`the run failed: ${JSON.stringify(valueAt(run, "error"))}`);
    const posts = listAt(run, "outputs");
    const read = textOf(listAt(run, "stages")[0], "detail");
    return { value: posts.map((id) => textOf(id)), result: `${posts.length} posts; ${read}` };
  });
  const [postId, channelPostId] = await step("A person approves one post of each channel", async () => {
    const posts = await Promise.all(
      postIds.map(async (id) => expectStatus(await call("GET", `/v1/posts/${id}`, { key }), 200)),
    );
    const approve = async (name: string) => {
      const post = posts.find(({ json }) => textOf(json, "channel") === name);
      if (post === undefined) throw new Error(`the run made no post for the channel ${name}`);
      return expectStatus(await call("POST", `/v1/posts/${idOf(post, "id")}/approve`, { key }), 200);
    };
    const [inFeed, atEndpoint] = [await approve("feed"), await approve("webhook")];
    const times = [inFeed, atEndpoint].map(({ json }) => textOf(json, "scheduledAt"));
    return {
      value: [idOf(inFeed, "id"), idOf(atEndpoint, "id")] as const,
      result: `${textOf(inFeed.json, "status")} for ${times.join(" and ")}`,
    };
  });
  const publishedUrl = async (id: string) => {
    const post = await until(async () => {
      const { json } = await call("GET", `/v1/posts/${id}`, { key });
      return valueAt(json, "status") === "published" ? json : null;
    });
    return textOf(post, "externalUrl");
  };
  await step("Both are published at their time", async () => {
    const urls = await Promise.all([postId, channelPostId].map(publishedUrl));
    return { value: null, result: urls.join("\n              ") };
  });
  await step("One has come to the brand's own endpoint, signed", async () => {
    const [post, ...more] = channel.received;
    if (post?.postId !== channelPostId || more.length > 0)
      throw new Error("the endpoint did not get the post once");
    if (!post.verified) throw new Error("the signature of the post did not verify");
    return { value: null, result: post.text.split("\n")[0] ?? "" };
  });
  await step("and the other is in the brand's public feed", async () => {
    const headers = { "User-Agent": aggregator };
    const feed = expectStatus(await call("GET", `/feeds/${brandId}.json`, { headers }), 200);
    const rss = expectStatus(await call("GET", `/feeds/${brandId}.xml`), 200);
    const newest = listAt(feed.json, "items")[0];
    if (valueAt(newest, "id") !== postId) throw new Error("the JSON feed lacks the post");
    if (!rss.text.includes(postId)) throw new Error("the RSS feed lacks the post");
    return { value: null, result: textOf(newest, "content_text").split("\n")[0] ?? "" };
  });
  await step("A reader follows its link twice", async () => {
    const headers = { "User-Agent": browser };
    for (let click = 0; click < 2; click += 1)
      expectStatus(await call("GET", `/r/${postId}`, { headers }), 302);
    return { value: null, result: "302 to the article; a visitor counts once an hour" };
  });
  await step("The subscriber fails twice, then accepts the signed event", async () => {
    const accepted = await until(async () =>
      receiver.received.find(({ type, status }) => type === "post.published" && status < 300),
    );
    const attempts = receiver.received.filter(({ id }) => id === accepted.id);
    if (attempts.some(({ verified }) => !verified)) throw new Error("a signature did not verify");
    if (new Set(attempts.map(({ body }) => body)).size !== 1)
      throw new Error("the bytes changed between attempts");
    const numbers = attempts.map(({ attempt, status }) => `attempt ${attempt}: ${status}`);
    return { value: null, result: `${numbers.join(", ")}; every signature verified` };
  });
  return { brandId, runId, postId, channelPostId };
}

/** Does the rest of the main job, one and two days later: waits for the analytics of the run. */
export async function awaitAnalytics(service: ServiceFile, { runId }: Job, report: Report): Promise<Json> {
  const call = openApi(service);
  const key = service.keys.read;
  const step = stepper(report);
  const statusIs = async (wanted: string) => {
    const { json } = await call("GET", `/v1/analytics/runs/${runId}`, { key });
    return valueAt(json, "status") === wanted ? json : null;
  };
  await step("24 hours later the first metrics are there", async () => {
    // The brand's own endpoint reports no metrics, and its post may be measured before the one in the feed.
    const first = await until(async () => {
      const analytics = await statusIs("partial");
      return valueAt(analytics, "reach") === null ? null : analytics;
    });
    return { value: null, result: metricsOf(first) };
  });
  return await step("and after 48 hours the final metrics", async () => {
    const final = await until(() => statusIs("ready"));
    return { value: final, result: metricsOf(final) };
  });
}

function metricsOf(analytics: Json): string {
  const metric = (name: string) => textOf(analytics, name);
  return [
    `reach ${metric("reach")}, clicks ${metric("clicks")}, engagement rate ${metric("engagementRate")}`,
    `estimated ROI ${metric("estimatedRoi")} ${metric("currency")}`,
  ].join(", ");
}

function stepper(report: Report) {
  return async <Value>(
    name: string,
    act: () => Promise<{ value: Value; result: string }>,
  ): Promise<Value> => {
    const startedAtMs = performance.now();
    const { value, result } = await act();
    report(name, result, performance.now() - startedAtMs);
    return value;
  };
}

const waitMsMax = 30_000;

/** Calls `read` until it returns a value. Rejects after 30 s. */
async function until<Value>(read: () => Promise<Value | null | undefined>): Promise<Value> {
  const deadlineMs = performance.now() + waitMsMax;
  for (;;) {
    const value = await read();
    if (value !== null && value !== undefined) return value;
    if (performance.now() > deadlineMs) throw new Error(`there was no result within ${waitMsMax / 1000} s`);
    await sleep(25);
  }
}

function expectStatus(response: ApiResponse, status: number): ApiResponse {
  if (response.status === status) return response;
  throw new Error(`the service returned ${response.status} instead of ${status}: ${response.text}`);
}

function idOf({ json }: ApiResponse, name: string): string {
  return textOf(json, name);
}

/** Returns the value at a path of names as text: a string unchanged, anything else as JSON. */
function textOf(value: Json | undefined, ...path: readonly string[]): string {
  return asText(valueAt(value, ...path) ?? null);
}
