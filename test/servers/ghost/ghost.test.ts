import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Post, PostContent } from "../../../functions/domain/post.ts";
import type { Channel } from "../../../functions/pipeline/channels/channel.ts";
import { ghostChannel } from "../../../functions/pipeline/channels/ghost/ghost.ts";
import { verifyGhost } from "../../../functions/pipeline/channels/ghost/verify.ts";
import { asText, at, type Json } from "../../support/client/http-client.ts";
import { contentOfLength, contentWithImages, sampleContent } from "../../support/pipeline/post-contents.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { readersText } from "../../support/pipeline/readers-text.ts";
import type { Fate } from "../unreliable-proxy.ts";
import { startGhost } from "./start-ghost.ts";

type Settings = Readonly<Record<string, string>>;

/** The requests of a publication with one image, in their order. */
const steps = {
  "look-up": "GET /ghost/api/admin/posts/slug/",
  upload: "POST /ghost/api/admin/images/upload/",
  creation: "POST /ghost/api/admin/posts/",
  publication: "PUT /ghost/api/admin/posts/",
};
const fates = ["lost", "response lost", "late"] as const satisfies Fate[];

/** Ghost looks at the time of a token, and the clock of the tests jumps. */
const channel: Channel = {
  ...ghostChannel,
  publish: (post, publishing) =>
    ghostChannel.publish(post, { ...publishing, nowMs: Date.now(), timeoutMs: 10_000 }),
};

async function open(settings: Settings = {}, directory = "") {
  const ghost = await startGhost(directory);
  const credentials = { url: ghost.url, adminKey: ghost.adminKey, ...settings };
  const clock = openPublicationClock(channel, "ghost", () => ({ credentials }));

  async function publish(content: PostContent): Promise<Post> {
    const post = await clock.duePost({ content });
    await clock.run(post.organizationId);
    return clock.current(post);
  }

  /** The posts that Ghost has of one of ours. */
  async function shown({ id }: Post) {
    const filter = encodeURIComponent(`slug:~'${id.toLowerCase().replace("_", "-")}'`);
    const list = at(
      await ghost.call("GET", `posts/?filter=${filter}&formats=html&include=tags,email`),
      "posts",
    );
    return Array.isArray(list) ? list : [];
  }

  /** Publishes a post whose next request of a step has a fate, and returns what Ghost has of it at the end. */
  async function publishDespite(step: string, fate: Fate, content: PostContent) {
    let isOver = false;
    ghost.decide((method, path) => {
      if (isOver || !`${method} ${path}`.startsWith(step)) return "passes";
      isOver = true;
      return fate;
    });
    const post = await publish(content);
    ghost.decide();
    await ghost.releaseLate();
    expect(isOver).toBe(true);
    expect(post).toMatchObject({ status: "published", failure: null });
    return { post, posts: await shown(post) };
  }

  return { ...ghost, credentials, clock, publish, publishDespite, shown };
}

const statusesOf = (posts: Json[]): string[] => posts.map((post) => asText(at(post, "status"))).toSorted();

it("a key is verified, and what is wrong with it is said", async () => {
  const { credentials, url } = await open({}, "/blog");
  const check = (changed: Settings = {}) =>
    verifyGhost(
      { ...credentials, ...changed },
      {
        organizationId: "org_1",
        brandId: "brd_1",
        checkId: "evt_1",
        nowMs: Date.now(),
        timeoutMs: 10_000,
        allowLoopback: true,
      },
    );
  const account = { id: `${new URL(url).host}/blog`, name: "Acme", url: `${url}/` };
  expect(await check()).toMatchObject({ outcome: "verified", account });
  expect(await check({ newsletter: "default-newsletter" })).toMatchObject({ outcome: "verified", account });
  expect(await check({ adminKey: credentials.adminKey.replace(/.{4}$/, "0000") })).toEqual({
    outcome: "rejected",
    reason: "Ghost does not accept the Admin API key. Invalid token: invalid signature.",
  });
  expect(await check({ adminKey: credentials.adminKey.replace(/^.{4}/, "0000") })).toEqual({
    outcome: "rejected",
    reason: "Ghost does not accept the Admin API key. Unknown Admin API Key.",
  });
  expect(await check({ newsletter: "none" })).toEqual({
    outcome: "rejected",
    reason: "Ghost has no newsletter with the slug none.",
  });
  expect(await check({ url: `${url}/elsewhere` })).toMatchObject({ outcome: "unavailable" });
});

it("a post is published as it was written, at an address that readers can open", async () => {
  const { publish, shown } = await open({}, "/blog");
  const post = await publish(sampleContent());
  expect(post).toMatchObject({ status: "published", failure: null });
  const [article] = await shown(post);
  expect(readersText(asText(at(article, "html")))).toBe(`${post.content.text}\n\n${post.content.link}`);
  expect(at(article, "title")).toBe(post.content.text.split("\n")[0]);
  expect([at(article, "tags", 0, "name"), at(article, "tags", 1, "name")]).toEqual(post.content.hashtags);
  const page = await fetch(post.externalUrl ?? "");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("#1_a_");
});

it("a text of the limit, and one without a space, is published whole", async () => {
  const { publish, shown } = await open();
  for (const content of [
    contentOfLength("ghost", 10_000),
    { text: "茶".repeat(10_000), link: null, hashtags: [], media: [] },
  ]) {
    const post = await publish(content);
    expect(post).toMatchObject({ status: "published", failure: null });
    expect(readersText(asText(at((await shown(post))[0], "html")))).toBe(content.text);
  }
});

