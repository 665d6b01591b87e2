import { feedChannel } from "../../../functions/pipeline/channels/feed.ts";
import { readFeed } from "../../../functions/table/feeds.ts";
import { readTarget } from "../../../functions/table/links.ts";
import type { Fault } from "../../support/pipeline/channel-under-test.ts";
import { testTable } from "../../support/table/table.ts";
import { channelConformance } from "./conformance.ts";

const noPlatform = "the feed is in the table of the service: no request is sent";
const faults: readonly Fault[] = [
  "rate_limited",
  "credentials_expired",
  "refused",
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
      return entries.map(({ text, hashtags }) => ({ text, hashtags, link }));
    },
    asWritten: ({ content: { text, hashtags, link } }) => ({ text, hashtags, link }),
    fail() {
      throw new Error(noPlatform);
    },
    requests: () => 0,
  }),
  { name: "feed", repeatable: true, lacks: Object.fromEntries(faults.map((fault) => [fault, noPlatform])) },
);
