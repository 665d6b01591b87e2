import { afterAll, beforeAll, expect, it } from "vitest";
import { composed } from "../../../functions/domain/channel-text.ts";
import type { Connection } from "../../../functions/domain/connection.ts";
import { fieldOf } from "../../../functions/domain/field-of.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { blueskyChannel } from "../../../functions/pipeline/channels/bluesky/bluesky.ts";
import { verifyBluesky } from "../../../functions/pipeline/channels/bluesky/verify.ts";
import { openCredentials } from "../../../functions/pipeline/channels/credentials.ts";
import { openSessionStore } from "../../../functions/pipeline/channels/session-store.ts";
import { connectBrand } from "../../support/pipeline/connected-brand.ts";
import type { StoredPost } from "../../support/pipeline/platforms/bluesky.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { testSecrets } from "../../support/pipeline/test-secrets.ts";
import { testTimeMs } from "../../support/table/entities.ts";
import { type Sample, sampleContents } from "./contents.ts";
import { callPds, expiredToken, type Pds, startPds, startProxy } from "./server.ts";

const password = "correct-horse-battery";
const login = "com.atproto.server.createSession";
const refresh = "com.atproto.server.refreshSession";
/** A real login takes half a second of a busy processor. */
const timeoutMs = 10_000;
const secrets = testSecrets();
let pds: Pds;
let accounts = 0;

beforeAll(async () => {
  pds = await startPds();
});
afterAll(() => pds.stop());

/** Creates an account. Returns its id and its handle. */
async function newAccount(): Promise<{ did: string; handle: string }> {
  const handle = `reader-${(accounts += 1)}.test`;
  const json = { handle, email: `${handle}@example.com`, password };
  const created = await callPds(pds, "com.atproto.server.createAccount", { json });
  return { did: String(fieldOf(created, "did")), handle };
}

/** A brand that has connected a new account of the server, by an https proxy. */
async function setup() {
  const { did, handle } = await newAccount();
  const proxy = await startProxy(pds);
  const credentials = { service: proxy.origin, identifier: handle, password, languages: ["en", "de"] };
  const verification = await verifyBluesky(credentials, {
    organizationId: "org",
    brandId: "brd",
    checkId: "evt",
    nowMs: testTimeMs,
    timeoutMs,
    allowLoopback: true,
  });
  const clock = openPublicationClock(blueskyChannel, "bluesky", () => publisher, timeoutMs);
  const brand = await clock.storedBrand();
  const channel = { channel: "bluesky" as const, credentials, verification };
  const connection = await connectBrand(clock.table, brand, channel, secrets);
  const publisher = {
    credentials: await openCredentials(connection, secrets),
    account: connection.account,
    sessions: sessionsOf(connection),
  };
  function sessionsOf(of: Connection) {
    return openSessionStore(of, { table: clock.table, nowMs: clock.nowMs, secrets });
  }
  return { did, handle, proxy, clock, brand, verification, sessions: publisher.sessions, publisher };
}

/** All records of an account. */
async function recordsOf(did: string): Promise<StoredPost[]> {
  const query = { repo: did, collection: "app.bsky.feed.post", limit: "100" };
  const listed = await callPds(pds, "com.atproto.repo.listRecords", { query });
  return trusted<{ value: StoredPost }[]>(fieldOf(listed, "records")).map(({ value }) => value);
}

async function bytesOf(did: string, blob: { ref: { $link: string } }): Promise<unknown> {
  return callPds(pds, "com.atproto.sync.getBlob", { query: { did, cid: blob.ref.$link } });
}

/** Publishes a post twice at the same time, then all attempts that follow. */
async function publishTwice(clock: Awaited<ReturnType<typeof setup>>["clock"], post: Post): Promise<void> {
  const messages = await clock.awaitedMessages(post.organizationId);
  const message = messages.find(({ body }) => body.postId === post.id);
  if (message === undefined) throw new Error("no message");
  await Promise.all([clock.handle(message.body), clock.handle(message.body)]);
  await clock.run(post.organizationId);
}

/** What readers see of a record, in the form of a sample. */
async function seenIn(did: string, { text, facets = [], embed }: StoredPost) {
  const { external, images = [] } = embed ?? {};
  return {
    text,
    facets: facets.map(({ index, features: [feature] }) => ({
      part: Buffer.from(text).toString("utf8", index.byteStart, index.byteEnd),
      type: feature?.["$type"]?.split("#")[1],
    })),
    link: external?.uri ?? null,
    card:
      external === undefined
        ? null
        : {
            title: external.title,
            description: external.description,
            thumbnail: external.thumb === undefined ? null : await bytesOf(did, external.thumb),
          },
    images: await Promise.all(
      images.map(async ({ alt, image }) => ({ alt, bytes: await bytesOf(did, image) })),
    ),
  };
}

const asWritten = ({ content, ...shown }: Sample) => ({
  ...shown,
  text: composed(content, "bluesky").text,
  link: content.link,
});

const textsIn = (records: readonly { text: string }[]) => records.map(({ text }) => text).toSorted();

