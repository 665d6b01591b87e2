import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import { lengthProblem } from "../../domain/channel-text.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import type { PostContent } from "../../domain/post.ts";
import { generators } from "../generators/generators.ts";
import type { Candidate } from "./rank.ts";

export interface Draft {
  channel: ChannelName;
  content: PostContent;
}

/** Writes the posts of a run: one per candidate and channel. */
export function write(
  candidates: readonly Candidate[],
  { pipeline, brand }: { pipeline: Pipeline; brand: Brand },
): Draft[] {
  const generate = generators[pipeline.generator.type];
  return pipeline.channels.flatMap((channel) =>
    candidates.map((candidate, variant) => {
      const written = generate({
        candidate,
        brand: brand.settings,
        fits: (content) => lengthProblem({ ...content, media: [] }, channel) === null,
        variant,
      });
      return { channel, content: { ...written, media: [] } };
    }),
  );
}
