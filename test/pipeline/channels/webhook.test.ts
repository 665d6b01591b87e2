import type { IncomingHttpHeaders } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { signatureHeader, signedBody } from "../../../functions/delivery/sign.ts";
import { isoTime, minuteMs } from "../../../functions/domain/time.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { Publishing } from "../../../functions/pipeline/channels/channel.ts";
import { verifyWebhook } from "../../../functions/pipeline/channels/webhook/verify.ts";
import { webhookChannel } from "../../../functions/pipeline/channels/webhook/webhook.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { startHttps, trustedCertificate } from "../../support/http/servers.ts";
import { aBrand, aPost, newId, testTimeMs } from "../../support/table/entities.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

const secret = "whsec_channel";

/** Starts an endpoint with one response to every request. */
async function startEndpoint(status: number, body = "") {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const port = await startHttps(certificate, (request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: text });
      response.writeHead(status, { "Content-Type": "application/json" }).end(body);
    });
  });
  return { url: `https://localhost:${port}/in?token=hidden`, received };
}

const scheduledAt = isoTime(testTimeMs);
const post = aPost(newId("org"), { status: "scheduled", scheduledAt, channel: "webhook" });

function publishingTo(url: string, nowMs = testTimeMs): Publishing {
  return {
    // The channel stores nothing.
    table: trusted<Table>(undefined),
    nowMs,
    brand: aBrand(post.organizationId),
    credentials: { url, secret },
    account: null,
    sessions: null,
    timeoutMs: 4_000,
    publicUrl: "https://localhost",
    allowLoopback: true,
  };
}

function publishTo(url: string, { nowMs }: { nowMs?: number } = {}) {
  return webhookChannel.publish(post, publishingTo(url, nowMs));
}

const verify = (url: string) =>
  verifyWebhook(
    { url, secret },
    {
      organizationId: post.organizationId,
      brandId: post.brandId,
      checkId: newId("evt"),
      nowMs: testTimeMs,
      timeoutMs: 4_000,
      allowLoopback: true,
    },
  );

it("a post is sent with the bytes and the signature of webhook deliveries", async () => {
  const { url, received } = await startEndpoint(200);
  await publishTo(url);
  const { organizationId, id, brandId, content } = post;
  const body = signedBody(
    {
      id,
      type: "channel.post",
      data: { organizationId, postId: id, brandId, scheduledAt, ...content },
      ts: testTimeMs / 1_000,
    },
    secret,
  );
  expect(received).toMatchObject([
    {
      body,
      headers: {
        "content-type": "application/json",
        "x-service-event": "channel.post",
        "x-service-signature": signatureHeader(body, secret),
        "idempotency-key": id,
      },
    },
  ]);
});

it("a repeated publication sends the same bytes and the same idempotency key", async () => {
  const { url, received } = await startEndpoint(200);
  await publishTo(url);
  await publishTo(url, { nowMs: testTimeMs + 90 * minuteMs });
  const [first, second] = received.map(({ headers, body }) => ({
    body,
    key: headers["idempotency-key"],
    signature: headers["x-service-signature"],
  }));
  expect(second).toEqual(first);
});

it("a post is not signed when the connection has no secret", async () => {
  const { url, received } = await startEndpoint(200);
  const checking = {
    organizationId: "org",
    brandId: "brd",
    checkId: "evt",
    nowMs: 0,
    timeoutMs: 4_000,
    allowLoopback: true,
  };
  await verifyWebhook({ url, secret: null }, checking);
  expect(received[0]?.headers).not.toHaveProperty("x-service-signature");
  expect(JSON.parse(received[0]?.body ?? "")).not.toHaveProperty("signature");
});

it.each<[string, string, string | null]>([
  ["an https URL", '{"externalUrl":"https://example.com/1"}', "https://example.com/1"],
  ["an http URL", '{"externalUrl":"http://example.com/1"}', "http://example.com/1"],
  ["no JSON", "accepted", null],
  ["no body", "", null],
  ["another JSON value", '["https://example.com/1"]', null],
  ["null", "null", null],
  ["a URL of another scheme", '{"externalUrl":"javascript:alert(1)"}', null],
  ["a path", '{"externalUrl":"/posts/1"}', null],
  ["no text", '{"externalUrl":1}', null],
  ["a URL that is too long", `{"externalUrl":"https://example.com/${"a".repeat(2_000)}"}`, null],
  [
    "a body that is too long",
    `{"padding":"${"a".repeat(20_000)}","externalUrl":"https://example.com/"}`,
    null,
  ],
])("the response to a post names the externalUrl: %s", async (_, body, externalUrl) => {
  const { url } = await startEndpoint(201, body);
  expect(await publishTo(url)).toEqual({ externalUrl });
});

it.each([
  [400, "ChannelRejected", "channel_refused"],
  [422, "ChannelRejected", "channel_refused"],
  [307, "ChannelRejected", "channel_refused"],
  [401, "CredentialsInvalid", undefined],
  [403, "CredentialsInvalid", undefined],
  [404, "CredentialsInvalid", undefined],
  [410, "CredentialsInvalid", undefined],
  [408, "NotSent", "channel_unavailable"],
  [429, "NotSent", "rate_limited"],
  [500, "Error", undefined],
  [503, "Error", undefined],
])("status %i of the endpoint ends an attempt with %s", async (status, name, code) => {
  const { url } = await startEndpoint(status);
  const error: unknown = await publishTo(url).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name, ...(code !== undefined && { code }) });
  expect(String(error)).not.toContain("hidden");
});

it("a post to an endpoint that cannot be reached is not sent", async () => {
  await expect(publishTo("https://localhost:1/in?token=hidden")).rejects.toMatchObject({ name: "NotSent" });
});

it.each([
  [200, "verified"],
  [204, "verified"],
  [401, "rejected"],
  [403, "rejected"],
  [404, "rejected"],
  [410, "rejected"],
  [400, "unavailable"],
  [302, "unavailable"],
  [500, "unavailable"],
])("status %i to a check means that the credentials are %s", async (status, outcome) => {
  const { url } = await startEndpoint(status);
  const verification = await verify(url);
  expect(verification).toMatchObject({ outcome });
  expect(JSON.stringify(verification)).not.toContain("hidden");
});

it("an endpoint that cannot be reached is unavailable, and its address stays hidden", async () => {
  const verification = await verify("https://localhost:1/in?token=hidden");
  expect(verification).toMatchObject({ outcome: "unavailable" });
  expect(JSON.stringify(verification)).not.toContain("hidden");
});

it("every metric of the channel is null", async () => {
  expect(await webhookChannel.measure(post, publishingTo("https://localhost"))).toEqual({
    reach: null,
    engagements: null,
    clicks: null,
  });
});
