import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import type { ChannelLimits } from "../../domain/channel-limits.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import type { PostContent } from "../../domain/post.ts";
import { textProblem } from "../../domain/post-limits.ts";
import { generators } from "../generators/generators.ts";
import type { Candidate } from "./rank.ts";

export interface Draft {
  channel: ChannelName;
  content: PostContent;
}

interface Writing {
  pipeline: Pipeline;
  brand: Brand;
  /** The limits of the brand's accounts, for the channels whose accounts have limits of their own. */
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
}

/** Writes the posts of a run: one per candidate and channel. */
export function write(candidates: readonly Candidate[], { pipeline, brand, limits }: Writing): Draft[] {
  const generate = generators[pipeline.generator.type];
  return pipeline.channels.flatMap((channel) =>
    candidates.map((candidate, variant) => {
      const written = generate({
        candidate,
        brand: brand.settings,
        fits: (content) =>
          textProblem({ channel, content: { ...content, media: [] }, limits: limits.get(channel) }) === null,
        variant,
      });
      return { channel, content: { ...written, media: [] } };
    }),
  );
}
