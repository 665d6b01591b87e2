import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DomainError } from "../../functions/domain/errors.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { changedPost, movedPost, type Post, schedulingMessages } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { insertBrand } from "../../functions/table/brands.ts";
import { readFeed } from "../../functions/table/feeds.ts";
import { changePost, leasePublication, readPost } from "../../functions/table/posts.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

const table = testTable();
let publish: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  vi.stubEnv("PUBLIC_URL", "https://localhost");
  const { handler } = await import("../../functions/workers/publish-post.ts");
  publish = (...messages) => work(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());

/** A post that is due, with the message that publishes it. */
async function due(): Promise<{ post: Post; message: OutgoingMessage }> {
  const brand = aBrand(newId("org"));
  await insertBrand(table, brand);
  const scheduledAt = isoTime(Date.now() - 1_000);
  const post = aPost(brand.organizationId, { brandId: brand.id, status: "scheduled", scheduledAt });
  await storePosts(table, [post]);
  return { post, message: publicationOf(post) };
}

function publicationOf(post: Post): OutgoingMessage {
  const [message] = schedulingMessages(post, newId, Date.now());
  if (message === undefined) throw new Error("nothing follows");
  return message;
}

const change = (post: Post, how: (current: Post, nowMs: number) => Post) =>
  changePost(table, post.organizationId, post.id, (current) => ({ post: how(current, Date.now()) }));

async function publishAfter(delayMs: number, message: OutgoingMessage): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  expect(await publish(message)).toBe(0);
}

/** Whether it came through; refused is only what the contract refuses. */
async function accepted(changing: Promise<unknown>): Promise<boolean> {
  try {
    await changing;
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: "unprocessable" });
    return false;
  }
}

async function outcomeOf({ organizationId, brandId, id }: Post) {
  const feed = await readFeed(table, brandId, 50);
  const intents = await everyOutboxItem(table);
  const events = intents
    .flatMap(({ messages }) => messages)
    .flatMap(({ body }) => (body.kind === "event.fan-out" ? [body] : []))
    .filter((body) => body.organizationId === organizationId)
    .map(({ event }) => event.type);
  return { post: await readPost(table, organizationId, id), shown: feed?.entries ?? [], events };
}

describe("a publication", () => {
  it("that is asked for twice at once and once more publishes once, with one event", async () => {
    const { post, message } = await due();
    await Promise.all([publish(message), publish(message, message)]);
    await publish(message);
    const { post: current, shown, events } = await outcomeOf(post);
    expect(current).toMatchObject({ status: "published" });
    expect(shown).toHaveLength(1);
    expect(events).toEqual(["post.published"]);
  });

  it("shows all of a change or nothing of it, and a change that was taken is the one that is shown", async () => {
    const counts = { changed: 0, refused: 0 };
    for (let round = 0; round < 40; round += 1) {
      const { post, message } = await due();
      const changes = { text: `Text ${round}`, hashtags: [`tag${round}`], link: "https://example.com/new" };
      const changing = accepted(change(post, (current, nowMs) => changedPost(current, changes, nowMs)));
      const [taken] = await Promise.all([changing, publishAfter(round % 4, message)]);
      counts[taken ? "changed" : "refused"] += 1;
      const { post: current, shown } = await outcomeOf(post);
      const content = taken ? changes : post.content;
      expect(current).toMatchObject({ status: "published", content });
      expect(shown).toMatchObject([{ text: content.text, hashtags: content.hashtags }]);
    }
    console.log("changes beside a publication", counts);
  });

  it("and a cancellation: one of them happens and the other does not", async () => {
    const counts = { cancelled: 0, published: 0 };
    for (let round = 0; round < 40; round += 1) {
      const { post, message } = await due();
      const cancelling = accepted(change(post, (current, nowMs) => movedPost(current, "cancel", nowMs)));
      const [cancelled] = await Promise.all([cancelling, publishAfter(round % 4, message)]);
      counts[cancelled ? "cancelled" : "published"] += 1;
      const { post: current, shown, events } = await outcomeOf(post);
      expect(current?.status).toBe(cancelled ? "draft" : "published");
      expect(shown).toHaveLength(cancelled ? 0 : 1);
      expect(events).toEqual(cancelled ? [] : ["post.published"]);
    }
    console.log("cancellations beside a publication", counts);
  });

  it("does not come at a time that the post had before, and comes once at its time", async () => {
    const { post, message } = await due();
    const moved = await change(post, (current, nowMs) =>
      changedPost(current, { scheduledAt: isoTime(nowMs + 60) }, nowMs),
    );
    expect(await publish(message)).toBe(0);
    expect(await outcomeOf(post)).toMatchObject({ post: { status: "scheduled" }, shown: [] });
    const late = publicationOf(moved);
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThanOrEqual(late.notBeforeMs));
    await Promise.all([publish(late), publish(message)]);
    const { shown, events } = await outcomeOf(post);
    expect(shown).toHaveLength(1);
    expect(events).toEqual(["post.published"]);
  });

  it("of a post that was cancelled and approved again for the same time comes once, though two messages ask for it", async () => {
    const { post, message } = await due();
    await change(post, (current, nowMs) => movedPost(current, "cancel", nowMs));
    await change(post, (current, nowMs) => movedPost(current, "submit", nowMs));
    // As if its time were still to come at the approval.
    await change(post, (current) => movedPost(current, "approve", 0));
    await Promise.all([publish(message), publish(message)]);
    const { shown, events } = await outcomeOf(post);
    expect(shown).toHaveLength(1);
    expect(events).toEqual(["post.published"]);
  });

  it("that failed is tried again on a retry, as soon as it is asked for", async () => {
    const { post } = await due();
    const failure = { code: "outcome_unknown", message: "Nobody knows." };
    await change(post, (current) => ({ ...current, status: "failed", failure }));
    const retried = await change(post, (current, nowMs) => movedPost(current, "retry", nowMs));
    expect(retried).toMatchObject({ status: "scheduled", failure: null });
    expect(retried.scheduledAt).not.toBe(post.scheduledAt);
    expect(await publish(publicationOf(retried))).toBe(0);
    expect(await outcomeOf(post)).toMatchObject({
      post: { status: "published", failure: null },
      shown: [{}],
      events: ["post.published"],
    });
  });

  it("whose worker died is taken up when its claim has run out, and not before", async () => {
    const { post, message } = await due();
    const lease = { scheduledAt: post.scheduledAt ?? "", repeatable: true, nowMs: Date.now() };
    await leasePublication(table, post, { ...lease, untilMs: Date.now() + 300 });
    expect(await publish(message)).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 320));
    expect(await publish(message)).toBe(0);
    expect(await outcomeOf(post)).toMatchObject({ post: { status: "published" }, shown: [{}] });
  });
});
