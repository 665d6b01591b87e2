import { describe, expect, it } from "vitest";
import type { ChannelLimits } from "../../../functions/domain/channel-limits.ts";
import { composed } from "../../../functions/domain/channel-text.ts";
import type { PostContent } from "../../../functions/domain/post.ts";
import type { Credentials, Publishing } from "../../../functions/pipeline/channels/channel.ts";
import { mastodonChannel } from "../../../functions/pipeline/channels/mastodon/mastodon.ts";
import { verifyMastodon } from "../../../functions/pipeline/channels/mastodon/verify.ts";
import { startHttp } from "../../support/http/servers.ts";
import { checking } from "../../support/pipeline/checking.ts";
import { startMastodon } from "../../support/pipeline/platforms/mastodon.ts";
import { contentWithImages, sampleContent, samplePng } from "../../support/pipeline/post-contents.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { aBrand, aPost, newId, testTimeMs } from "../../support/table/entities.ts";
import { testTable } from "../../support/table/table.ts";
import { channelConformance } from "./conformance.ts";

const token = "a-secret-of-the-brand";

channelConformance(
  "the channel mastodon",
  async () => {
    const { takeOrigin, shown, fail, requests } = await startMastodon({ token });
    return {
      channel: mastodonChannel,
      get credentials() {
        return { instance: takeOrigin(), accessToken: token, visibility: "unlisted" };
      },
      seen: async ({ content }) =>
        shown()
          .filter(({ text }) => text === composed(content, "mastodon").text)
          .map(({ text, images, visibility }) => ({ text, images, visibility })),
      asWritten: ({ content }) => ({
        text: composed(content, "mastodon").text,
        images: content.media.map(({ alt }) => ({ alt, base64: samplePng.toString("base64") })),
        visibility: "unlisted",
      }),
      fail,
      requests,
    };
  },
  { name: "mastodon", repeatable: true, images: 4 },
);

const brand = aBrand(newId("org"));
const publishingWith = (credentials: Credentials, limits?: ChannelLimits): Publishing => ({
  table: testTable(),
  nowMs: testTimeMs,
  brand,
  credentials,
  account: null,
  sessions: null,
  timeoutMs: 1_000,
  allowLoopback: true,
  publicUrl: "https://localhost",
  ...(limits !== undefined && { limits }),
});

const usual: ChannelLimits = { text: 500, unit: "weighted", images: 4 };

const publish = (content: PostContent, credentials: Credentials, limits?: ChannelLimits) =>
  mastodonChannel.publish(
    aPost(brand.organizationId, { brandId: brand.id, channel: "mastodon", content }),
    publishingWith(credentials, limits),
  );

describe("a publication", () => {
  it("has the settings of the connection, and without settings leaves them to the account", async () => {
    const { origin: instance, shown } = await startMastodon({ token });
    const bare = { instance: `${instance}/`, accessToken: token };
    const settings = { visibility: "private", language: "de", contentWarning: "Long" };
    await publish(sampleContent(), { ...bare, ...settings });
    await publish(sampleContent(), { ...bare, visibility: null, language: null, contentWarning: null });
    await publish(sampleContent(), bare);
    const none = { visibility: "public", language: null, contentWarning: "" };
    expect(shown()).toMatchObject([settings, none, none]);
  });

  it("names the address and the id of the status", async () => {
    const { origin: instance } = await startMastodon({ token });
    expect(await publish(sampleContent(), { instance, accessToken: token })).toEqual({
      externalUrl: `${instance}/@acme/1`,
      externalId: "1",
    });
  });

  it("uploads each image of an account by a name of its own, because some servers store a file by its name", async () => {
    const { origin: instance, fileNames } = await startMastodon({ token });
    const content = await contentWithImages(3);
    await publish(content, { instance, accessToken: token });
    await publish(content, { instance, accessToken: token });
    expect(new Set(fileNames()).size).toBe(6);
  });

  it("waits until its images are processed", async () => {
    const { origin: instance, shown } = await startMastodon({ token, questions: 3 });
    await publish(await contentWithImages(2), { instance, accessToken: token });
    expect(shown()[0]?.images).toHaveLength(2);
  });

  it("with an image that is not processed in time is not sent, and can be retried", async () => {
    const { origin: instance, shown } = await startMastodon({ token, questions: 1_000 });
    await expect(publish(await contentWithImages(1), { instance, accessToken: token })).rejects.toMatchObject(
      { name: "NotSent", code: "channel_unavailable" },
    );
    expect(shown()).toEqual([]);
  });

  it.each([
    [500, "NotSent", "channel_unavailable"],
    [503, "NotSent", "channel_unavailable"],
    [429, "NotSent", "rate_limited"],
    [422, "ChannelRejected", "media_refused"],
    [413, "ChannelRejected", "media_refused"],
    [401, "CredentialsInvalid", undefined],
    [403, "CredentialsInvalid", undefined],
  ])(
    "whose upload gets status %i ends with %s, because an upload publishes nothing",
    async (status, name, code) => {
      const { origin: instance, failUpload, shown } = await startMastodon({ token });
      failUpload({ status, json: { error: `No ${token}` } });
      const failed = publish(await contentWithImages(1), { instance, accessToken: token });
      const error: unknown = await failed.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name, ...(code !== undefined && { code }) });
      expect(String(error)).toContain(`Mastodon returned status ${status}: No ***.`);
      expect(shown()).toEqual([]);
    },
  );

  it("fetches only images that the instance takes", async () => {
    const { origin: instance, shown } = await startMastodon({ token });
    const credentials = { instance, accessToken: token };
    const content = await contentWithImages(1);
    for (const limits of [
      { ...usual, imageTypes: ["image/jpeg", "video/mp4"] },
      { ...usual, imageBytesMax: samplePng.length - 1 },
    ])
      await expect(publish(content, credentials, limits)).rejects.toMatchObject({ code: "media_refused" });
    expect(shown()).toEqual([]);
    const limits = { ...usual, imageTypes: ["image/png"], imageBytesMax: samplePng.length };
    await publish(content, credentials, limits);
    expect(shown()).toHaveLength(1);
  });
});

