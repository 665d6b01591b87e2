import { expect, it } from "vitest";
import { composed } from "../../../functions/domain/channel-text.ts";
import type { Post, PostContent } from "../../../functions/domain/post.ts";
import type { Credentials } from "../../../functions/pipeline/channels/channel.ts";
import { mastodonChannel } from "../../../functions/pipeline/channels/mastodon/mastodon.ts";
import { verifyMastodon } from "../../../functions/pipeline/channels/mastodon/verify.ts";
import { asText, at } from "../../support/client/http-client.ts";
import { contentWithImages, sampleContent, samplePng } from "../../support/pipeline/post-contents.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { startSnac } from "./start-snac.ts";

const timeoutMs = 10_000;

async function open(settings: Readonly<Record<string, string>> = {}) {
  const snac = await startSnac();
  const accessToken = await snac.newToken();
  const credentials: Credentials = { instance: snac.url, accessToken, ...settings };
  const clock = openPublicationClock(mastodonChannel, "mastodon", () => ({ credentials }), timeoutMs);

  async function publish(content: PostContent): Promise<Post> {
    const post = await clock.duePost({ content });
    await clock.run(post.organizationId);
    return clock.current(post);
  }
  const shown = ({ externalId = "" }: Post) => snac.read(`/api/v1/statuses/${externalId}`, accessToken);
  return { ...snac, accessToken, credentials, clock, publish, shown };
}

const check = (credentials: Credentials) =>
  verifyMastodon(credentials, {
    organizationId: "org_1",
    brandId: "brd_1",
    checkId: "evt_1",
    nowMs: Date.now(),
    timeoutMs,
    allowLoopback: true,
  });

it("a check finds the account and the limits of snac, and rejects a token that it does not know", async () => {
  const { url, credentials } = await open();
  expect(await check(credentials)).toEqual({
    outcome: "verified",
    account: { id: expect.any(String), name: `acme@${new URL(url).host}`, url: `${url}/acme` },
    limits: {
      text: 100_000,
      unit: "weighted",
      images: 4,
      charactersPerUrl: 32,
      imageBytesMax: 16_777_216,
      imageTypes: expect.arrayContaining(["image/jpeg", "image/png", "image/gif", "image/webp"]),
    },
  });
  expect(await check({ ...credentials, accessToken: "unknown" })).toMatchObject({
    outcome: "rejected",
    reason: expect.stringContaining("status 422."),
  });
});

it("a post is published as it was written, with the settings of the connection, at an address that readers can open", async () => {
  const { publish, shown } = await open({ visibility: "unlisted", contentWarning: "Long" });
  const post = await publish(sampleContent());
  expect(post).toMatchObject({ status: "published", failure: null });
  const status = await shown(post);
  expect(at(status, "text")).toBe(composed(post.content, "mastodon").text);
  expect(at(status, "spoiler_text")).toBe("Long");
  expect(at(status, "url")).toBe(post.externalUrl);
  const page = await fetch(post.externalUrl ?? "");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("茶");
});

it("a text of ten thousand characters is published whole", async () => {
  const { publish, shown } = await open();
  const text = "wörd ".repeat(2_000).trim();
  const post = await publish({ text, link: null, hashtags: [], media: [] });
  expect(at(await shown(post), "text")).toBe(text);
});

it("each post shows its own images with their descriptions", async () => {
  const { publish, shown } = await open();
  const [first, second] = [samplePng, Buffer.concat([samplePng, Buffer.from("second")])];
  const contents = [
    await contentWithImages(4),
    await contentWithImages(4, { type: "image/png", bytes: second }),
  ];
  const posts = [];
  for (const content of contents) posts.push(await publish(content));
  for (const [index, post] of posts.entries()) {
    expect(post).toMatchObject({ status: "published", failure: null });
    const attachments = at(await shown(post), "media_attachments");
    if (!Array.isArray(attachments)) throw new Error("no attachments");
    expect(attachments.map((one) => at(one, "description"))).toEqual(
      contents[index]?.media.map(({ alt }) => alt),
    );
    const urls = attachments.map((one) => asText(at(one, "url")));
    expect(new Set(urls).size).toBe(4);
    for (const url of urls)
      expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(index === 0 ? first : second);
  }
});

it("the favourites of a post are its engagements", async () => {
  const { publish, credentials, accessToken, favourite, clock } = await open();
  const post = await publish(sampleContent());
  const service = { table: clock.table, nowMs: clock.nowMs(), timeoutMs, allowLoopback: true };
  const measure = () =>
    mastodonChannel.measure(post, { ...service, credentials, account: null, sessions: null });
  expect(await measure()).toEqual({ reach: null, engagements: 0, clicks: null });
  await favourite(post.externalId ?? "", accessToken);
  expect(await measure()).toEqual({ reach: null, engagements: 1, clicks: null });
});

it("a post fails with channel_not_connected once its token is revoked", async () => {
  const { publish, revoke, accessToken, credentials } = await open();
  await revoke(accessToken);
  expect(await publish(sampleContent())).toMatchObject({
    status: "failed",
    failure: { code: "channel_not_connected" },
  });
  expect(await check(credentials)).toMatchObject({ outcome: "rejected" });
});