it("50 posts, each published twice at the same time and killed at every step, are 50 records as they were written", async () => {
  const { did, proxy, clock, brand } = await setup();
  const reader = await newAccount();
  const samples = await sampleContents(50, reader.handle);
  for (const [index, { content }] of samples.entries()) {
    const post = await clock.duePost({ brand, content });
    const step = Math.floor(index / 4);
    const moment = index % 2 === 0 ? "before" : "after";
    // Half of the posts lose their worker at a call of the table, and half a connection to the server.
    if (index % 4 < 2) clock.arm({ call: step, moment });
    else proxy.arm({ request: step % 4, moment });
    await publishTwice(clock, post);
    clock.arm(null);
    proxy.arm(null);
    const current = await clock.current(post);
    expect(current).toMatchObject({ status: "published", failure: null });
    expect(current.externalUrl).toContain(`https://bsky.app/profile/${did}/post/`);
  }
  expect(samples).toHaveLength(50);
  expect(proxy.cuts()).toBeGreaterThanOrEqual(10);

  const records = await recordsOf(did);
  expect(textsIn(records)).toEqual(textsIn(samples.map(asWritten)));
  const seen = await Promise.all(records.map((record) => seenIn(did, record)));
  for (const sample of samples.map(asWritten))
    expect(seen.find(({ text }) => text === sample.text)).toEqual(sample);
  const mentions = records.flatMap(({ facets = [] }) => facets.flatMap(({ features }) => features));
  expect(new Set(mentions.flatMap((feature) => feature["did"] ?? []))).toEqual(new Set([reader.did]));
  for (const { langs } of records) expect(langs).toEqual(["en", "de"]);
  // The check, the first post, and logins whose connection was cut: all others share one session.
  expect(proxy.countOf(login)).toBeLessThanOrEqual(6);
});

it("the session is renewed without a login when its access token has expired, by two workers at once too", async () => {
  const { did, proxy, clock, brand, sessions } = await setup();
  await publishTwice(clock, await clock.duePost({ brand }));
  const logins = proxy.countOf(login);
  for (let round = 0; round < 3; round += 1) {
    const session = await sessions.read();
    const tokens = { ...session?.tokens, accessJwt: expiredToken(session?.tokens["accessJwt"] ?? "") };
    await sessions.replace(session, tokens);
    const refreshes = proxy.countOf(refresh);
    const posts = [await clock.duePost({ brand }), await clock.duePost({ brand })];
    await Promise.all(posts.map((post) => publishTwice(clock, post)));
    for (const post of posts) expect(await clock.current(post)).toMatchObject({ status: "published" });
    expect(proxy.countOf(refresh)).toBeGreaterThan(refreshes);
  }
  expect(proxy.countOf(login)).toBe(logins);
  expect(await recordsOf(did)).toHaveLength(7);
});

it("a session that was revoked is replaced by a login", async () => {
  const { did, proxy, clock, brand, sessions } = await setup();
  await publishTwice(clock, await clock.duePost({ brand }));
  const session = await sessions.read();
  const { accessJwt = "", refreshJwt = "" } = session?.tokens ?? {};
  await callPds(pds, "com.atproto.server.deleteSession", { token: refreshJwt });
  await sessions.replace(session, { ...session?.tokens, accessJwt: expiredToken(accessJwt) });
  const logins = proxy.countOf(login);
  await publishTwice(clock, await clock.duePost({ brand }));
  expect(proxy.countOf(login)).toBeGreaterThan(logins);
  expect(await recordsOf(did)).toHaveLength(2);
});

it("the check finds the account, and has the reason of the server for a wrong password", async () => {
  const { did, handle, verification, publisher } = await setup();
  expect(verification).toMatchObject({
    outcome: "verified",
    account: { id: did, name: handle, url: `https://bsky.app/profile/${handle}` },
  });
  const verifying = {
    organizationId: "org",
    brandId: "brd",
    checkId: "evt",
    nowMs: testTimeMs,
    timeoutMs,
    allowLoopback: true,
  };
  expect(await verifyBluesky({ ...publisher.credentials, password: "wrong" }, verifying)).toEqual({
    outcome: "rejected",
    reason: "Bluesky rejected the login: Invalid identifier or password.",
  });
});

it("a post whose record has another text is rejected, and a server without an AppView measures nothing", async () => {
  const { did, clock, brand, publisher } = await setup();
  const post = await clock.duePost({ brand });
  await publishTwice(clock, post);
  const service = { table: clock.table, nowMs: clock.nowMs(), timeoutMs, allowLoopback: true };
  const publishing = { ...service, ...publisher, brand, publicUrl: "https://localhost" };
  const current = await clock.current(post);
  const changed = { ...current, content: { ...current.content, text: "Another text" } };
  await expect(blueskyChannel.publish(changed, publishing)).rejects.toMatchObject({
    name: "ChannelRejected",
    message: expect.stringContaining("already has another version of this post"),
  });
  expect(await recordsOf(did)).toHaveLength(1);
  expect(await blueskyChannel.measure(current, { ...service, ...publisher })).toEqual({
    reach: null,
    engagements: null,
    clicks: null,
  });
});
