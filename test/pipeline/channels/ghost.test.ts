import { describe, expect, it } from "vitest";
import type { Post } from "../../../functions/domain/post.ts";
import { ghostChannel } from "../../../functions/pipeline/channels/ghost/ghost.ts";
import { verifyGhost } from "../../../functions/pipeline/channels/ghost/verify.ts";
import {
  createsPost,
  type GhostPost,
  ghostAdminKey,
  startGhost,
} from "../../support/pipeline/platforms/ghost.ts";
import { contentWithImages, samplePng } from "../../support/pipeline/post-contents.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { readersText } from "../../support/pipeline/readers-text.ts";
import { testTable } from "../../support/table/table.ts";
import { channelConformance } from "./conformance.ts";

const slugOf = ({ id }: Post) => id.toLowerCase().replace("_", "-");

type Settings = Readonly<Partial<Record<"status" | "newsletter", string>>>;

async function open(settings: Settings = {}, options: Parameters<typeof startGhost>[0] = {}) {
  const ghost = await startGhost(options);
  const { status = "published", newsletter } = settings;
  const shown = (post: GhostPost) => {
    const images = [
      ...(post.feature_image === null ? [] : [{ url: post.feature_image, alt: post.feature_image_alt }]),
      ...[...post.html.matchAll(/<img src="([^"]*)" alt="([^"]*)">/g)].map(([, url = "", alt = ""]) => ({
        url,
        alt: readersText(alt),
      })),
    ];
    return {
      text: readersText(post.html),
      tags: post.tags.map(({ name }) => name),
      images: images.map(({ url, alt }) => ({ alt, base64: ghost.images.get(url)?.toString("base64") })),
      emails: post.emails,
    };
  };
  return {
    ...ghost,
    channel: ghostChannel,
    get credentials() {
      return {
        url: `${ghost.takeOrigin()}${options.directory ?? ""}/`,
        adminKey: ghostAdminKey,
        ...settings,
      };
    },
    seen: async (post: Post) =>
      ghost.posts.filter((one) => one.slug.startsWith(slugOf(post)) && one.status === status).map(shown),
    asWritten: ({ content: { text, link, hashtags, media } }: Post) => ({
      text: link === null ? text : `${text}\n\n${link}`,
      tags: hashtags,
      images: media.map(({ alt }) => ({ alt, base64: samplePng.toString("base64") })),
      emails: newsletter === undefined ? [] : [newsletter],
    }),
  };
}

const options = { name: "ghost", repeatable: true, images: 4 } as const;
channelConformance("the channel ghost", () => open(), options);
channelConformance("the channel ghost with a newsletter", () => open({ newsletter: "weekly" }), options);
channelConformance(
  "the channel ghost that leaves drafts",
  () => open({ status: "draft" }, { publishes: createsPost }),
  options,
);

/** Publishes a post that is due now, with all its attempts. */
async function publishOne(under: Awaited<ReturnType<typeof open>>, content?: Post["content"]) {
  const clock = openPublicationClock(ghostChannel, "ghost", () => under);
  const post = await clock.duePost(content === undefined ? {} : { content });
  await clock.run(post.organizationId);
  return clock.current(post);
}

describe("a publication that is interrupted at any request", () => {
  const faults = [
    "timeout_published",
    "timeout_lost",
    "reset_published",
    "error_published",
    "unavailable",
  ] as const;
  // The look-up, two uploads, the creation of the draft, its publication.
  const requests = [0, 1, 2, 3, 4];
  it.each(faults.flatMap((fault) => requests.map((request) => ({ fault, request }))))(
    "is continued: the post is published and sent once after $fault of request $request",
    async ({ fault, request }) => {
      let calls = 0;
      const under = await open({ newsletter: "weekly" }, { publishes: () => calls++ === request });
      under.fail(fault);
      const post = await publishOne(under, await contentWithImages(2));
      expect(post).toMatchObject({ status: "published", failure: null });
      expect(calls).toBeGreaterThan(5);
      expect(await under.seen(post)).toEqual([under.asWritten(post)]);
      expect(under.posts).toHaveLength(1);
    },
  );
});

it("a draft that a late request has created meanwhile is published, and the second one is deleted", async () => {
  let late: (() => void) | undefined;
  const under = await open(
    {},
    {
      publishes(call) {
        if (createsPost(call)) late?.();
        return false;
      },
    },
  );
  const clock = openPublicationClock(ghostChannel, "ghost", () => under);
  const post = await clock.duePost();
  late = () => {
    under.create({ title: "Late", slug: slugOf(post), status: "draft" });
    late = undefined;
  };
  await clock.run(post.organizationId);
  const published = await clock.current(post);
  expect(published).toMatchObject({ status: "published", failure: null });
  expect(under.posts).toHaveLength(1);
  expect(await under.seen(published)).toEqual([under.asWritten(published)]);
});

it("a draft that arrives after the publication stays a draft", async () => {
  const under = await open();
  const post = await publishOne(under);
  under.create({ title: "Late", slug: slugOf(post), status: "draft" });
  expect(under.posts.map(({ slug, status }) => ({ slug, status }))).toEqual([
    { slug: slugOf(post), status: "published" },
    { slug: `${slugOf(post)}-2`, status: "draft" },
  ]);
});

