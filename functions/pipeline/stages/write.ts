import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import { type ChannelLimits, limitsOf } from "../../domain/channel-limits.ts";
import { addTokens, noTokens, type PostGenerator, type TokenCount } from "../../domain/generator.ts";
import { inParallel } from "../../domain/in-parallel.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import type { PostContent } from "../../domain/post.ts";
import { textProblem } from "../../domain/post-limits.ts";
import type { PostReason } from "../../domain/post-reason.ts";
import { avoidedIn } from "../avoid.ts";
import type { Generate, Generation, GenerationRequest } from "../generators/generator.ts";
import { noTime } from "../generators/model-writer.ts";
import { writeFromTemplate } from "../generators/template.ts";
import { type CanShow, type FetchImage, openImageCheck } from "./check-images.ts";
import type { Candidate } from "./rank.ts";

export interface Draft {
  channel: ChannelName;
  content: PostContent;
  generator: PostGenerator;
  /** Whether a person must approve the post, also in a brand that approves automatically. */
  needsApproval: boolean;
  /** Whether the image of its item was left out, because the channel cannot take it. */
  hasLostImage: boolean;
  /** Why the run chose its story. */
  reason?: PostReason;
}

/** A story to write, and its place in the run: neighbouring posts should not read alike. */
export interface Story {
  candidate: Candidate;
  variant: number;
}

export interface Writing {
  pipeline: Pipeline;
  brand: Brand;
  /** The limits of the brand's accounts, for the channels whose accounts have limits of their own. */
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
  /** The generator of the pipeline, for this run. */
  generate: Generate;
  fetchImage: FetchImage;
  /** When the writing must end, on the clock of `performance.now()`. */
  endsAtMs: number;
}

/** The stage `write` of a run. */
export interface Writer {
  /** Writes stories. Returns the drafts of each, one for each channel of the pipeline. */
  write: (stories: readonly Story[]) => Promise<Draft[][]>;
  /** What the calls of a model have used since the writer was opened. */
  tokens: () => TokenCount;
}

/** A few calls at once: a provider limits the calls of one key in a minute. */
const callsAtOnceMax = 6;
/** For the call, its retries and one repair. */
const postMsMax = 45_000;
/** After so many failures in a row the model is not asked again in this run. */
const failuresMax = 3;

/**
 * Opens the writer of a run. It writes one post for each story and channel, within the time. If the generator does not write
 * a post, the template writes it, and the post says why.
 */
export function openWriter(writing: Writing): Writer {
  const { pipeline } = writing;
  const { generator } = pipeline;
  const model = modelCalls(writing);
  const checkImages = openImageCheck(writing.fetchImage);
  return {
    async write(stories) {
      const canShow = await checkImages(
        stories.map(({ candidate }) => candidate),
        writing,
      );
      const requests = stories.flatMap((story) =>
        pipeline.channels.map((channel) => requestOf(writing, channel, story, canShow)),
      );
      const drafts: Draft[] = [];
      await inParallel(requests, callsAtOnceMax, async (request, index) => {
        drafts[index] =
          generator.type === "template" ? templateDraft(request, null) : await modelDraft(request);
      });
      const perStory = pipeline.channels.length;
      return stories.map((_, index) => drafts.slice(index * perStory, (index + 1) * perStory));
    },
    tokens: model.tokens,
  };

  function templateDraft({ request, content, hasLostImage }: Requested, reason: string | null): Draft {
    const fallback = reason === null ? null : { reason };
    return {
      ...originOf(request),
      content,
      hasLostImage,
      generator: { type: generator.type, fallback },
      needsApproval: avoidedIn(`${content.text}\n${content.hashtags.join(" ")}`, request.avoid).length > 0,
    };
  }

  async function modelDraft(requested: Requested): Promise<Draft> {
    const generation = await model.ask(requested.request);
    if (generation.outcome === "not_written") {
      const draft = templateDraft(requested, generation.reason);
      return { ...draft, needsApproval: draft.needsApproval || generation.isDoubtful };
    }
    const { isShortened: _isShortened, ...content } = generation.content;
    return {
      ...originOf(requested.request),
      content: { ...content, media: requested.content.media },
      hasLostImage: requested.hasLostImage,
      generator: { type: generator.type, fallback: null },
      needsApproval: generation.isDoubtful,
    };
  }
}

/** Asks the model of a run, until it has failed too often, and counts the tokens. */
function modelCalls({ generate, endsAtMs }: Writing) {
  let tokens = noTokens;
  let failures = 0;
  let stoppedBecause: string | null = null;

  return {
    tokens: () => tokens,
    async ask(request: GenerationRequest): Promise<Generation> {
      const leftMs = endsAtMs - performance.now();
      const reason = stoppedBecause ?? (leftMs <= 0 ? noTime : null);
      if (reason !== null)
        return { outcome: "not_written", reason, isDoubtful: false, isLasting: true, tokens: null };
      const generation = await generate(request, Math.min(leftMs, postMsMax));
      if (generation.tokens !== null) tokens = addTokens(tokens, generation.tokens);
      // A text that was rejected, or stopped by a filter, says nothing about the next one.
      const hasFailed = generation.outcome === "not_written" && !generation.isDoubtful;
      failures = hasFailed ? failures + 1 : 0;
      if (hasFailed && (generation.isLasting || failures >= failuresMax)) stoppedBecause = generation.reason;
      return generation;
    },
  };
}

/** The channel of a draft, and the reason of its story. */
function originOf({ channel, candidate: { reason } }: GenerationRequest): Pick<Draft, "channel" | "reason"> {
  return { channel, ...(reason !== undefined && { reason }) };
}

interface Requested {
  request: GenerationRequest;
  /** What the template writes, with the images of the post. */
  content: PostContent;
  hasLostImage: boolean;
}

/**
 * The request for one post. A post has no image if the template would have to leave out the link, or the end of the title, to
 * make room for it.
 */
function requestOf(
  { brand, limits }: Writing,
  channel: ChannelName,
  { candidate, variant }: Story,
  canShow: CanShow,
): Requested {
  /** A post with images may have another limit, and its link in the text. */
  const requestWith = (media: PostContent["media"]): GenerationRequest => ({
    candidate,
    brand: brand.settings,
    channel,
    fits: (content) =>
      textProblem({ channel, content: { ...content, media }, limits: limits.get(channel) }) === null,
    variant,
    avoid: brand.settings.avoid,
  });
  const proposed = imagesFor(candidate, limits.get(channel) ?? limitsOf(channel), brand);
  const media = proposed.filter((image) => canShow(channel, image));
  const hasLostImage = media.length < proposed.length;
  const withMedia = (shown: PostContent["media"]) => {
    const request = requestWith(shown);
    const { isShortened, ...written } = writeFromTemplate(request);
    return { isShortened, request, content: { ...written, media: shown }, hasLostImage };
  };
  const tried = media.length === 0 ? null : withMedia(media);
  return tried === null || tried.isShortened ? withMedia([]) : tried;
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
