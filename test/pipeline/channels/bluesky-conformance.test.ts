import { composed } from "../../../functions/domain/channel-text.ts";
import { blueskyChannel } from "../../../functions/pipeline/channels/bluesky/bluesky.ts";
import { memorySessions } from "../../support/pipeline/memory-sessions.ts";
import { type StoredPost, startBluesky } from "../../support/pipeline/platforms/bluesky.ts";
import { samplePng } from "../../support/pipeline/post-contents.ts";
import { channelConformance } from "./conformance.ts";

const password = "abcd-efgh-ijkl-mnop";

/** The parts of a text that are links, mentions or hashtags. */
const markedIn = ({ text, facets = [] }: StoredPost) =>
  facets.map(({ index }) => Buffer.from(text).toString("utf8", index.byteStart, index.byteEnd));

channelConformance(
  "the channel bluesky",
  async () => {
    const { takeOrigin, did, handle, posts, blobOf, fail, requests } = await startBluesky(password);
    return {
      channel: blueskyChannel,
      get credentials() {
        return { service: takeOrigin(), identifier: handle, password };
      },
      account: { id: did, name: handle, url: `https://bsky.app/profile/${handle}` },
      sessions: memorySessions(),
      seen: async ({ content }) =>
        posts()
          .filter(({ text }) => text === composed(content, "bluesky").text)
          .map((post) => ({
            text: post.text,
            createdAt: post.createdAt,
            marked: markedIn(post),
            link: post.embed?.external?.uri ?? null,
            images: (post.embed?.images ?? []).map(({ alt, image }) => ({ alt, bytes: blobOf(image) })),
          })),
      asWritten: ({ content, scheduledAt }) => {
        const { text } = composed(content, "bluesky");
        return {
          text,
          createdAt: scheduledAt,
          marked: text.split(/\s+/).filter((word) => /^(?:#|https:)/.test(word)),
          link: content.media.length > 0 ? null : content.link,
          images: content.media.map(({ alt }) => ({ alt, bytes: samplePng })),
        };
      },
      fail,
      requests,
    };
  },
  { name: "bluesky", repeatable: true, images: 4 },
);
