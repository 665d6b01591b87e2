import { lengthProblem } from "../../../functions/domain/channel-text.ts";
import type { GenerationRequest } from "../../../functions/pipeline/generators/generator.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";

export const exampleItem: SourceItem = {
  id: "1",
  title: "Cold brew on tap comes to 1,200 commuter trains",
  url: "https://tidings.example/a",
  summary:
    "The taps are in the dining cars, the railway said. “We sell a cup for 3.50 euros,” said Ruth Okafor. A second line follows in spring.",
  publishedAt: null,
  source: "Tidings",
  image: null,
  engagement: null,
};

/** A good text about the example. */
export const examplePost = {
  text: "Commuter trains get cold brew on tap: 1200 trains have taps in their dining cars, the railway said.",
  hashtags: ["commuter trains", "#ColdBrew"],
};

/** A request to write about an item, on a channel without other content. */
export function generationRequest(
  given: Partial<GenerationRequest> & { item?: SourceItem } = {},
): GenerationRequest {
  const { item = exampleItem, channel = "bluesky", ...rest } = given;
  return {
    candidate: { item, score: 0.5, topics: ["cold brew"], sources: [item.source], members: [item] },
    brand: { voice: null, hashtags: [], utm: {} },
    channel,
    fits: (content) => lengthProblem({ ...content, media: [] }, channel) === null,
    variant: 0,
    avoid: [],
    ...rest,
  };
}
