import type { Brand } from "../domain/brand.ts";
import type { Calendar } from "../domain/calendar.ts";
import type { ChannelName } from "../domain/channel.ts";
import type { ChannelLimits } from "../domain/channel-limits.ts";
import { addTokens, type ModelUsage, noTokens, type TokenCount, usageOf } from "../domain/generator.ts";
import type { NewId } from "../domain/ids.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { pluralize } from "../domain/pluralize.ts";
import type { Post } from "../domain/post.ts";
import { type PostedStories, postedFingerprints } from "../domain/posted-stories.ts";
import type { Run } from "../domain/run.ts";
import { readOwnLimitsOf } from "../table/account-limits.ts";
import { readCalendar } from "../table/calendar.ts";
import { readPostedStories } from "../table/posted-stories.ts";
import type { Table } from "../table/store/table.ts";
import { chooseUnposted } from "./choose-unposted.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Generate } from "./generators/generator.ts";
import type { RunProgress } from "./run-progress.ts";
import { type Shortlist, shortlist } from "./shortlist.ts";
import type { FetchSource } from "./sources/source.ts";
import type { FetchImage } from "./stages/check-images.ts";
import { discover } from "./stages/discover.ts";
import { plan } from "./stages/plan.ts";
import { type Candidate, rank } from "./stages/rank.ts";
import { type Draft, openWriter, type Story, type Writer } from "./stages/write.ts";
import { observeTrends } from "./trends/observe-trends.ts";

export interface MakingEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
  fetchSource: FetchSource;
  fetchImage: FetchImage;
  /** The generator of the pipeline, for this run. */
  generate: Generate;
  /** Aborts when the run must end. @default never */
  timeLimit?: AbortSignal;
}

/** So many stories are written, and then kept, at a time. A worker that dies loses the texts of at most so many stories. */
export const storiesAtOnce = 5;

/** What the posts of a run are made of. */
interface Making {
  pipeline: Pipeline;
  brand: Brand;
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
  found: Shortlist;
  /** Gets the drafts that are written now. */
  written: Written;
  writer: Writer;
}

/**
 * Finds the candidates of a run, and opens its writer. What another worker of the run has kept is read instead.
 * @param writesUntilMs when the posts must be written, on the clock of `performance.now()`
 */
export async function openMaking(
  run: Run,
  { pipeline, brand, writesUntilMs }: Pick<Making, "pipeline" | "brand"> & { writesUntilMs: number },
  progress: RunProgress,
  effects: MakingEffects,
): Promise<Making> {
  const found = await findCandidates(run, { pipeline, brand }, progress, effects);
  const [written, limits] = await Promise.all([
    readWritten(progress),
    readOwnLimitsOf(effects.table, brand, pipeline.channels),
  ]);
  const { generate, fetchImage } = effects;
  const writer = openWriter({ pipeline, brand, limits, generate, fetchImage, endsAtMs: writesUntilMs });
  return { pipeline, brand, limits, found, written, writer };
}

/** Finds the candidates of a run and keeps them, or reads those that it has kept. */
async function findCandidates(
  run: Run,
  { pipeline, brand }: Pick<Making, "pipeline" | "brand">,
  progress: RunProgress,
  { table, nowMs, newId, fetchSource }: MakingEffects,
): Promise<Shortlist> {
  const [kept] = await progress.kept<Shortlist>("rank");
  // An earlier version kept it without `seenItems`: then the run begins again.
  if (kept?.seenItems !== undefined) {
    progress.resume();
    return kept;
  }
  progress.restart();
  progress.begin("discover");
  await progress.store();
  // Read before the sources: after a failure between the sources and the write of the candidates, the sources are read again.
  const posted = await readPostedStories(table, run);
  const found = await discover(pipeline.sources, fetchSource);
  progress.finish(found.detail);
  progress.begin("rank");
  const now = nowMs();
  const { candidates: stories, detail, leftOut } = rank(found.items, pipeline, brand, now);
  const reading = { items: found.items, stories };
  const trends = progress.isPreview ? null : await observeTrends(table, { run, brand, newId }, reading);
  const aboutTrends = trends === null ? "" : `, ${pluralize(trends.length, "trend")}`;
  const trendOf = new Map((trends ?? []).flatMap(({ trend, items }) => items.map((item) => [item, trend])));
  const ranked = stories.map((story) => {
    const trend = trendOf.get(story.item);
    return trend === undefined ? story : { ...story, trend };
  });
  const known = postedFingerprints(posted, now);
  const { kept: candidates, postedBefore } = shortlist(ranked, known, pipeline, now);
  progress.finish(`${detail}${aboutTrends}${leftOut}; ${postedBefore} posted before`);
  progress.begin("write");
  await progress.keep("rank", candidates);
  return candidates;
}

/** What a run has written. */
interface Written {
  /** By the fingerprint of the story's item. */
  drafts: Map<string, readonly Draft[]>;
  /** What the model calls of workers that have died had used. */
  tokensBefore: TokenCount;
}