it("a draft that is changed in Ghost while it is published is published by the next attempt", async () => {
  let edit: (() => void) | undefined;
  const under = await open(
    {},
    {
      publishes(call) {
        if (call.method === "PUT") edit?.();
        return false;
      },
    },
  );
  edit = () => {
    const [draft] = under.posts;
    if (draft !== undefined)
      Object.assign(draft, { title: "By a person", updated_at: "2026-11-22T23:00:00.000Z" });
    edit = undefined;
  };
  const post = await publishOne(under);
  expect(post).toMatchObject({ status: "published", failure: null });
  expect(await under.seen(post)).toEqual([under.asWritten(post)]);
});

it("a post that a person has published from its draft is found, and stays as the person left it", async () => {
  const under = await open();
  const clock = openPublicationClock(ghostChannel, "ghost", () => under);
  const post = await clock.duePost();
  under.create({ title: "By a person", slug: slugOf(post), status: "published" });
  await clock.run(post.organizationId);
  expect(await clock.current(post)).toMatchObject({ status: "published", externalId: "1".padStart(24, "0") });
  expect(under.posts.map(({ title }) => title)).toEqual(["By a person"]);
});

it("the reason of Ghost has its message and its context, without the key", async () => {
  const under = await open({ newsletter: "old" });
  const post = await publishOne(under);
  expect(post.failure).toEqual({
    code: "channel_refused",
    message: "Ghost returned status 400: The newsletter parameter doesn't match any active newsletter.",
  });
  under.fail("refused");
  const refused = await publishOne(under);
  expect(refused.failure?.message).toBe(
    "Ghost returned status 422: Validation error, cannot save post of ***.",
  );
});

it("a server at the blog's address that is no Ghost leaves the post waiting", async () => {
  const under = await open({}, { directory: "/blog" });
  const elsewhere = { ...under.credentials, url: `${under.origin}/other` };
  const clock = openPublicationClock(ghostChannel, "ghost", () => ({ credentials: elsewhere }));
  const post = await clock.duePost();
  await clock.run(post.organizationId, clock.nowMs());
  expect(await clock.current(post)).toMatchObject({
    status: "scheduled",
    nextAttempt: {
      reason: { code: "channel_unavailable", message: expect.stringContaining("No Ghost answers") },
    },
  });
});

const check = (credentials: Readonly<Record<string, string>>) =>
  verifyGhost(credentials, {
    organizationId: "org_1",
    brandId: "brd_1",
    checkId: "evt_1",
    nowMs: Date.UTC(2026, 10, 22),
    timeoutMs: 1_000,
    allowLoopback: true,
  });

describe("the check of a connection", () => {
  it("returns the blog, also one in a directory", async () => {
    const { credentials, origin, blogUrl } = await open({ newsletter: "weekly" }, { directory: "/blog" });
    expect(await check(credentials)).toEqual({
      outcome: "verified",
      account: { id: `${new URL(origin).host}/blog`, name: "Acme", url: blogUrl },
      limits: { text: 10_000, unit: "code_points", images: 4 },
    });
  });

  it("rejects a key that Ghost does not accept, and a newsletter that cannot be sent", async () => {
    const { credentials } = await open();
    const wrongSecret = credentials.adminKey.replace(/.$/, "f");
    for (const [changed, reason] of [
      [
        { adminKey: wrongSecret },
        "Ghost does not accept the Admin API key. Invalid token: invalid signature.",
      ],
      [
        { adminKey: credentials.adminKey.replace(/^./, "0") },
        "Ghost does not accept the Admin API key. Unknown Admin API Key.",
      ],
      [{ newsletter: "none" }, "Ghost has no newsletter with the slug none."],
      [{ newsletter: "old" }, "The newsletter old is archived in Ghost."],
    ] as const)
      expect(await check({ ...credentials, ...changed })).toEqual({ outcome: "rejected", reason });
  });

  it("says when no Ghost answers, and leaves open whether the key is valid", async () => {
    const { credentials, origin } = await open();
    expect(await check({ ...credentials, url: `${origin}/elsewhere` })).toEqual({
      outcome: "unavailable",
      reason: "No Ghost answers at the address of the blog: it returned status 404.",
    });
    expect(await check({ ...credentials, url: "https://localhost:1" })).toEqual({
      outcome: "unavailable",
      reason: "Ghost could not be reached: localhost refused the connection.",
    });
  });
});

const measured = async (under: Awaited<ReturnType<typeof open>>, post: Post) =>
  ghostChannel.measure(post, {
    table: testTable(),
    nowMs: 0,
    credentials: under.credentials,
    account: null,
    sessions: null,
    timeoutMs: 1_000,
    allowLoopback: true,
  });

describe("the metrics of a post", () => {
  const unknown = { reach: null, engagements: null, clicks: null };

  it("are those of its e-mail, and null for a post that was not sent or was deleted", async () => {
    const sent = await open({ newsletter: "weekly" });
    const post = await publishOne(sent);
    expect(await measured(sent, post)).toEqual({ reach: 5, engagements: 3, clicks: 2 });
    sent.posts.pop();
    expect(await measured(sent, post)).toEqual(unknown);
    const blog = await open();
    expect(await measured(blog, await publishOne(blog))).toEqual(unknown);
  });
});
