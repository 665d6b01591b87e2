import { expect, it } from "vitest";
import { feedChannel } from "../../../functions/pipeline/channels/feed/feed.ts";
import { readFeed } from "../../../functions/table/feeds.ts";
import { readTarget } from "../../../functions/table/links.ts";
import type { Fault } from "../../support/pipeline/channel-under-test.ts";
import { sampleContent } from "../../support/pipeline/post-contents.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { testTable } from "../../support/table/table.ts";
import { channelConformance } from "./conformance.ts";

const noPlatform = "the feed is in the table of the service: no request is sent";
const faults: readonly Fault[] = [
  "rate_limited",
  "credentials_expired",
  "rejected",
  "unavailable",
  "no_connection",
  "connect_timeout",
  "timeout_published",
  "timeout_lost",
  "reset_published",
  "error_published",
];

const table = testTable();

channelConformance(
  "the channel feed",
  async () => ({
    channel: feedChannel,
    credentials: null,
    async seen({ id, brandId }) {
      const feed = await readFeed(table, brandId, 50);
      const entries = (feed?.entries ?? []).filter(({ postId }) => postId === id);
      const link = await readTarget(table, id);
      return entries.map(({ text, hashtags, media }) => ({ text, hashtags, link, media }));
    },
    asWritten: ({ content: { text, hashtags, link, media } }) => ({ text, hashtags, link, media }),
    fail() {
      throw new Error(noPlatform);
    },
    requests: () => 0,
  }),
  { name: "feed", repeatable: true, lacks: Object.fromEntries(faults.map((fault) => [fault, noPlatform])) },
);

it("the feed names the images of a post with their descriptions, and fetches none of them", async () => {
  const clock = openPublicationClock(feedChannel, "feed");
  const media = [
    { url: "https://images.example.invalid/a.png", alt: "A cup" },
    { url: "https://images.example.invalid/b.png", alt: "Beans" },
  ];
  const post = await clock.duePost({ content: { ...sampleContent(), media } });
  await clock.run(post.organizationId);
  expect(await clock.current(post)).toMatchObject({ status: "published" });
  expect((await readFeed(table, post.brandId, 50))?.entries).toMatchObject([{ postId: post.id, media }]);
});
