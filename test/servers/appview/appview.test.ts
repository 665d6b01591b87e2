import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fieldOf } from "../../../functions/domain/field-of.ts";
import { blueskyChannel } from "../../../functions/pipeline/channels/bluesky/bluesky.ts";
import type { Measured } from "../../../functions/pipeline/channels/channel.ts";
import { memorySessions } from "../../support/pipeline/memory-sessions.ts";
import { sampleContent } from "../../support/pipeline/post-contents.ts";
import { aBrand, aPost, testTimeMs } from "../../support/table/entities.ts";
import { testTable } from "../../support/table/table.ts";
import { callPds, type Pds, startPds, startProxy } from "../bluesky/server.ts";

const password = "correct-horse-battery";
/** The AppView reads the records of the server in the background. */
const indexedSecondsMax = 60;
let pds: Pds;

beforeAll(async () => {
  pds = await startPds(process.env["TEST_POSTGRES_URL"]);
});
afterAll(() => pds.stop());

async function newAccount(handle: string) {
  const json = { handle, email: `${handle}@example.com`, password };
  const account = await callPds(pds, "com.atproto.server.createAccount", { json });
  return { did: String(fieldOf(account, "did")), token: String(fieldOf(account, "accessJwt")) };
}

it("the likes, reposts, replies and quotes of a post are its engagements, and a deleted post has none", async () => {
  const author = await newAccount("author-1.test");
  const reader = await newAccount("reader-1.test");
  const proxy = await startProxy(pds);
  const credentials = { service: proxy.origin, identifier: "author-1.test", password };
  const context = {
    table: testTable(),
    nowMs: testTimeMs,
    credentials,
    account: null,
    sessions: memorySessions(),
    timeoutMs: 10_000,
    allowLoopback: true,
  };
  const brand = aBrand("org_1");
  const draft = aPost("org_1", { channel: "bluesky", brandId: brand.id, content: sampleContent() });
  const { externalId = "" } = await blueskyChannel.publish(draft, {
    ...context,
    brand,
    publicUrl: "https://localhost",
  });
  const post = { ...draft, externalId };
  async function expectMeasured(expected: Measured): Promise<void> {
    let measured = await blueskyChannel.measure(post, context);
    for (let seconds = 0; seconds < indexedSecondsMax; seconds += 1) {
      if (measured.engagements === expected.engagements) break;
      await sleep(1_000);
      measured = await blueskyChannel.measure(post, context);
    }
    expect(measured).toEqual(expected);
  }
  await expectMeasured({ reach: null, engagements: 0, clicks: null });

  const rkey = externalId.split("/").at(-1) ?? "";
  const place = { repo: author.did, collection: "app.bsky.feed.post", rkey };
  const found = await callPds(pds, "com.atproto.repo.getRecord", { query: place });
  const subject = { uri: externalId, cid: String(fieldOf(found, "cid")) };
  const createdAt = new Date(testTimeMs).toISOString();
  const quote = { $type: "app.bsky.embed.record", record: subject };
  for (const [collection, record] of [
    ["app.bsky.feed.like", { subject }],
    ["app.bsky.feed.repost", { subject }],
    ["app.bsky.feed.post", { text: "A reply", reply: { root: subject, parent: subject } }],
    ["app.bsky.feed.post", { text: "A quote", embed: quote }],
  ] as const) {
    const json = { repo: reader.did, collection, record: { $type: collection, ...record, createdAt } };
    await callPds(pds, "com.atproto.repo.createRecord", { json, token: reader.token });
  }
  await expectMeasured({ reach: null, engagements: 4, clicks: null });

  await callPds(pds, "com.atproto.repo.deleteRecord", { json: place, token: author.token });
  await expectMeasured({ reach: null, engagements: null, clicks: null });
});