/** What is kept after each batch of stories. */
interface KeptDrafts {
  drafts: Record<string, readonly Draft[]>;
  /** What all model calls of the run had used by then. */
  tokens: TokenCount;
}

/** Reads the drafts that a run has kept. */
async function readWritten(progress: RunProgress): Promise<Written> {
  const kept = await progress.kept<KeptDrafts>("write");
  return {
    drafts: new Map(kept.flatMap(({ drafts }) => Object.entries(drafts))),
    tokensBefore: kept.at(-1)?.tokens ?? noTokens,
  };
}

/**
 * Chooses among the candidates of a run, writes what is not written yet, and plans the posts.
 * @returns the posts with what must be stored together with them, and the posted stories and the calendar that were read: the
 * posts can be stored if nobody has changed these two since
 */
export async function makePosts(
  run: Run,
  making: Making,
  progress: RunProgress,
  effects: MakingEffects,
): Promise<{
  posts: Post[];
  /** The fingerprints of the items of their stories, and of stories that were posted before. */
  sighted: string[];
  /** The times that the posts take in the calendar. */
  taken: Calendar;
  posted: PostedStories;
  calendar: Calendar;
  /** Null if the pipeline's generator is no model. */
  usage: ModelUsage | null;
}> {
  const { pipeline, brand, found, written } = making;
  const { table, nowMs, newId } = effects;
  const posted = await readPostedStories(table, run);
  const { chosen, sighted, postedByHand } = await chooseUnposted(table, run, found.candidates, {
    posted: postedFingerprints(posted, nowMs()),
    count: pipeline.postsPerRun,
    nowMs: nowMs(),
  });
  await writeMissing({ chosen, postedByHand }, making, progress, effects);
  const drafts = pipeline.channels.flatMap((channel) =>
    chosen.flatMap((candidate) => draftsOf(written, candidate).filter((draft) => draft.channel === channel)),
  );

  if (!progress.has("plan", "running")) progress.begin("plan");
  const calendar = await readCalendar(table, run);
  const { posts, taken, detail } = plan(drafts, { run, brand, calendar, newId, nowMs: nowMs() });
  progress.finish(detail);
  return {
    posts,
    sighted: [...found.seenItems, ...sighted],
    taken,
    posted,
    calendar,
    usage: usageIn(making),
  };
}

function usageIn({ pipeline: { generator }, written, writer }: Making): ModelUsage | null {
  if (generator.type === "template") return null;
  return usageOf(addTokens(written.tokensBefore, writer.tokens()), generator.pricePerMillionTokens);
}

/** Writes the chosen stories that are not written yet, and keeps them, a few at a time. */
async function writeMissing(
  { chosen, postedByHand }: { chosen: readonly Candidate[]; postedByHand: number },
  { written, writer }: Making,
  progress: RunProgress,
  { timeLimit }: MakingEffects,
): Promise<void> {
  const missing = [...chosen.entries()]
    .map(([variant, candidate]): Story => ({ candidate, variant }))
    .filter(({ candidate }) => !written.drafts.has(fingerprint(candidate.item)));
  if (missing.length === 0 && progress.has("write", "succeeded")) return;
  if (!progress.has("write", "running")) {
    progress.begin("write");
    await progress.store();
  }
  for (let start = 0; start === 0 || start < missing.length; start += storiesAtOnce) {
    // Each batch may call a model, which costs money.
    timeLimit?.throwIfAborted();
    const batch = missing.slice(start, start + storiesAtOnce);
    const drafts = await writer.write(batch);
    const keys = batch.map(({ candidate }) => fingerprint(candidate.item));
    const ofBatch = keys.map((key, index): [string, readonly Draft[]] => [key, drafts[index] ?? []]);
    for (const [key, own] of ofBatch) written.drafts.set(key, own);
    if (start + storiesAtOnce >= missing.length) {
      const all = chosen.flatMap((candidate) => draftsOf(written, candidate));
      progress.finish(detailOf(all, postedByHand));
      progress.begin("plan");
    }
    const tokens = addTokens(written.tokensBefore, writer.tokens());
    const kept: KeptDrafts = { drafts: Object.fromEntries(ofBatch), tokens };
    await (batch.length === 0 ? progress.store() : progress.keep("write", kept));
  }
}

function detailOf(drafts: readonly Draft[], postedByHand: number): string {
  const fallbacks = drafts.filter(({ generator }) => generator.fallback !== null).length;
  const withoutImage = drafts.filter(({ hasLostImage }) => hasLostImage).length;
  const whose = withoutImage === 1 ? "its" : "their";
  return [
    pluralize(drafts.length, "post"),
    ...(fallbacks === 0 ? [] : [`${fallbacks} by the template`]),
    ...(withoutImage === 0
      ? []
      : [`${withoutImage} without ${whose} image, which the channel could not take`]),
    ...(postedByHand === 0
      ? []
      : [`${pluralize(postedByHand, "candidate")} left out that a person has posted by hand`]),
  ].join("; ");
}

const draftsOf = ({ drafts }: Written, { item }: Candidate) => drafts.get(fingerprint(item)) ?? [];
