import { describe, expect, it } from "vitest";
import type { Post } from "../../../functions/domain/post.ts";
import { ghostChannel } from "../../../functions/pipeline/channels/ghost/ghost.ts";
import { verifyGhost } from "../../../functions/pipeline/channels/ghost/verify.ts";
import { openGhost, publishOnGhost, slugOf } from "../../support/pipeline/ghost-under-test.ts";
import { createsPost } from "../../support/pipeline/platforms/ghost.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { testTable } from "../../support/table/table.ts";
import { channelConformance } from "./conformance.ts";

channelConformance("the channel ghost", () => openGhost(), { name: "ghost", repeatable: true, images: 4 });

it("a draft that a late request has created meanwhile is published, and the second one is deleted", async () => {
  let late: (() => void) | undefined;
  const under = await openGhost(
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
  const under = await openGhost();
  const post = await publishOnGhost(under);
  under.create({ title: "Late", slug: slugOf(post), status: "draft" });
  expect(under.posts.map(({ slug, status }) => ({ slug, status }))).toEqual([
    { slug: slugOf(post), status: "published" },
    { slug: `${slugOf(post)}-2`, status: "draft" },
  ]);
});

it("a draft that is changed in Ghost while it is published is published by the next attempt", async () => {
  let edit: (() => void) | undefined;
  const under = await openGhost(
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
  const post = await publishOnGhost(under);
  expect(post).toMatchObject({ status: "published", failure: null });
  expect(await under.seen(post)).toEqual([under.asWritten(post)]);
});

it("a post that a person has published from its draft is found, and stays as the person left it", async () => {
  const under = await openGhost();
  const clock = openPublicationClock(ghostChannel, "ghost", () => under);
  const post = await clock.duePost();
  under.create({ title: "By a person", slug: slugOf(post), status: "published" });
  await clock.run(post.organizationId);
  expect(await clock.current(post)).toMatchObject({ status: "published", externalId: "1".padStart(24, "0") });
  expect(under.posts.map(({ title }) => title)).toEqual(["By a person"]);
});

it("the reason of Ghost has its message and its context, without the key", async () => {
  const under = await openGhost({ newsletter: "old" });
  const post = await publishOnGhost(under);
  expect(post.failure).toEqual({
    code: "channel_refused",
    message: "Ghost returned status 400: The newsletter parameter doesn't match any active newsletter.",
  });
  under.fail("rejected");
  const rejected = await publishOnGhost(under);
  expect(rejected.failure?.message).toBe(
    "Ghost returned status 422: Validation error, cannot save post of ***.",
  );
});

it("a post waits when the server at the blog's address is not Ghost", async () => {
  const under = await openGhost({}, { directory: "/blog" });
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
    const { credentials, origin, blogUrl } = await openGhost(
      { newsletter: "weekly" },
      { directory: "/blog" },
    );
    expect(await check(credentials)).toEqual({
      outcome: "verified",
      account: { id: `${new URL(origin).host}/blog`, name: "Acme", url: blogUrl },
      limits: { text: 10_000, unit: "code_points", images: 4 },
    });
  });

  it("rejects a key that Ghost does not accept, and a newsletter that cannot be sent", async () => {
    const { credentials } = await openGhost();
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
    const { credentials, origin } = await openGhost();
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

const measured = async (under: Awaited<ReturnType<typeof openGhost>>, post: Post) =>
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
    const sent = await openGhost({ newsletter: "weekly" });
    const post = await publishOnGhost(sent);
    expect(await measured(sent, post)).toEqual({ reach: 5, engagements: 3, clicks: 2 });
    sent.posts.pop();
    expect(await measured(sent, post)).toEqual(unknown);
    const blog = await openGhost();
    expect(await measured(blog, await publishOnGhost(blog))).toEqual(unknown);
  });
});
