import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import { type ChannelLimits, limitsOf } from "../../domain/channel-limits.ts";
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
  /** Whether an image can be published on a channel. @default every image can */
  canShow?: ((channel: ChannelName, image: PostContent["media"][number]) => boolean) | undefined;
}

/** Writes the posts of a run: one per candidate and channel. */
export function write(
  candidates: readonly Candidate[],
  { pipeline, brand, limits, canShow = () => true }: Writing,
): Draft[] {
  const generate = generators[pipeline.generator.type];
  return pipeline.channels.flatMap((channel) =>
    candidates.map((candidate, variant) => {
      /** A post with images may have another limit, and its link in the text. */
      const withMedia = (media: PostContent["media"]) => {
        const fits = (content: Omit<PostContent, "media">) =>
          textProblem({ channel, content: { ...content, media }, limits: limits.get(channel) }) === null;
        const { isShortened, ...written } = generate({ candidate, brand: brand.settings, fits, variant });
        return { isShortened, content: { ...written, media } };
      };
      const media = imagesFor(candidate, limits.get(channel) ?? limitsOf(channel), brand).filter((image) =>
        canShow(channel, image),
      );
      const pictured = media.length === 0 ? null : withMedia(media);
      // An image is not worth the link or the end of the title.
      const { content } = pictured === null || pictured.isShortened ? withMedia([]) : pictured;
      return { channel, content };
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
