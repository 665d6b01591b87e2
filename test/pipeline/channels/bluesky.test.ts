import { describe, expect, it } from "vitest";
import type { Post, PostContent } from "../../../functions/domain/post.ts";
import { blueskyChannel } from "../../../functions/pipeline/channels/bluesky/bluesky.ts";
import { tidOf } from "../../../functions/pipeline/channels/bluesky/tid.ts";
import { verifyBluesky } from "../../../functions/pipeline/channels/bluesky/verify.ts";
import { NotSent, type Publishing } from "../../../functions/pipeline/channels/channel.ts";
import { startHttp } from "../../support/http/servers.ts";
import { memorySessions } from "../../support/pipeline/memory-sessions.ts";
import { startBluesky } from "../../support/pipeline/platforms/bluesky.ts";
import { samplePng } from "../../support/pipeline/post-contents.ts";
import { aBrand, aPost, newId, testTimeMs } from "../../support/table/entities.ts";
import { testTable } from "../../support/table/table.ts";

const password = "abcd-efgh-ijkl-mnop";
const login = "com.atproto.server.createSession";
const refresh = "com.atproto.server.refreshSession";

/** A server, and a brand that publishes on it. */
async function setup(options: { hasAppView?: boolean; languages?: string[] } = {}) {
  const server = await startBluesky(password, options);
  const { languages } = options;
  const identifier = server.handle;
  const brand = aBrand(newId("org"));
  const publishing: Publishing = {
    table: testTable(),
    nowMs: testTimeMs,
    brand,
    credentials: {
      service: server.origin,
      identifier,
      password,
      ...(languages !== undefined && { languages }),
    },
    account: null,
    sessions: memorySessions(),
    timeoutMs: 2_000,
    publicUrl: "https://localhost",
    allowLoopback: true,
  };
  const post = (content: Partial<PostContent>, given: Partial<Post> = {}): Post =>
    aPost(brand.organizationId, {
      brandId: brand.id,
      channel: "bluesky",
      status: "scheduled",
      content: { text: "Hello", link: null, hashtags: [], media: [], ...content },
      ...given,
    });
  return {
    server,
    publishing,
    post,
    publish: (published: Post) => blueskyChannel.publish(published, publishing),
  };
}

describe("the check of the credentials", () => {
  const verifying = {
    organizationId: "org",
    brandId: "brd",
    checkId: "evt",
    nowMs: testTimeMs,
    timeoutMs: 2_000,
    allowLoopback: true,
  };

  it("finds the account, also for a handle with an @", async () => {
    const { origin, handle, did } = await startBluesky(password);
    const account = { id: did, name: handle, url: `https://bsky.app/profile/${handle}` };
    for (const identifier of [handle, `@${handle}`])
      expect(await verifyBluesky({ service: origin, identifier, password }, verifying)).toEqual({
        outcome: "verified",
        account,
        limits: { text: 300, unit: "graphemes", images: 4 },
      });
  });

  it("is rejected with the reason of the platform when the password is wrong", async () => {
    const { origin, handle } = await startBluesky(password);
    const wrong = { service: origin, identifier: handle, password: "wrong-password" };
    expect(await verifyBluesky(wrong, verifying)).toEqual({
      outcome: "rejected",
      reason: "Bluesky rejected the login: Invalid identifier or password.",
    });
  });

  it("says nothing about the credentials when there is no server, or too many logins", async () => {
    const { origin, handle } = await startBluesky(password);
    const credentials = { service: "https://localhost:1", identifier: handle, password };
    expect(await verifyBluesky(credentials, verifying)).toMatchObject({ outcome: "unavailable" });
    const outcomes: string[] = [];
    for (let count = 0; count < 31; count += 1)
      outcomes.push((await verifyBluesky({ ...credentials, service: origin }, verifying)).outcome);
    expect(outcomes.indexOf("unavailable")).toBe(30);
  });
});

describe("the session", () => {
  it("is opened by one login for many posts, and refreshed when its token has expired", async () => {
    const { server, post, publish } = await setup();
    for (let count = 0; count < 3; count += 1) await publish(post({ text: `Post ${count}` }));
    expect([server.countOf(login), server.countOf(refresh)]).toEqual([1, 0]);
    for (let count = 3; count < 6; count += 1) {
      server.expireAccessTokens();
      await publish(post({ text: `Post ${count}` }));
    }
    expect([server.countOf(login), server.countOf(refresh)]).toEqual([1, 3]);
    expect(server.posts()).toHaveLength(6);
  });

  it("is opened by a login when the refresh token has expired too", async () => {
    const { server, post, publish } = await setup();
    await publish(post({ text: "One" }));
    server.expireAllTokens();
    await publish(post({ text: "Two" }));
    expect([server.countOf(login), server.countOf(refresh)]).toEqual([2, 1]);
    expect(server.posts()).toHaveLength(2);
  });

  it("is refreshed safely by two workers at once, at a server that takes a refresh token once", async () => {
    const { server, post, publish } = await setup();
    await publish(post({ text: "First" }));
    for (let round = 0; round < 5; round += 1) {
      server.expireAccessTokens();
      await Promise.all(["one", "two", "three"].map((name) => publish(post({ text: `${name} ${round}` }))));
    }
    expect(server.posts()).toHaveLength(16);
    expect(server.countOf(login)).toBeLessThanOrEqual(3);
  });

  it("ends with CredentialsInvalid when the password was revoked, and no message shows a secret", async () => {
    const { server, post, publish } = await setup();
    await publish(post({}));
    server.expireAllTokens();
    server.changePassword("another-password");
    const error = await publish(post({ text: "Two" })).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "CredentialsInvalid" });
    expect(String(error)).toContain("Invalid identifier or password");
    expect(String(error)).not.toMatch(/abcd-efgh|token-\d/);
  });

  it("that cannot be opened because of too many logins makes the post wait as long as the server says", async () => {
    const { server, post, publish } = await setup();
    for (let count = 0; count < 31; count += 1) {
      server.expireAllTokens();
      if (count < 30) await publish(post({ text: `Post ${count}` }));
    }
    await expect(publish(post({ text: "Late" }))).rejects.toMatchObject({
      name: "NotSent",
      code: "rate_limited",
      retryAfterMs: 300_000,
    });
  });
});

