import { describe, expect, it } from "vitest";
import { composed } from "../../../functions/domain/channel-text.ts";
import { dayMs, isoTime } from "../../../functions/domain/time.ts";
import { linkedinChannel } from "../../../functions/pipeline/channels/linkedin/linkedin.ts";
import { startAnswering } from "../../support/pipeline/answering-platform.ts";
import type { PlatformCall } from "../../support/pipeline/fake-platform.ts";
import { startLinkedin } from "../../support/pipeline/platforms/linkedin.ts";
import { contentWithImages, sampleContent, samplePng } from "../../support/pipeline/post-contents.ts";
import { publishingWith, shownBy } from "../../support/pipeline/requests-to-platforms.ts";
import { aPost, newId, testTimeMs } from "../../support/table/entities.ts";
import { channelConformance } from "./conformance.ts";

const accessToken = "AQX-a-secret-of-the-brand";
const author = "urn:li:person:abc";
const credentials = { accessToken, author };

channelConformance(
  "the channel linkedin",
  async () => {
    const { takeOrigin, posts, fail, requests } = await startLinkedin(accessToken, author);
    return {
      channel: linkedinChannel({
        get apiUrl() {
          return takeOrigin();
        },
      }),
      credentials,
      seen: async ({ content }) =>
        posts
          .filter(({ commentary }) => commentary === composed(content, "linkedin").text)
          .map(({ text, mentions, images, article }) => ({ text, mentions, images, article })),
      asWritten: ({ content: { text, link, hashtags, media } }) => ({
        text: [text, media.length > 0 ? link : null, hashtags.map((tag) => `#${tag}`).join(" ")]
          .filter(Boolean)
          .join("\n\n"),
        mentions: [],
        images: media.map(({ alt }) => ({ alt, base64: samplePng.toString("base64") })),
        article: link === null || media.length > 0 ? null : { source: link, title: text.split("\n")[0] },
      }),
      fail,
      requests,
    };
  },
  { name: "linkedin", repeatable: false, images: 4 },
);

const post = aPost(newId("org"), {
  status: "scheduled",
  scheduledAt: isoTime(testTimeMs),
  channel: "linkedin",
  content: sampleContent(),
});

describe("a published post", () => {
  it("keeps its hashtags, has an address, and is measured by reactions and comments", async () => {
    const { origin, posts } = await startLinkedin(accessToken, author);
    const channel = linkedinChannel({ apiUrl: origin });
    const published = await channel.publish(post, publishingWith(credentials));
    expect(posts).toMatchObject([{ hashtags: ["1_a_", "hello", "Käse"] }]);
    const urn = "urn:li:share:7000";
    expect(published).toEqual({
      externalUrl: `https://www.linkedin.com/feed/update/${urn}/`,
      externalId: urn,
    });
    expect(await channel.measure({ ...post, externalId: urn }, publishingWith(credentials))).toEqual({
      reach: null,
      engagements: 9,
      clicks: null,
    });
  });

  it("has no metrics when the token may not read them, or the post was deleted", async () => {
    const unknown = { reach: null, engagements: null, clicks: null };
    for (const mayRead of [true, false]) {
      const { origin } = await startLinkedin(accessToken, author, { mayRead });
      const gone = { ...post, externalId: "urn:li:share:1" };
      const measured = linkedinChannel({ apiUrl: origin }).measure(gone, publishingWith(credentials));
      expect(await measured).toEqual(unknown);
    }
  });

  it.each([1, 2, 4])("has its %i images, with their descriptions", async (count) => {
    const { origin, posts } = await startLinkedin(accessToken, author);
    const content = await contentWithImages(count);
    await linkedinChannel({ apiUrl: origin }).publish({ ...post, content }, publishingWith(credentials));
    expect(posts).toMatchObject([{ images: content.media.map(({ alt }) => ({ alt })), article: null }]);
  });

  it.each([
    ["\n First line \nSecond", "First line"],
    [" \n ", "example.com"],
    ["a".repeat(401), "a".repeat(400)],
    [`${"a".repeat(399)}😀`, "a".repeat(399)],
  ])("has a card with a title: the first line of %j, or the host of the link", async (text, title) => {
    const { origin, posts } = await startLinkedin(accessToken, author);
    const content = { ...post.content, text };
    await linkedinChannel({ apiUrl: origin }).publish({ ...post, content }, publishingWith(credentials));
    expect(posts).toMatchObject([{ article: { source: post.content.link, title } }]);
  });

  it("is sent with the version of the connection, if it has one", async () => {
    const { origin, versions } = await startLinkedin(accessToken, author);
    const channel = linkedinChannel({ apiUrl: origin });
    await channel.publish(post, publishingWith({ ...credentials, version: "202610" }));
    expect([...versions]).toEqual(["202610"]);
  });
});

