import fc from "fast-check";
import { expect, it } from "vitest";
import type { Brand } from "../../functions/domain/brand.ts";
import { type ChannelName, channelNames } from "../../functions/domain/channel.ts";
import { limitsOf } from "../../functions/domain/channel-limits.ts";
import { composed, lengthProblem, textRules } from "../../functions/domain/channel-text.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";
import type { SourceItem } from "../../functions/pipeline/sources/source.ts";
import { openWriter } from "../../functions/pipeline/stages/write.ts";
import { fetchPng } from "../support/pipeline/fetch-image.ts";
import { graphemeLists, urls } from "../support/pipeline/texts.ts";
import { aBrand, aPipeline, newId } from "../support/table/entities.ts";

const image = { url: "https://images.example/a.jpg", alt: "Taps in a dining car" };
const item: SourceItem = {
  id: "1",
  title: "Cold brew on tap comes to commuter trains",
  url: "https://tidings.example/a",
  summary: "The taps are in the dining cars. A second line follows in spring.",
  publishedAt: null,
  source: "Tidings",
  image,
  engagement: null,
};

const organizationId = newId("org");
const pipeline = aPipeline(organizationId, newId("brd"));

async function contentOf(
  channel: ChannelName,
  given: Partial<SourceItem>,
  images: Brand["settings"]["images"],
) {
  const brand = aBrand(organizationId);
  const candidate = {
    item: { ...item, ...given },
    members: [item],
    score: 1,
    topics: ["coffee"],
    sources: [],
  };
  const { write } = openWriter({
    pipeline: { ...pipeline, channels: [channel] },
    brand: { ...brand, settings: { ...brand.settings, images } },
    limits: new Map(),
    generate: generateFromTemplate,
    fetchImage: fetchPng,
    endsAtMs: Infinity,
  });
  const [draft] = (await write([{ candidate, variant: 0 }])).flat();
  if (draft === undefined) throw new Error("no draft");
  return draft.content;
}

const picturing = channelNames.filter((channel) => limitsOf(channel).images > 0);

it("a run proposes the image of its item on every channel that takes images, if the brand wants it", async () => {
  for (const channel of channelNames) {
    const media = picturing.includes(channel) ? [image] : [];
    expect(await contentOf(channel, {}, "source")).toEqual({
      ...(await contentOf(channel, {}, "none")),
      media,
    });
    expect((await contentOf(channel, {}, "none")).media).toEqual([]);
    expect((await contentOf(channel, { image: null }, "source")).media).toEqual([]);
  }
});

it("a post whose link or title does not fit beside an image has no image, and the same text as without one", async () => {
  for (const channel of picturing) {
    const { limit } = textRules[channel];
    for (const longer of [
      { title: "word ".repeat(limit / 5 + 10).trim(), summary: "" },
      { url: `https://tidings.example/${"a".repeat(2_000)}`, title: "word ".repeat(300).trim() },
    ]) {
      const content = await contentOf(channel, longer, "source");
      const without = await contentOf(channel, longer, "none");
      if (content.media.length === 0) expect(content).toEqual(without);
      else expect([content.link, content.text]).toEqual([without.link, without.text]);
    }
  }
});

it("any post of a run fits its channel with its image, and the image costs neither the link nor the end of the title", async () => {
  const anyItem = fc.record({
    title: graphemeLists(150).map((list) => `T${list.join("")}`),
    summary: graphemeLists(60).map((list) => list.join("")),
    url: urls,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...channelNames), anyItem, async (channel, given) => {
      const content = await contentOf(channel, given, "source");
      expect(lengthProblem(content, channel)).toBeNull();
      const without = await contentOf(channel, given, "none");
      if (content.media.length === 0) expect(content).toEqual(without);
      else {
        expect(content.link).toBe(without.link);
        expect(composed(content, channel).text).not.toMatch(/…(?:\n|$)/);
      }
    }),
    { numRuns: 200 },
  );
});