it("images are shown with their descriptions, each at its own address", async () => {
  const { publish, shown } = await open();
  const content = await contentWithImages(4);
  const long = "à".repeat(1_000);
  for (const media of [
    content.media,
    content.media.map((one, index) => ({ ...one, alt: `${long}${index}` })),
  ]) {
    const post = await publish({ ...content, media });
    expect(post).toMatchObject({ status: "published", failure: null });
    const [article] = await shown(post);
    const html = asText(at(article, "html"));
    const figures = [...html.matchAll(/<img src="([^"]*)"[^>]* alt="([^"]*)"/g)].map(([, url, alt = ""]) => ({
      url,
      alt: readersText(alt),
    }));
    const feature = { url: at(article, "feature_image"), alt: at(article, "feature_image_alt") };
    const images = feature.url === null ? figures : [feature, ...figures];
    expect(images.map(({ alt }) => alt)).toEqual(media.map(({ alt }) => alt));
    expect(new Set(images.map(({ url }) => url)).size).toBe(4);
    for (const { url } of images) expect((await fetch(asText(url ?? null))).status).toBe(200);
  }
});

it("posts with images that are published at the same time show their own images", async () => {
  const { clock, shown } = await open();
  const content = await contentWithImages(2);
  const posts = await Promise.all(Array.from({ length: 4 }, () => clock.duePost({ content })));
  await Promise.all(posts.map(({ organizationId }) => clock.run(organizationId)));
  const urls = await Promise.all(
    posts.map(async (post) => {
      const [article] = await shown(post);
      return [at(article, "feature_image"), /<img src="([^"]*)"/.exec(asText(at(article, "html")))?.[1]];
    }),
  );
  expect(new Set(urls.flat()).size).toBe(8);
});

it("a post whose message comes twice at once is published once", async () => {
  const { clock, shown } = await open();
  for (let time = 0; time < 5; time += 1) {
    const post = await clock.duePost();
    const [message] = await clock.awaitedMessages(post.organizationId);
    if (message === undefined) throw new Error("no message");
    await Promise.all([clock.handle(message.body), clock.handle(message.body)]);
    // On the clock that jumps, the lease can end before the publication. Then both workers publish.
    await clock.run(post.organizationId);
    expect(await clock.current(post)).toMatchObject({ status: "published" });
    expect(statusesOf(await shown(post))).toEqual(["published"]);
  }
});

it("two publications at the same time, as after a lease that ended too early, publish a post once", async () => {
  const { clock, credentials, shown } = await open();
  for (let time = 0; time < 5; time += 1) {
    const post = await clock.duePost();
    const publishing = {
      table: clock.table,
      brand: await clock.storedBrand(),
      publicUrl: "https://localhost",
      nowMs: Date.now(),
      credentials,
      account: null,
      sessions: null,
      timeoutMs: 10_000,
      allowLoopback: true,
    };
    await Promise.allSettled([channel.publish(post, publishing), channel.publish(post, publishing)]);
    const again = await channel.publish(post, publishing);
    const posts = await shown(post);
    expect(statusesOf(posts)).toEqual(["published"]);
    expect(at(posts[0], "url")).toBe(again.externalUrl);
  }
});

it("a post is published once whatever becomes of one of its requests", async () => {
  const { publishDespite } = await open();
  const content = await contentWithImages(1);
  for (const [name, step] of Object.entries(steps))
    for (const fate of fates) {
      const { posts } = await publishDespite(step, fate, content);
      // The late request creates a second draft, which readers do not see.
      const isLateDraft = name === "creation" && fate === "late";
      expect(statusesOf(posts), `${name}, ${fate}`).toEqual(
        isLateDraft ? ["draft", "published"] : ["published"],
      );
    }
});

it("with the setting draft a post becomes a draft", async () => {
  const { publishDespite, publish, shown } = await open({ status: "draft" });
  const post = await publish(sampleContent());
  expect(statusesOf(await shown(post))).toEqual(["draft"]);
  expect((await fetch(post.externalUrl ?? "")).status).toBe(200);
  for (const fate of fates) {
    const { posts } = await publishDespite(steps.creation, fate, sampleContent());
    expect(statusesOf(posts)).toEqual(fate === "late" ? ["draft", "draft"] : ["draft"]);
  }
});

it("a newsletter is sent once whatever becomes of one of its requests, and is measured", async () => {
  const { call, clock, credentials, mails, publishDespite, publish, shown } = await open({
    newsletter: "default-newsletter",
  });
  for (const name of ["one", "two"])
    await call("POST", "members/", { members: [{ email: `${name}@example.com`, name }] });
  const post = await publish(sampleContent());
  expect(post).toMatchObject({ status: "published", failure: null });
  let published = 1;
  for (const step of [steps["look-up"], steps.creation, steps.publication])
    for (const fate of fates) {
      const { posts } = await publishDespite(step, fate, sampleContent());
      published += 1;
      expect(statusesOf(posts).filter((status) => status === "published")).toHaveLength(1);
    }
  // Ghost sends in the background, one request to Mailgun for all members.
  for (let seconds = 0; seconds < 30 && mails.length < published; seconds += 1) await sleep(1_000);
  await sleep(3_000);
  const subjects = mails.map((mail) => /name="subject"\s+(.*)/.exec(mail)?.[1]);
  expect(subjects).toHaveLength(published);
  expect(new Set(subjects).size).toBe(published);
  for (const mail of mails)
    for (const name of ["one", "two"]) expect(mail).toContain(`\r\n${name}@example.com\r\n`);
  expect(at((await shown(post))[0], "email", "email_count")).toBe(2);
  const service = { table: clock.table, nowMs: Date.now(), timeoutMs: 10_000, allowLoopback: true };
  expect(await channel.measure(post, { ...service, credentials, account: null, sessions: null })).toEqual({
    reach: 0,
    engagements: 0,
    clicks: 0,
  });
});