it("a post whose proposed image is gone is published without it, and one whose image a person chose fails", async () => {
  const { origin: instance, shown } = await startMastodon({ token });
  const credentials = { instance, accessToken: token };
  const clock = openPublicationClock(mastodonChannel, "mastodon", () => ({ credentials }));
  const gone = await startHttp((_, response) => response.writeHead(404).end());
  const content = { ...sampleContent(), media: [{ url: `http://localhost:${gone}/cup.png`, alt: "A cup" }] };
  const owner = await clock.storedBrand();
  const proposed = await clock.duePost({ brand: owner, content, hasProposedImages: true });
  const chosen = await clock.duePost({ brand: owner, content });
  await clock.run(owner.organizationId);
  expect(await clock.current(proposed)).toMatchObject({ status: "published", content: { media: [] } });
  expect(await clock.current(chosen)).toMatchObject({
    status: "failed",
    failure: { code: "media_refused" },
    content: { media: content.media },
  });
  expect(shown()).toMatchObject([{ text: composed(content, "mastodon").text, images: [] }]);
});

it("a post whose status was deleted has no metrics, and otherwise favourites, boosts and replies are engagements", async () => {
  const { origin: instance, clear } = await startMastodon({ token });
  const credentials = { instance, accessToken: token };
  const { externalId = "" } = await publish(sampleContent(), credentials);
  const post = aPost(brand.organizationId, { channel: "mastodon", externalId });
  const measure = () => mastodonChannel.measure(post, publishingWith(credentials));
  expect(await measure()).toEqual({ reach: null, engagements: 6, clicks: null });
  clear();
  expect(await measure()).toEqual({ reach: null, engagements: null, clicks: null });
});

it("the check subtracts the content warning from the limit of the text, so that a post of that length is accepted", async () => {
  const { origin: instance, shown } = await startMastodon({ token });
  const credentials = { instance, accessToken: token, contentWarning: "Café ☕️" };
  const verification = await verifyMastodon(credentials, checking);
  expect(verification).toMatchObject({ limits: { text: 494 } });
  const content = { text: "a".repeat(494), link: null, hashtags: [], media: [] };
  await publish(content, credentials);
  expect(shown()).toHaveLength(1);
  await expect(publish({ ...content, text: "a".repeat(495) }, credentials)).rejects.toMatchObject({
    name: "ChannelRejected",
    message: "Mastodon returned status 422: Validation failed: Text character limit of 500 exceeded.",
  });
});

it.each([[["read"]], [["read", "write:statuses"]], [["read", "write:media", "write:favourites"]]])(
  "a post with an image is not published with a token whose application has only the scopes %s",
  async (scopes) => {
    const { origin: instance, shown } = await startMastodon({ token, scopes });
    const published = publish(await contentWithImages(1), { instance, accessToken: token });
    await expect(published).rejects.toMatchObject({
      name: "CredentialsInvalid",
      message: expect.stringContaining("status 403: This action is outside the authorized scopes."),
    });
    expect(shown()).toEqual([]);
  },
);