describe("a post is not published", () => {
  const publish = (apiUrl: string, given: object = credentials) =>
    linkedinChannel({ apiUrl }).publish(post, publishingWith({ ...given }));

  it.each([
    ["a wrong token", { accessToken: "other-token", author }, /status 401: Invalid access token\./],
    ["another author", { accessToken, author: "urn:li:person:other" }, /status 403: Not enough permissions/],
    [
      "a version that has ended",
      { ...credentials, version: "202401" },
      /status 426: Requested version 20240101 is not active: set "version" to one that LinkedIn supports\./,
    ],
  ])("with %s: the connection is lost", async (_, given, message) => {
    const { origin } = await startLinkedin(accessToken, author);
    await expect(publish(origin, given)).rejects.toMatchObject({
      name: "CredentialsInvalid",
      message: expect.stringMatching(message),
    });
  });

  it("when LinkedIn already shows the same content: a person decides, and learns where it is", async () => {
    const { origin } = await startLinkedin(accessToken, author);
    await publish(origin);
    await expect(publish(origin)).rejects.toMatchObject({
      name: "ChannelRejected",
      code: "outcome_unknown",
      message: expect.stringContaining("https://www.linkedin.com/feed/update/urn:li:share:7000/"),
    });
  });

  it.each([
    ["Resource level throttle limit for calls to this resource is reached.", dayMs - (testTimeMs % dayMs)],
    [
      "Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.",
      dayMs - (testTimeMs % dayMs),
    ],
    ["Resource level throttle MEMBER MINUTE limit for calls to this resource is reached.", 0],
    ["Too many requests", 0],
  ])("after %j: it waits until midnight UTC if that is a limit of the day", async (message, retryAfterMs) => {
    const origin = await startAnswering({ status: 429, json: { message } });
    await expect(publish(origin)).rejects.toMatchObject({
      name: "NotSent",
      code: "rate_limited",
      message: expect.stringContaining(message),
      retryAfterMs,
    });
  });

  it.each([
    [500, "NotSent"],
    [429, "NotSent"],
    [401, "CredentialsInvalid"],
    [400, "ChannelRejected"],
  ])("when the upload of an image gets status %i: the attempt ends with %s", async (status, name) => {
    const origin = await startAnswering({ status, json: { message: "No" } });
    const content = await contentWithImages(1);
    const published = linkedinChannel({ apiUrl: origin }).publish(
      { ...post, content },
      publishingWith(credentials),
    );
    await expect(published).rejects.toMatchObject({ name, message: expect.stringContaining("No") });
  });

  it.each(["https://localhost:1", "https://192.168.0.1"])(
    "when %s cannot be reached, and the error does not show the token",
    async (apiUrl) => {
      const error: unknown = await publish(apiUrl).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "NotSent" });
      expect(shownBy(error)).not.toContain("a-secret-of-the-brand");
    },
  );
});

it("the address of an upload gets the token only if it is LinkedIn's", async () => {
  const calls: PlatformCall[] = [];
  const uploadUrl = `${await startAnswering({ status: 201 }, calls)}/upload`;
  const value = { uploadUrl, image: "urn:li:image:1" };
  const origin = await startAnswering({ status: 200, json: { value } });
  const content = await contentWithImages(1);
  const channel = linkedinChannel({ apiUrl: origin });
  await channel.publish({ ...post, content }, publishingWith(credentials));
  expect(calls.map(({ method, headers }) => [method, headers.authorization])).toEqual([["PUT", undefined]]);
  expect(calls[0]?.body).toEqual(samplePng);
});