describe("a post", () => {
  it("has its scheduled time, the languages of the connection, and an address that a new handle does not break", async () => {
    const { server, post, publish } = await setup({ languages: ["en", "pt-BR"] });
    const scheduledAt = "2026-11-22T08:00:00.000Z";
    const published = post({}, { scheduledAt });
    const rkey = tidOf(published);
    expect(await publish(published)).toEqual({
      externalUrl: `https://bsky.app/profile/${server.did}/post/${rkey}`,
      externalId: `at://${server.did}/app.bsky.feed.post/${rkey}`,
    });
    expect(server.posts()).toEqual([
      { $type: "app.bsky.feed.post", text: "Hello", createdAt: scheduledAt, langs: ["en", "pt-BR"] },
    ]);
  });

  it("mentions an account by its id, and leaves a mention that nobody has as plain text", async () => {
    const { server, post, publish } = await setup();
    await publish(post({ text: "👋 @alice.example and @nobody.example" }));
    expect(server.posts()[0]?.facets).toEqual([
      {
        index: { byteStart: 5, byteEnd: 19 },
        features: [{ $type: "app.bsky.richtext.facet#mention", did: "did:plc:alice" }],
      },
    ]);
  });

  it("is not sent while the server cannot say whom it mentions, and is retried with the mention", async () => {
    const { server, post, publish } = await setup();
    const published = post({ text: "👋 @alice.example" });
    server.failResolutions("error", "silence");
    await expect(publish(published)).rejects.toBeInstanceOf(NotSent);
    await expect(publish(published)).rejects.toBeInstanceOf(NotSent);
    expect(server.posts()).toEqual([]);
    await publish(published);
    expect(server.posts()[0]?.facets).toHaveLength(1);
  });

  it("is published once when the page of its card has changed between two attempts", async () => {
    const { server, post, publish } = await setup();
    let title = "Before";
    const port = await startHttp((_, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(`<title>${title}</title>`),
    );
    const published = post({ link: `http://localhost:${port}/` });
    await publish(published);
    title = "After";
    await publish(published);
    expect(server.posts().map(({ embed }) => embed?.external?.title)).toEqual(["Before"]);
  });

  it("is rejected when its record has another text, and the message says which", async () => {
    const { server, post, publish } = await setup();
    const published = post({ text: "The text of before" });
    await publish(published);
    const changed = { ...published, content: { ...published.content, text: "Another text" } };
    await expect(publish(changed)).rejects.toMatchObject({
      name: "ChannelRejected",
      code: "channel_refused",
      message: expect.stringContaining('"The text of before"'),
    });
    expect(server.posts()).toHaveLength(1);
  });

  it("has a card with title, description and thumbnail", async () => {
    const { server, post, publish } = await setup();
    const port = await startHttp(({ url }, response) =>
      url === "/image.png"
        ? response.writeHead(200, { "Content-Type": "image/png" }).end(samplePng)
        : response
            .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
            .end(
              '<meta property="og:title" content="Käse &amp; Brot"><meta property="og:description" content="Good"><meta property="og:image" content="/image.png">',
            ),
    );
    const link = `http://localhost:${port}/page`;
    await publish(post({ link }));
    const card = server.posts()[0]?.embed?.external;
    expect(card).toMatchObject({ uri: link, title: "Käse & Brot", description: "Good" });
    expect(card?.thumb && server.blobOf(card.thumb)).toEqual(samplePng);
  });
});

describe("a measurement", () => {
  it("adds likes, reposts, replies and quotes; what Bluesky does not tell is null", async () => {
    const { publishing, post, publish } = await setup();
    const published = post({});
    const measured = { ...published, ...(await publish(published)) };
    expect(await blueskyChannel.measure(measured, publishing)).toEqual({
      reach: null,
      engagements: 7,
      clicks: null,
    });
  });

  it("is null for a deleted post, and for a server without an AppView", async () => {
    const unknown = { reach: null, engagements: null, clicks: null };
    for (const hasAppView of [true, false]) {
      const { server, publishing, post, publish } = await setup({ hasAppView });
      const published = post({});
      const measured = { ...published, ...(await publish(published)) };
      server.deletePost(tidOf(published));
      expect(await blueskyChannel.measure(measured, publishing)).toEqual(unknown);
    }
  });
});
