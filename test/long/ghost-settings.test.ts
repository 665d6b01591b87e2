import { describe, expect, it } from "vitest";
import { channelConformance } from "../pipeline/channels/conformance.ts";
import { openGhost, publishOnGhost } from "../support/pipeline/ghost-under-test.ts";
import { createsPost } from "../support/pipeline/platforms/ghost.ts";
import { contentWithImages } from "../support/pipeline/post-contents.ts";

// test/pipeline/channels/ghost.test.ts has the same for a blog without a newsletter.

const options = { name: "ghost", repeatable: true, images: 4 } as const;
channelConformance("the channel ghost with a newsletter", () => openGhost({ newsletter: "weekly" }), options);
channelConformance(
  "the channel ghost that leaves drafts",
  () => openGhost({ status: "draft" }, { publishes: createsPost }),
  options,
);

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
      const under = await openGhost({ newsletter: "weekly" }, { publishes: () => calls++ === request });
      under.fail(fault);
      const post = await publishOnGhost(under, await contentWithImages(2));
      expect(post).toMatchObject({ status: "published", failure: null });
      expect(calls).toBeGreaterThan(5);
      expect(await under.seen(post)).toEqual([under.asWritten(post)]);
      expect(under.posts).toHaveLength(1);
    },
  );
});
