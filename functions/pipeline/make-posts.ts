import type { Brand } from "../domain/brand.ts";
import type { Calendar } from "../domain/calendar.ts";
import type { ChannelName } from "../domain/channel.ts";
import type { ChannelLimits } from "../domain/channel-limits.ts";
import type { NewId } from "../domain/ids.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { pluralize } from "../domain/pluralize.ts";
import type { Post } from "../domain/post.ts";
import { type PostedStories, postedFingerprints } from "../domain/posted-stories.ts";
import type { Run } from "../domain/run.ts";
import { readCalendar } from "../table/calendar.ts";
import { readPostedStories } from "../table/posted-stories.ts";
import type { Table } from "../table/store/table.ts";
import { chooseUnposted } from "./choose-unposted.ts";
import { fingerprint } from "./fingerprint.ts";
import type { RunProgress } from "./run-progress.ts";
import { type Shortlist, shortlist } from "./shortlist.ts";
import type { FetchSource } from "./sources/source.ts";
import { discover } from "./stages/discover.ts";
import { plan } from "./stages/plan.ts";
import { type Candidate, rank } from "./stages/rank.ts";
import { type Draft, write } from "./stages/write.ts";

/** The stage `write`. It may call a model, so what it returns is kept. */
export type WriteDrafts = (...given: Parameters<typeof write>) => Draft[] | Promise<Draft[]>;

export interface MakingEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
  fetchSource: FetchSource;
  /** @default the stage `write` */
  writeDrafts?: WriteDrafts;
  /** Aborts when the run must end. @default never */
  timeLimit?: AbortSignal;
}

/** Stories are written in parallel, and kept, so many at a time: a worker that dies loses the texts of five stories at most. */
export const storiesAtOnce = 5;

/** Finds the candidates of a run, or reads those that it has kept. One write keeps them, directly after they are found. */
export async function findCandidates(
  run: Run,
  { pipeline, brand }: Pick<Making, "pipeline" | "brand">,
  progress: RunProgress,
  { table, nowMs, fetchSource }: MakingEffects,
): Promise<Shortlist> {
  const [kept] = await progress.kept<Shortlist>("rank");
  if (kept !== undefined) {
    progress.resume();
    return kept;
  }
  progress.restart();
  progress.begin("discover");
  await progress.store();
  // Nothing that can fail may come between the sources and the write that keeps what they had.
  const posted = await readPostedStories(table, run);
  const found = await discover(pipeline.sources, fetchSource);
  progress.finish(found.detail);
  progress.begin("rank");
  const now = nowMs();
  const ranked = rank(found.items, pipeline, brand, now);
  const known = postedFingerprints(posted, now);
  const { kept: candidates, postedBefore } = shortlist(ranked, known, pipeline, now);
  progress.finish(`${ranked.detail}; ${postedBefore} posted before`);
  progress.begin("write");
  await progress.keep("rank", candidates);
  return candidates;
}

/** The drafts that a run has written, by the fingerprint of the story's item. */
type Written = Map<string, readonly Draft[]>;

/** Reads the drafts that a run has kept. */
export async function readWritten(progress: RunProgress): Promise<Written> {
  const kept = await progress.kept<Record<string, Draft[]>>("write");
  return new Map(kept.flatMap((drafts) => Object.entries(drafts)));
}

interface Making {
  pipeline: Pipeline;
  brand: Brand;
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
  found: Shortlist;
  /** Gets the drafts that are written now. */
  written: Written;
}

/**
 * Chooses among the candidates of a run, writes what is not written yet, and plans the posts.
 * @returns the posts, the items of their stories and the times that they take, and what was read to find them: they can be
 * stored if nobody has changed it since
 */
export async function makePosts(
  run: Run,
  making: Making,
  progress: RunProgress,
  effects: MakingEffects,
): Promise<{ posts: Post[]; sighted: string[]; taken: Calendar; posted: PostedStories; calendar: Calendar }> {
  const { pipeline, brand, found, written } = making;
  const { table, nowMs, newId } = effects;
  const posted = await readPostedStories(table, run);
  const { chosen, sighted } = await chooseUnposted(table, run, found.candidates, {
    posted: postedFingerprints(posted, nowMs()),
    count: pipeline.postsPerRun,
    nowMs: nowMs(),
  });
  await writeMissing(chosen, making, progress, effects);
  const drafts = pipeline.channels.flatMap((channel) =>
    chosen.flatMap((candidate) => draftsOf(written, candidate).filter((draft) => draft.channel === channel)),
  );

  if (!progress.has("plan", "running")) progress.begin("plan");
  const calendar = await readCalendar(table, run);
  const { posts, taken, detail } = plan(drafts, { run, brand, calendar, newId, nowMs: nowMs() });
  progress.finish(detail);
  return { posts, sighted: [...found.postedItems, ...sighted], taken, posted, calendar };
}

/** Writes the chosen stories that are not written yet, and keeps them, a few at a time. */
async function writeMissing(
  chosen: readonly Candidate[],
  { pipeline, brand, limits, written }: Making,
  progress: RunProgress,
  { writeDrafts = write, timeLimit }: MakingEffects,
): Promise<void> {
  const missing = [...chosen.entries()].filter(([, candidate]) => !written.has(fingerprint(candidate.item)));
  if (missing.length === 0 && progress.has("write", "succeeded")) return;
  if (!progress.has("write", "running")) {
    progress.begin("write");
    await progress.store();
  }
  for (let start = 0; start === 0 || start < missing.length; start += storiesAtOnce) {
    // Each batch may call a model, which costs money.
    timeLimit?.throwIfAborted();
    const batch = missing.slice(start, start + storiesAtOnce);
    const drafts = await Promise.all(
      batch.map(async ([firstVariant, candidate]): Promise<[string, Draft[]]> => {
        const own = await writeDrafts([candidate], { pipeline, brand, limits, firstVariant });
        return [fingerprint(candidate.item), own];
      }),
    );
    for (const [key, own] of drafts) written.set(key, own);
    if (start + storiesAtOnce >= missing.length) {
      const count = chosen.flatMap((candidate) => draftsOf(written, candidate)).length;
      progress.finish(pluralize(count, "post"));
      progress.begin("plan");
    }
    await (batch.length === 0 ? progress.store() : progress.keep("write", Object.fromEntries(drafts)));
  }
}

const draftsOf = (written: Written, { item }: Candidate) => written.get(fingerprint(item)) ?? [];
