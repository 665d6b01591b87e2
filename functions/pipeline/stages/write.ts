import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import { type ChannelLimits, limitsOf } from "../../domain/channel-limits.ts";
import { addTokens, type ModelUsage, type PostGenerator, usageOf } from "../../domain/generator.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import type { PostContent } from "../../domain/post.ts";
import { textProblem } from "../../domain/post-limits.ts";
import { fingerprint } from "../fingerprint.ts";
import type { Generate, Generation, GenerationRequest } from "../generators/generator.ts";
import { noTokens } from "../generators/model.ts";
import { noTime } from "../generators/model-writer.ts";
import { writeFromTemplate } from "../generators/template.ts";
import { inParallel } from "../in-parallel.ts";
import { foldedWords, mentions } from "../words.ts";
import type { Candidate } from "./rank.ts";

export interface Draft {
  channel: ChannelName;
  content: PostContent;
  generator: PostGenerator;
  /** Whether a person must approve the post, also in a brand that approves automatically. */
  needsApproval: boolean;
}

export interface Writing {
  pipeline: Pipeline;
  brand: Brand;
  /** The limits of the brand's accounts, for the channels whose accounts have limits of their own. */
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
  /** Words and phrases that no post of the brand may have. */
  avoid: readonly string[];
  /** The generator of the pipeline, for this run. */
  generate: Generate;
  /** When the writing must end, on the clock of `performance.now()`. */
  endsAtMs: number;
}

export interface WrittenDrafts {
  drafts: Draft[];
  /** Null if the pipeline's generator is no model. */
  usage: ModelUsage | null;
  detail: string;
}

/** A few calls at once: a provider limits the calls of one key in a minute. */
const callsAtOnceMax = 6;
/** For the call, its retries and one repair. */
const postMsMax = 45_000;
/** A model that failed so often in a row is not asked again in this run. */
const failuresMax = 3;

/**
 * Returns the function that writes the posts of a run, one per candidate and channel, within the time. What the generator
 * does not write, the template writes, and the post says why. If the function is called again, because another run of the
 * pipeline has taken some candidates, it does not ask the model again for the others.
 */
export function openWriter(writing: Writing): (candidates: readonly Candidate[]) => Promise<WrittenDrafts> {
  const { pipeline } = writing;
  const { generator } = pipeline;
  const askModel = modelCalls(writing);
  return async (candidates) => {
    const requests = pipeline.channels.flatMap((channel) =>
      candidates.map((candidate, variant) => requestOf(writing, channel, candidate, variant)),
    );
    if (generator.type === "template") {
      const drafts = requests.map((request) => templateDraft(request, null));
      return { drafts, usage: null, detail: pluralize(drafts.length, "post") };
    }
    const drafts = await inParallel(requests, callsAtOnceMax, (request) => modelDraft(request));
    const fallbacks = drafts.filter((draft) => draft.generator.fallback !== null).length;
    const detail = `${pluralize(drafts.length, "post")}${fallbacks === 0 ? "" : `, ${fallbacks} by the template`}`;
    return { drafts, usage: usageOf(askModel.tokens(), generator.pricePerMillionTokens), detail };
  };

  function templateDraft({ request, pictured }: Requested, reason: string | null): Draft {
    const fallback = reason === null ? null : { reason };
    const content = pictured.content;
    const said = foldedWords(`${content.text}\n${content.hashtags.join(" ")}`);
    return {
      channel: request.channel,
      content,
      generator: { type: generator.type, fallback },
      needsApproval: request.avoid.some((phrase) => mentions(said, phrase)),
    };
  }

  async function modelDraft(requested: Requested): Promise<Draft> {
    const generation = await askModel.ask(requested.request);
    if (generation.outcome === "not_written") {
      const draft = templateDraft(requested, generation.reason);
      return { ...draft, needsApproval: draft.needsApproval || generation.isDoubtful };
    }
    const { isShortened: _isShortened, ...content } = generation.content;
    return {
      channel: requested.request.channel,
      content: { ...content, media: requested.pictured.content.media },
      generator: { type: generator.type, fallback: null },
      needsApproval: generation.isDoubtful,
    };
  }
}

/** The calls of one run, with what they used. */
function modelCalls({ generate, endsAtMs }: Writing) {
  const made = new Map<string, Promise<Generation>>();
  let tokens = noTokens;
  let failures = 0;
  let stoppedBecause: string | null = null;

  const call = async (request: GenerationRequest): Promise<Generation> => {
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
  };

  return {
    tokens: () => tokens,
    ask(request: GenerationRequest): Promise<Generation> {
      const key = `${request.channel} ${fingerprint(request.candidate.item)}`;
      const known = made.get(key) ?? call(request);
      made.set(key, known);
      return known;
    },
  };
}

interface Requested {
  request: GenerationRequest;
  /** What the template writes, with the images of the post. */
  pictured: { content: PostContent };
}

/** The request for one post. The template decides which images the post has: an image is not worth the link or the end of the title. */
function requestOf(
  { brand, limits, avoid }: Writing,
  channel: ChannelName,
  candidate: Candidate,
  variant: number,
): Requested {
  /** A post with images may have another limit, and its link in the text. */
  const requestWith = (media: PostContent["media"]): GenerationRequest => ({
    candidate,
    brand: brand.settings,
    channel,
    fits: (content) =>
      textProblem({ channel, content: { ...content, media }, limits: limits.get(channel) }) === null,
    variant,
    avoid,
  });
  const withMedia = (media: PostContent["media"]) => {
    const request = requestWith(media);
    const { isShortened, ...written } = writeFromTemplate(request);
    return { isShortened, request, pictured: { content: { ...written, media } } };
  };
  const media = imagesFor(candidate, limits.get(channel) ?? limitsOf(channel), brand);
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
