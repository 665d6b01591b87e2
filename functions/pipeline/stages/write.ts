import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import { type ChannelLimits, limitsOf } from "../../domain/channel-limits.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import type { PostContent } from "../../domain/post.ts";
import { textProblem } from "../../domain/post-limits.ts";
import type { PostReason } from "../../domain/post-reason.ts";
import { generators } from "../generators/generators.ts";
import type { Candidate } from "./rank.ts";

export interface Draft {
  channel: ChannelName;
  content: PostContent;
  /** Why the run chose its story. */
  reason?: PostReason;
}

interface Writing {
  pipeline: Pipeline;
  brand: Brand;
  /** The limits of the brand's accounts, for the channels whose accounts have limits of their own. */
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
  /** The variant of the first candidate; the others have the next ones. Posts of different variants read differently. @default 0 */
  firstVariant?: number;
}

/** Writes the posts of a run: one per candidate and channel. */
export function write(
  candidates: readonly Candidate[],
  { pipeline, brand, limits, firstVariant = 0 }: Writing,
): Draft[] {
  const generate = generators[pipeline.generator.type];
  return pipeline.channels.flatMap((channel) =>
    candidates.map((candidate, index) => {
      const variant = firstVariant + index;
      /** A post with images may have another limit, and its link in the text. */
      const withMedia = (media: PostContent["media"]) => {
        const fits = (content: Omit<PostContent, "media">) =>
          textProblem({ channel, content: { ...content, media }, limits: limits.get(channel) }) === null;
        const { isShortened, ...written } = generate({ candidate, brand: brand.settings, fits, variant });
        return { isShortened, content: { ...written, media } };
      };
      const media = imagesFor(candidate, limits.get(channel) ?? limitsOf(channel), brand);
      const pictured = media.length === 0 ? null : withMedia(media);
      // An image is not worth the link or the end of the title.
      const { content } = pictured === null || pictured.isShortened ? withMedia([]) : pictured;
      const { reason } = candidate;
      return { channel, content, ...(reason !== undefined && { reason }) };
    }),
  );
}

/** The images that a run proposes for a post. */
function imagesFor(
  { item }: Candidate,
  limits: ChannelLimits,
  { settings }: Pick<Brand, "settings">,
): PostContent["media"] {
  const isWanted = settings.images === "source" && limits.images > 0;
  return isWanted && item.image !== null ? [item.image] : [];
}
